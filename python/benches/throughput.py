"""Graphs a second: compares the package with the command line, and with packages on PyPI if they are installed.

    python benches/throughput.py CATMOUSE GRAPHS [--rounds N]

CATMOUSE is the command in a release build, and GRAPHS a file in graph6. In each round every way is
measured once, and the fastest round counts, so other load on the machine affects all ways alike.
`cop-number` and `ggames` are only asked about the first graphs, and their answers are compared.
"""

from __future__ import annotations

import argparse
import pathlib
import subprocess
import time
from collections.abc import Callable

import networkx as nx

import catmouse


def seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("command", type=pathlib.Path)
    parser.add_argument("graphs", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--others", type=int, default=0, help="about how many graphs the packages on PyPI are asked")
    arguments = parser.parse_args()
    lines = arguments.graphs.read_text().split()

    def command(kind: str) -> None:
        with open("/dev/null", "wb") as nothing:
            subprocess.run([arguments.command, "cops", arguments.graphs, "--format", kind], stdout=nothing, check=True)

    ways: dict[str, Callable[[], object]] = {
        "command line, JSON": lambda: command("json"),
        "command line, CSV": lambda: command("csv"),
        "cops(path)": lambda: catmouse.cops(arguments.graphs),
        "cops(list of lines)": lambda: catmouse.cops(lines),
        "cops(iterator of lines)": lambda: catmouse.cops(iter(lines)),
    }
    if len(lines) <= 100_000:
        graphs = [nx.from_graph6_bytes(line.encode()) for line in lines]
        ways["cops(list of networkx graphs)"] = lambda: catmouse.cops(graphs)
    best = dict.fromkeys(ways, float("inf"))
    for _ in range(arguments.rounds):
        for name, work in ways.items():
            best[name] = min(best[name], seconds(work))
    base = best["command line, CSV"]
    print(f"{len(lines)} graphs, best of {arguments.rounds}")
    for name, taken in best.items():
        print(f"{name:<32}{len(lines) / taken:>12,.0f} graphs/s{taken / len(lines) * 1e6:>9.2f} µs a graph{base / taken:>8.2f}")
    if arguments.others:
        others(lines[: arguments.others])


def others(lines: list[str]) -> None:
    """Asks the packages on PyPI whether one cop wins, and whether two do."""
    graphs = [nx.from_graph6_bytes(line.encode()) for line in lines]
    numbers = catmouse.cops(lines)["cop_number"]
    ways: dict[str, Callable[[nx.Graph, int], bool]] = {}
    try:
        from cop_number import cop

        ways["cop-number"] = lambda graph, cats: not cop.copk(graph, cats)
    except ImportError:
        print("cop-number is not installed")
    try:
        from ggames import cops_robbers_game

        ways["ggames"] = lambda graph, cats: cops_robbers_game.is_kcop_win(list(graph), list(graph.edges), k=cats)
    except ImportError:
        print("ggames is not installed")
    for name, wins in ways.items():
        for cats in (1, 2):
            began = time.perf_counter()
            try:
                found = [wins(graph, cats) for graph in graphs]
            except Exception as error:  # noqa: BLE001 - any error counts
                print(f"{name}, {cats} cats: fails with {error!r}")
                continue
            taken = time.perf_counter() - began
            wrong = sum(is_won != (number <= cats) for is_won, number in zip(found, numbers, strict=True))
            print(f"{name}, {cats} cats: {len(graphs) / taken:,.0f} graphs/s, {wrong} of {len(graphs)} otherwise than here")


if __name__ == "__main__":
    main()
