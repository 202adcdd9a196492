/work/main/site/wasm/target/wasm32-wasip1/debug/deps/strsim-5ad325c227672c04.d: /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/strsim-0.11.1/src/lib.rs

/work/main/site/wasm/target/wasm32-wasip1/debug/deps/libstrsim-5ad325c227672c04.rmeta: /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/strsim-0.11.1/src/lib.rs

/root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/strsim-0.11.1/src/lib.rs:
