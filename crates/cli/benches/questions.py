"""How much processor time and memory each command takes, beside `solve` on the same board.

    python crates/cli/benches/questions.py target/release/catmouse

The bars: at most three times the time of `solve` plus 0.1 seconds (`check` twelve times, since it looks at every move
by itself), and at most 1.2 times its memory plus 20 MiB. What is above a bar is marked, and the exit code is then 1.
"""

from __future__ import annotations

import os
import sys

BOARDS = {
    "1 cat, grid": ["grid:30x30", "--preset", "cops"],
    "2 cats, grid": ["grid:20x20", "--preset", "cops", "--cats", "2"],
    "3 cats, grid": ["grid:10x12", "--preset", "cops", "--cats", "3"],
    "1 cat, random": ["random:1000,0.01,seed=1"],
    "2 cats, random": ["random:199,0.05,seed=3", "--preset", "cops", "--cats", "2"],
    "3 cats, random": ["random:120,0.05,seed=3", "--preset", "cops", "--cats", "3"],
    "1 cat, tree": ["random-tree:1500,seed=4"],
    "cat in the hole": ["random:600,0.01,seed=5", "--set", "cat-in-hole=allowed"],
}
QUESTIONS = [
    ["explain"],
    ["explain", "--law"],
    ["explain", "--format", "html"],
    ["moves"],
    ["survey"],
    ["draw"],
    ["draw", "--what", "survey"],
    ["compare", "--with", "first=cat"],
    ["check"],
]


def measured(arguments: list[str]) -> tuple[float, float]:
    """The processor time in seconds and the memory in MiB of a run, which must succeed."""
    child = os.fork()
    if child == 0:
        null = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(null, stream)
        os.execv(arguments[0], arguments)
    _, status, used = os.wait4(child, 0)
    if os.waitstatus_to_exitcode(status) != 0:
        sys.exit(f"failed: {' '.join(arguments)}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    program, above = sys.argv[1], 0
    for name, board in BOARDS.items():
        seconds, memory = measured([program, "solve", *board])
        print(f"{name}: solve {seconds:.2f} s, {memory:.0f} MiB", flush=True)
        for question in QUESTIONS:
            taken, held = measured([program, question[0], *board, *question[1:]])
            bar = (12 if question == ["check"] else 3) * seconds + 0.1
            is_above = taken > bar or held > 1.2 * memory + 20
            above += is_above
            print(f"    {' '.join(question):<28}{taken:7.2f} s {held:6.0f} MiB{'  above the bar' if is_above else ''}", flush=True)
    sys.exit(1 if above else 0)


main()
