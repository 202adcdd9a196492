/work/main/site/wasm/target/wasm32-wasip1/debug/deps/catmouse_solver-2404fbfe2ea695e2.d: /work/main/crates/solver/src/lib.rs /work/main/crates/solver/src/bits.rs /work/main/crates/solver/src/control.rs /work/main/crates/solver/src/costs.rs /work/main/crates/solver/src/costs/sweeps.rs /work/main/crates/solver/src/engine.rs /work/main/crates/solver/src/estimate.rs /work/main/crates/solver/src/parallel.rs /work/main/crates/solver/src/queue.rs /work/main/crates/solver/src/request.rs /work/main/crates/solver/src/rows.rs /work/main/crates/solver/src/rows/attractor.rs /work/main/crates/solver/src/rows/block.rs /work/main/crates/solver/src/rows/distances.rs /work/main/crates/solver/src/rows/ends.rs /work/main/crates/solver/src/rows/flat.rs /work/main/crates/solver/src/rows/frontier.rs /work/main/crates/solver/src/rows/kernels.rs /work/main/crates/solver/src/rows/kernels/complement.rs /work/main/crates/solver/src/rows/kernels/packet.rs /work/main/crates/solver/src/rows/kernels/stencil.rs /work/main/crates/solver/src/rows/log.rs /work/main/crates/solver/src/rows/order.rs /work/main/crates/solver/src/rows/sorted.rs /work/main/crates/solver/src/rows/vector.rs /work/main/crates/solver/src/rows/wide.rs /work/main/crates/solver/src/small.rs /work/main/crates/solver/src/teams.rs /work/main/crates/solver/src/teams/aligned.rs /work/main/crates/solver/src/teams/attractor.rs /work/main/crates/solver/src/teams/cursor.rs /work/main/crates/solver/src/teams/ends.rs /work/main/crates/solver/src/teams/legs.rs /work/main/crates/solver/src/teams/numbering.rs /work/main/crates/solver/src/teams/order.rs /work/main/crates/solver/src/teams/push.rs /work/main/crates/solver/src/teams/small.rs /work/main/crates/solver/src/teams/step.rs /work/main/crates/solver/src/teams/table.rs

/work/main/site/wasm/target/wasm32-wasip1/debug/deps/libcatmouse_solver-2404fbfe2ea695e2.rmeta: /work/main/crates/solver/src/lib.rs /work/main/crates/solver/src/bits.rs /work/main/crates/solver/src/control.rs /work/main/crates/solver/src/costs.rs /work/main/crates/solver/src/costs/sweeps.rs /work/main/crates/solver/src/engine.rs /work/main/crates/solver/src/estimate.rs /work/main/crates/solver/src/parallel.rs /work/main/crates/solver/src/queue.rs /work/main/crates/solver/src/request.rs /work/main/crates/solver/src/rows.rs /work/main/crates/solver/src/rows/attractor.rs /work/main/crates/solver/src/rows/block.rs /work/main/crates/solver/src/rows/distances.rs /work/main/crates/solver/src/rows/ends.rs /work/main/crates/solver/src/rows/flat.rs /work/main/crates/solver/src/rows/frontier.rs /work/main/crates/solver/src/rows/kernels.rs /work/main/crates/solver/src/rows/kernels/complement.rs /work/main/crates/solver/src/rows/kernels/packet.rs /work/main/crates/solver/src/rows/kernels/stencil.rs /work/main/crates/solver/src/rows/log.rs /work/main/crates/solver/src/rows/order.rs /work/main/crates/solver/src/rows/sorted.rs /work/main/crates/solver/src/rows/vector.rs /work/main/crates/solver/src/rows/wide.rs /work/main/crates/solver/src/small.rs /work/main/crates/solver/src/teams.rs /work/main/crates/solver/src/teams/aligned.rs /work/main/crates/solver/src/teams/attractor.rs /work/main/crates/solver/src/teams/cursor.rs /work/main/crates/solver/src/teams/ends.rs /work/main/crates/solver/src/teams/legs.rs /work/main/crates/solver/src/teams/numbering.rs /work/main/crates/solver/src/teams/order.rs /work/main/crates/solver/src/teams/push.rs /work/main/crates/solver/src/teams/small.rs /work/main/crates/solver/src/teams/step.rs /work/main/crates/solver/src/teams/table.rs

/work/main/crates/solver/src/lib.rs:
/work/main/crates/solver/src/bits.rs:
/work/main/crates/solver/src/control.rs:
/work/main/crates/solver/src/costs.rs:
/work/main/crates/solver/src/costs/sweeps.rs:
/work/main/crates/solver/src/engine.rs:
/work/main/crates/solver/src/estimate.rs:
/work/main/crates/solver/src/parallel.rs:
/work/main/crates/solver/src/queue.rs:
/work/main/crates/solver/src/request.rs:
/work/main/crates/solver/src/rows.rs:
/work/main/crates/solver/src/rows/attractor.rs:
/work/main/crates/solver/src/rows/block.rs:
/work/main/crates/solver/src/rows/distances.rs:
/work/main/crates/solver/src/rows/ends.rs:
/work/main/crates/solver/src/rows/flat.rs:
/work/main/crates/solver/src/rows/frontier.rs:
/work/main/crates/solver/src/rows/kernels.rs:
/work/main/crates/solver/src/rows/kernels/complement.rs:
/work/main/crates/solver/src/rows/kernels/packet.rs:
/work/main/crates/solver/src/rows/kernels/stencil.rs:
/work/main/crates/solver/src/rows/log.rs:
/work/main/crates/solver/src/rows/order.rs:
/work/main/crates/solver/src/rows/sorted.rs:
/work/main/crates/solver/src/rows/vector.rs:
/work/main/crates/solver/src/rows/wide.rs:
/work/main/crates/solver/src/small.rs:
/work/main/crates/solver/src/teams.rs:
/work/main/crates/solver/src/teams/aligned.rs:
/work/main/crates/solver/src/teams/attractor.rs:
/work/main/crates/solver/src/teams/cursor.rs:
/work/main/crates/solver/src/teams/ends.rs:
/work/main/crates/solver/src/teams/legs.rs:
/work/main/crates/solver/src/teams/numbering.rs:
/work/main/crates/solver/src/teams/order.rs:
/work/main/crates/solver/src/teams/push.rs:
/work/main/crates/solver/src/teams/small.rs:
/work/main/crates/solver/src/teams/step.rs:
/work/main/crates/solver/src/teams/table.rs:
