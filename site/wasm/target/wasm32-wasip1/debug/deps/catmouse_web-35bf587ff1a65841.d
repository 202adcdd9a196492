/work/main/site/wasm/target/wasm32-wasip1/debug/deps/catmouse_web-35bf587ff1a65841.d: src/lib.rs src/drawing.rs src/edit.rs

/work/main/site/wasm/target/wasm32-wasip1/debug/deps/libcatmouse_web-35bf587ff1a65841.rmeta: src/lib.rs src/drawing.rs src/edit.rs

src/lib.rs:
src/drawing.rs:
src/edit.rs:
