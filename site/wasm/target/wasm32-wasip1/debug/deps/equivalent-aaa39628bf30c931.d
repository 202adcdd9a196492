/work/main/site/wasm/target/wasm32-wasip1/debug/deps/equivalent-aaa39628bf30c931.d: /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/equivalent-1.0.3/src/lib.rs

/work/main/site/wasm/target/wasm32-wasip1/debug/deps/libequivalent-aaa39628bf30c931.rmeta: /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/equivalent-1.0.3/src/lib.rs

/root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/equivalent-1.0.3/src/lib.rs:
