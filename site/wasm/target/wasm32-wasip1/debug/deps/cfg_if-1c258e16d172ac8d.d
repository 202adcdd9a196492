/work/main/site/wasm/target/wasm32-wasip1/debug/deps/cfg_if-1c258e16d172ac8d.d: /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/cfg-if-1.0.5/src/lib.rs

/work/main/site/wasm/target/wasm32-wasip1/debug/deps/libcfg_if-1c258e16d172ac8d.rmeta: /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/cfg-if-1.0.5/src/lib.rs

/root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/cfg-if-1.0.5/src/lib.rs:
