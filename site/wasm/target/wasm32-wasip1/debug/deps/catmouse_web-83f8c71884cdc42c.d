/work/main/site/wasm/target/wasm32-wasip1/debug/deps/catmouse_web-83f8c71884cdc42c.d: src/main.rs

/work/main/site/wasm/target/wasm32-wasip1/debug/deps/libcatmouse_web-83f8c71884cdc42c.rmeta: src/main.rs

src/main.rs:
