/work/main/site/wasm/target/wasm32-wasip1/debug/deps/pulp-cfda82eccdc188da.d: /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/pulp-0.22.3/src/lib.rs /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/pulp-0.22.3/src/core_arch/mod.rs /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/pulp-0.22.3/src/core_arch/wasm/mod.rs /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/pulp-0.22.3/src/wasm.rs

/work/main/site/wasm/target/wasm32-wasip1/debug/deps/libpulp-cfda82eccdc188da.rmeta: /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/pulp-0.22.3/src/lib.rs /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/pulp-0.22.3/src/core_arch/mod.rs /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/pulp-0.22.3/src/core_arch/wasm/mod.rs /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/pulp-0.22.3/src/wasm.rs

/root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/pulp-0.22.3/src/lib.rs:
/root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/pulp-0.22.3/src/core_arch/mod.rs:
/root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/pulp-0.22.3/src/core_arch/wasm/mod.rs:
/root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/pulp-0.22.3/src/wasm.rs:
