"""How much processor time and memory each command takes, beside `solve` on the same board.

    python crates/cli/benches/questions.py target/dist/catmouse [WORD]

The bars: at most three times the time of `solve` plus 0.1 seconds (`check` twelve times, since it looks at every move
by itself), and at most 1.2 times its memory plus 20 MiB (`compare` twice as much, since it holds two boards). What is
above a bar is marked, and the exit code is then 1. With a word, only the boards with this word in their names are
measured.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

COPS = ["--preset", "cops"]
BOARDS = {
    "1 cat, grid": ["grid:30x30", *COPS],
    "2 cats, grid": ["grid:20x20", *COPS, "--cats", "2"],
    "3 cats, grid": ["grid:10x12", *COPS, "--cats", "3"],
    "1 cat, random": ["random:1000,0.01,seed=1"],
    "2 cats, random": ["random:199,0.05,seed=3", *COPS, "--cats", "2"],
    "3 cats, random": ["random:120,0.05,seed=3", *COPS, "--cats", "3"],
    "1 cat, cubic": ["cubic 1000"],
    "2 cats, cubic": ["cubic 200", *COPS, "--cats", "2"],
    "3 cats, cubic": ["cubic 100", *COPS, "--cats", "3"],
    "1 cat, tree": ["random-tree:1500,seed=4"],
    "2 cats, tree": ["random-tree:200,seed=4", *COPS, "--cats", "2"],
    "1 cat, costs": ["costs 400"],
    "2 cats, costs": ["costs 60", *COPS, "--cats", "2"],
    "3 cats, costs": ["costs 24", *COPS, "--cats", "3"],
    "cat in the hole": ["random:600,0.01,seed=5", "--set", "cat-in-hole=allowed"],
}
QUESTIONS = [
    ["solve", "--save-certificate", "certificate"],
    ["check", "--certificate", "certificate"],
    ["explain"],
    ["explain", "--law"],
    ["explain", "--format", "html"],
    ["annotate", "moves"],
    ["moves"],
    ["survey"],
    ["draw"],
    ["draw", "--what", "survey"],
    ["compare", "--with", "first=cat"],
    ["check"],
]


def cubic(vertices: int) -> list[tuple[int, int]]:
    """The edges of a random cubic graph: three ends a vertex are paired until no edge is a loop or occurs twice."""
    chance = random.Random(vertices)
    ends = [vertex for vertex in range(vertices) for _ in range(3)]
    edges: set[tuple[int, int]] = set()
    while len(edges) < len(ends) // 2 or any(one == other for one, other in edges):
        ends.sort(key=lambda _: chance.random())
        edges = {(min(pair), max(pair)) for pair in zip(ends[::2], ends[1::2])}
    return sorted(edges)


def costs(vertices: int) -> list[tuple[int, int, int]]:
    """The edges of a random cubic graph, each with a cost."""
    chance = random.Random(0)
    return [(one, other, 1 + int(9 * chance.random())) for one, other in cubic(vertices)]


def written(path: Path, edges: Iterable[tuple[int, ...]]) -> str:
    """The file into which the edges were written, one a line."""
    path.write_text("".join(" ".join(map(str, edge)) + "\n" for edge in edges))
    return str(path)


def measured(arguments: list[str]) -> tuple[float, float]:
    """The processor time in seconds and the memory in MiB of a run. Only a certificate may be refused."""
    child = os.fork()
    if child == 0:
        null = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(null, stream)
        os.execv(arguments[0], arguments)
    _, status, used = os.wait4(child, 0)
    if os.waitstatus_to_exitcode(status) != 0 and "--save-certificate" not in arguments:
        sys.exit(f"failed: {' '.join(arguments)}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def least(arguments: list[str]) -> tuple[float, float]:
    """The least time and memory of three runs, because other programs slow down single ones."""
    times, memories = zip(*(measured(arguments) for _ in range(3)))
    return min(times), min(memories)


def played(program: str, board: list[str]) -> str:
    """The moves of the line of best play, one a numbered line of `explain`."""
    page = subprocess.run([program, "explain", "--full", *board], stdout=subprocess.PIPE, check=True, encoding="utf-8")
    return " ".join(re.findall(r"^ *[0-9]+  (\S.*?)  ", page.stdout, re.MULTILINE))


def main() -> None:
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    program, word, above = sys.argv[1], "".join(sys.argv[2:]), 0
    folder = Path(tempfile.mkdtemp())
    for name, board in BOARDS.items():
        if word not in name:
            continue
        kind, _, vertices = board[0].partition(" ")
        if vertices:
            edges = costs(int(vertices)) if kind == "costs" else cubic(int(vertices))
            board = [written(folder / kind, edges), *board[1:]]
        given = {"certificate": str(folder / "certificate"), "moves": played(program, board)}
        Path(given["certificate"]).unlink(missing_ok=True)
        seconds, memory = least([program, "solve", *board])
        print(f"{name}: solve {seconds:.2f} s, {memory:.0f} MiB", flush=True)
        for question in QUESTIONS:
            command, flags = question[0], [given.get(flag, flag) for flag in question[1:]]
            if flags[:1] == ["--certificate"] and not Path(flags[1]).exists():
                print("    the certificate is refused")
                continue
            taken, held = least([program, command, *board, *flags])
            bar = (12 if command == "check" else 3) * seconds + 0.1
            most = (2.4 if command == "compare" else 1.2) * memory + 20
            is_above = taken > bar or held > most
            above += is_above
            ratio = (taken - 0.1) / max(seconds, 0.01)
            print(
                f"    {' '.join(question):<40}{taken:7.2f} s {ratio:6.1f} × {held:6.0f} MiB"
                f"{'  above the bar' if is_above else ''}",
                flush=True,
            )
    shutil.rmtree(folder)
    sys.exit(1 if above else 0)


main()
