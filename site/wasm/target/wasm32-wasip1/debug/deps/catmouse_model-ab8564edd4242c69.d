/work/main/site/wasm/target/wasm32-wasip1/debug/deps/catmouse_model-ab8564edd4242c69.d: /work/main/crates/model/src/lib.rs /work/main/crates/model/src/automorphism.rs /work/main/crates/model/src/batch.rs /work/main/crates/model/src/board.rs /work/main/crates/model/src/cops_and_robbers.rs /work/main/crates/model/src/defect.rs /work/main/crates/model/src/endings.rs /work/main/crates/model/src/game.rs /work/main/crates/model/src/json.rs /work/main/crates/model/src/keyword.rs /work/main/crates/model/src/lookup.rs /work/main/crates/model/src/opening.rs /work/main/crates/model/src/plan.rs /work/main/crates/model/src/position.rs /work/main/crates/model/src/rules.rs /work/main/crates/model/src/settings.rs /work/main/crates/model/src/setup.rs /work/main/crates/model/src/steps.rs /work/main/crates/model/src/vertex_choice.rs /work/main/crates/model/src/words.rs

/work/main/site/wasm/target/wasm32-wasip1/debug/deps/libcatmouse_model-ab8564edd4242c69.rmeta: /work/main/crates/model/src/lib.rs /work/main/crates/model/src/automorphism.rs /work/main/crates/model/src/batch.rs /work/main/crates/model/src/board.rs /work/main/crates/model/src/cops_and_robbers.rs /work/main/crates/model/src/defect.rs /work/main/crates/model/src/endings.rs /work/main/crates/model/src/game.rs /work/main/crates/model/src/json.rs /work/main/crates/model/src/keyword.rs /work/main/crates/model/src/lookup.rs /work/main/crates/model/src/opening.rs /work/main/crates/model/src/plan.rs /work/main/crates/model/src/position.rs /work/main/crates/model/src/rules.rs /work/main/crates/model/src/settings.rs /work/main/crates/model/src/setup.rs /work/main/crates/model/src/steps.rs /work/main/crates/model/src/vertex_choice.rs /work/main/crates/model/src/words.rs

/work/main/crates/model/src/lib.rs:
/work/main/crates/model/src/automorphism.rs:
/work/main/crates/model/src/batch.rs:
/work/main/crates/model/src/board.rs:
/work/main/crates/model/src/cops_and_robbers.rs:
/work/main/crates/model/src/defect.rs:
/work/main/crates/model/src/endings.rs:
/work/main/crates/model/src/game.rs:
/work/main/crates/model/src/json.rs:
/work/main/crates/model/src/keyword.rs:
/work/main/crates/model/src/lookup.rs:
/work/main/crates/model/src/opening.rs:
/work/main/crates/model/src/plan.rs:
/work/main/crates/model/src/position.rs:
/work/main/crates/model/src/rules.rs:
/work/main/crates/model/src/settings.rs:
/work/main/crates/model/src/setup.rs:
/work/main/crates/model/src/steps.rs:
/work/main/crates/model/src/vertex_choice.rs:
/work/main/crates/model/src/words.rs:
