/work/main/site/wasm/target/wasm32-wasip1/debug/deps/roxmltree-65a2185f46b1a10f.d: /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/roxmltree-0.21.2/src/lib.rs /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/roxmltree-0.21.2/src/parse.rs /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/roxmltree-0.21.2/src/tokenizer.rs

/work/main/site/wasm/target/wasm32-wasip1/debug/deps/libroxmltree-65a2185f46b1a10f.rmeta: /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/roxmltree-0.21.2/src/lib.rs /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/roxmltree-0.21.2/src/parse.rs /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/roxmltree-0.21.2/src/tokenizer.rs

/root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/roxmltree-0.21.2/src/lib.rs:
/root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/roxmltree-0.21.2/src/parse.rs:
/root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/roxmltree-0.21.2/src/tokenizer.rs:
