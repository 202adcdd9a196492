/work/main/site/wasm/target/wasm32-wasip1/debug/deps/catmouse_arena-2a9c8b3710b91418.d: /work/main/crates/arena/src/lib.rs /work/main/crates/arena/src/adjudication.rs /work/main/crates/arena/src/by_player.rs /work/main/crates/arena/src/cells.rs /work/main/crates/arena/src/certificate.rs /work/main/crates/arena/src/checker.rs /work/main/crates/arena/src/game.rs /work/main/crates/arena/src/graph_arena.rs /work/main/crates/arena/src/moves.rs /work/main/crates/arena/src/outcomes.rs /work/main/crates/arena/src/pieces.rs /work/main/crates/arena/src/product_arena.rs /work/main/crates/arena/src/solution.rs /work/main/crates/arena/src/staging.rs /work/main/crates/arena/src/state_words.rs /work/main/crates/arena/src/step_graph.rs /work/main/crates/arena/src/team.rs /work/main/crates/arena/src/transpose.rs /work/main/crates/arena/src/value.rs /work/main/crates/arena/src/words.rs

/work/main/site/wasm/target/wasm32-wasip1/debug/deps/libcatmouse_arena-2a9c8b3710b91418.rmeta: /work/main/crates/arena/src/lib.rs /work/main/crates/arena/src/adjudication.rs /work/main/crates/arena/src/by_player.rs /work/main/crates/arena/src/cells.rs /work/main/crates/arena/src/certificate.rs /work/main/crates/arena/src/checker.rs /work/main/crates/arena/src/game.rs /work/main/crates/arena/src/graph_arena.rs /work/main/crates/arena/src/moves.rs /work/main/crates/arena/src/outcomes.rs /work/main/crates/arena/src/pieces.rs /work/main/crates/arena/src/product_arena.rs /work/main/crates/arena/src/solution.rs /work/main/crates/arena/src/staging.rs /work/main/crates/arena/src/state_words.rs /work/main/crates/arena/src/step_graph.rs /work/main/crates/arena/src/team.rs /work/main/crates/arena/src/transpose.rs /work/main/crates/arena/src/value.rs /work/main/crates/arena/src/words.rs

/work/main/crates/arena/src/lib.rs:
/work/main/crates/arena/src/adjudication.rs:
/work/main/crates/arena/src/by_player.rs:
/work/main/crates/arena/src/cells.rs:
/work/main/crates/arena/src/certificate.rs:
/work/main/crates/arena/src/checker.rs:
/work/main/crates/arena/src/game.rs:
/work/main/crates/arena/src/graph_arena.rs:
/work/main/crates/arena/src/moves.rs:
/work/main/crates/arena/src/outcomes.rs:
/work/main/crates/arena/src/pieces.rs:
/work/main/crates/arena/src/product_arena.rs:
/work/main/crates/arena/src/solution.rs:
/work/main/crates/arena/src/staging.rs:
/work/main/crates/arena/src/state_words.rs:
/work/main/crates/arena/src/step_graph.rs:
/work/main/crates/arena/src/team.rs:
/work/main/crates/arena/src/transpose.rs:
/work/main/crates/arena/src/value.rs:
/work/main/crates/arena/src/words.rs:
