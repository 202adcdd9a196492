/work/main/site/wasm/target/wasm32-wasip1/debug/deps/prefetch_index-0d34c6039d07ccb5.d: /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/prefetch-index-0.2.1/src/lib.rs

/work/main/site/wasm/target/wasm32-wasip1/debug/deps/libprefetch_index-0d34c6039d07ccb5.rmeta: /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/prefetch-index-0.2.1/src/lib.rs

/root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/prefetch-index-0.2.1/src/lib.rs:
