/work/main/site/wasm/target/wasm32-wasip1/debug/deps/catmouse_page-90ba06c432aec580.d: /work/main/crates/page/src/lib.rs /work/main/crates/page/src/data.rs /work/main/crates/page/src/html.rs /work/main/crates/page/src/packed.rs /work/main/crates/page/src/../assets/page.html /work/main/crates/page/src/../assets/game.js /work/main/crates/page/src/../assets/board.js /work/main/crates/page/src/../assets/view.js /work/main/crates/page/src/../assets/start.js /work/main/crates/page/src/../assets/page.css

/work/main/site/wasm/target/wasm32-wasip1/debug/deps/libcatmouse_page-90ba06c432aec580.rmeta: /work/main/crates/page/src/lib.rs /work/main/crates/page/src/data.rs /work/main/crates/page/src/html.rs /work/main/crates/page/src/packed.rs /work/main/crates/page/src/../assets/page.html /work/main/crates/page/src/../assets/game.js /work/main/crates/page/src/../assets/board.js /work/main/crates/page/src/../assets/view.js /work/main/crates/page/src/../assets/start.js /work/main/crates/page/src/../assets/page.css

/work/main/crates/page/src/lib.rs:
/work/main/crates/page/src/data.rs:
/work/main/crates/page/src/html.rs:
/work/main/crates/page/src/packed.rs:
/work/main/crates/page/src/../assets/page.html:
/work/main/crates/page/src/../assets/game.js:
/work/main/crates/page/src/../assets/board.js:
/work/main/crates/page/src/../assets/view.js:
/work/main/crates/page/src/../assets/start.js:
/work/main/crates/page/src/../assets/page.css:
