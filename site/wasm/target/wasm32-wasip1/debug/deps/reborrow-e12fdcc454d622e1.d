/work/main/site/wasm/target/wasm32-wasip1/debug/deps/reborrow-e12fdcc454d622e1.d: /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/reborrow-0.5.5/src/lib.rs

/work/main/site/wasm/target/wasm32-wasip1/debug/deps/libreborrow-e12fdcc454d622e1.rmeta: /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/reborrow-0.5.5/src/lib.rs

/root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/reborrow-0.5.5/src/lib.rs:
