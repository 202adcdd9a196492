/work/main/site/wasm/target/wasm32-wasip1/debug/deps/catmouse_picture-9feee070975c81fb.d: /work/main/crates/picture/src/lib.rs /work/main/crates/picture/src/board.rs /work/main/crates/picture/src/chart.rs /work/main/crates/picture/src/curve.rs /work/main/crates/picture/src/graph.rs /work/main/crates/picture/src/grid.rs /work/main/crates/picture/src/layout/mod.rs /work/main/crates/picture/src/layout/planar.rs /work/main/crates/picture/src/layout/refine.rs /work/main/crates/picture/src/layout/room.rs /work/main/crates/picture/src/layout/shapes.rs /work/main/crates/picture/src/layout/stress.rs /work/main/crates/picture/src/line.rs /work/main/crates/picture/src/look.rs /work/main/crates/picture/src/page.rs /work/main/crates/picture/src/palette.rs /work/main/crates/picture/src/stage.rs /work/main/crates/picture/src/survey.rs /work/main/crates/picture/src/svg.rs /work/main/crates/picture/src/picture.css

/work/main/site/wasm/target/wasm32-wasip1/debug/deps/libcatmouse_picture-9feee070975c81fb.rmeta: /work/main/crates/picture/src/lib.rs /work/main/crates/picture/src/board.rs /work/main/crates/picture/src/chart.rs /work/main/crates/picture/src/curve.rs /work/main/crates/picture/src/graph.rs /work/main/crates/picture/src/grid.rs /work/main/crates/picture/src/layout/mod.rs /work/main/crates/picture/src/layout/planar.rs /work/main/crates/picture/src/layout/refine.rs /work/main/crates/picture/src/layout/room.rs /work/main/crates/picture/src/layout/shapes.rs /work/main/crates/picture/src/layout/stress.rs /work/main/crates/picture/src/line.rs /work/main/crates/picture/src/look.rs /work/main/crates/picture/src/page.rs /work/main/crates/picture/src/palette.rs /work/main/crates/picture/src/stage.rs /work/main/crates/picture/src/survey.rs /work/main/crates/picture/src/svg.rs /work/main/crates/picture/src/picture.css

/work/main/crates/picture/src/lib.rs:
/work/main/crates/picture/src/board.rs:
/work/main/crates/picture/src/chart.rs:
/work/main/crates/picture/src/curve.rs:
/work/main/crates/picture/src/graph.rs:
/work/main/crates/picture/src/grid.rs:
/work/main/crates/picture/src/layout/mod.rs:
/work/main/crates/picture/src/layout/planar.rs:
/work/main/crates/picture/src/layout/refine.rs:
/work/main/crates/picture/src/layout/room.rs:
/work/main/crates/picture/src/layout/shapes.rs:
/work/main/crates/picture/src/layout/stress.rs:
/work/main/crates/picture/src/line.rs:
/work/main/crates/picture/src/look.rs:
/work/main/crates/picture/src/page.rs:
/work/main/crates/picture/src/palette.rs:
/work/main/crates/picture/src/stage.rs:
/work/main/crates/picture/src/survey.rs:
/work/main/crates/picture/src/svg.rs:
/work/main/crates/picture/src/picture.css:
