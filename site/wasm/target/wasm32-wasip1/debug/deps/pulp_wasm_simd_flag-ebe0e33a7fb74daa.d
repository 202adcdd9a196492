/work/main/site/wasm/target/wasm32-wasip1/debug/deps/pulp_wasm_simd_flag-ebe0e33a7fb74daa.d: /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/pulp-wasm-simd-flag-0.1.1/src/lib.rs

/work/main/site/wasm/target/wasm32-wasip1/debug/deps/libpulp_wasm_simd_flag-ebe0e33a7fb74daa.rmeta: /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/pulp-wasm-simd-flag-0.1.1/src/lib.rs

/root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/pulp-wasm-simd-flag-0.1.1/src/lib.rs:
