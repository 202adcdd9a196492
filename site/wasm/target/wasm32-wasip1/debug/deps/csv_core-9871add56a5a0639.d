/work/main/site/wasm/target/wasm32-wasip1/debug/deps/csv_core-9871add56a5a0639.d: /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/csv-core-0.1.13/src/lib.rs /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/csv-core-0.1.13/src/reader.rs /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/csv-core-0.1.13/src/writer.rs

/work/main/site/wasm/target/wasm32-wasip1/debug/deps/libcsv_core-9871add56a5a0639.rmeta: /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/csv-core-0.1.13/src/lib.rs /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/csv-core-0.1.13/src/reader.rs /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/csv-core-0.1.13/src/writer.rs

/root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/csv-core-0.1.13/src/lib.rs:
/root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/csv-core-0.1.13/src/reader.rs:
/root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/csv-core-0.1.13/src/writer.rs:
