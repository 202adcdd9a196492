"""What is taken as a board, as a list and as a keyword, and what a mistake is told."""

from __future__ import annotations

import gzip
import io
import os
import pathlib
import shutil
import subprocess
import sys
from collections.abc import Callable
from typing import Any, cast

import igraph
import networkx as nx
import numpy as np
import pytest
import rustworkx as rx

import catmouse

ROWS = ["M.#.F", "..#..", "....C"]


def test_grids_of_letters() -> None:
    wanted = catmouse.solve(ROWS).answer().value
    letters = [list(row) for row in ROWS]
    for board in (
        letters,
        tuple(tuple(row) for row in letters),
        np.array(letters),
        np.array(letters, dtype="S1"),
        [row.encode() for row in ROWS],
        np.array(ROWS),
        (row for row in ROWS),
        (iter(row) for row in ROWS),
        io.StringIO("\n".join(ROWS)),
        io.BytesIO(gzip.compress("\n".join(ROWS).encode())),
    ):
        assert catmouse.solve(board).answer().value == wanted


def test_files_and_lines_of_bytes(tmp_path: pathlib.Path) -> None:
    """The cycle of five and a star in graph6."""
    text = b"DUW\nDQc\n"
    (tmp_path / "plain.g6").write_bytes(text)
    (tmp_path / "packed.g6.gz").write_bytes(gzip.compress(text))
    with open(tmp_path / "plain.g6", "rb") as file:
        assert catmouse.cops(file)["cop_number"] == [2, 1]
    with open(tmp_path / "plain.g6", encoding="ascii") as lines:
        assert catmouse.cops(lines)["cop_number"] == [2, 1]
    with gzip.open(tmp_path / "packed.g6.gz") as packed:
        assert catmouse.cops(cast(Any, packed))["cop_number"] == [2, 1]
    assert catmouse.cops([b"DUW", "DQc"])["cop_number"] == [2, 1]
    with open(tmp_path / "plain.g6", "rb") as file:
        assert catmouse.solve(file, graph=2, preset="cops").outcome == "cat"


def test_graphs_of_igraph() -> None:
    assert catmouse.cop_number(igraph.Graph.Famous("Petersen")) == 3
    rooms = igraph.Graph(directed=True)
    rooms.add_vertices(["hole", "hall", "attic"])
    rooms.add_edges([("attic", "hall"), ("hall", "hole"), ("hole", "hall")])
    rooms.es["weight"] = [5, 2, 1]
    game = catmouse.solve(rooms, hole="hole", mouse="attic", cat="attic", capture_distance=0)
    assert game.nodes == ["hole", "hall", "attic"] and game.outcome == "cat"
    costly = catmouse.solve(rooms, hole="hole", mouse="hall", cat="attic")
    assert (costly.outcome, costly.cost, costly.line[0].to) == ("mouse", 2, "hole")
    assert catmouse.cops([igraph.Graph.Ring(5), igraph.Graph.Star(4)])["cop_number"] == [2, 1]
    with pytest.raises(TypeError, match="into a list"):
        catmouse.cops(rooms)


def test_graphs_of_derived_classes() -> None:
    class Directed(rx.PyDiGraph):
        """A class of a program."""

    graph = Directed()
    graph.add_nodes_from(range(3))
    graph.add_edges_from_no_data([(0, 1), (1, 2), (2, 0)])
    assert catmouse.cop_number(graph, directed=True) == catmouse.cop_number({0: [1], 1: [2], 2: [0]}, directed=True) == 2


@pytest.mark.parametrize("cats", [[0, 3], (0, 3), range(0, 4, 3), np.array([0, 3]), {0, 3}, (n for n in (0, 3)), {0: "a", 3: "b"}.keys()])
def test_what_is_taken_where_a_list_is(cats: Any) -> None:
    game = catmouse.solve(nx.path_graph(6), preset="cops", mouse=np.int64(5), cat=cats)
    assert (game.start.mouse, game.start.cats) == (5, (0, 3))
    holes = catmouse.solve(nx.path_graph(6), mouse=np.int32(2), cat=np.int8(4), hole=range(2))
    assert holes.rules["hole"] == [0, 1] and holes.distance == 1


def test_names_of_graphs() -> None:
    named = nx.cycle_graph(5)
    named.name = "ring"
    table = catmouse.cops([named, nx.path_graph(3), nx.Graph([(0, 1)], name="Kante ä")])
    assert table["name"] == ["ring", None, "Kante ä"]


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: catmouse.solve("petersen", **cast(Any, {"mous": 3})), "solve has no keyword argument 'mous': did you mean mouse?"),
        (lambda: catmouse.solve("petersen", **cast(Any, {"kat": 3})), "did you mean cat?"),
        (lambda: catmouse.solve("petersen", **cast(Any, {"frist": "cat"})), "did you mean first?"),
        (lambda: catmouse.solve("petersen", **cast(Any, {"mouse_jmp": 3})), "did you mean mouse_jump?"),
        (lambda: catmouse.cop_number("petersen", **cast(Any, {"max_memroy": 3})), "did you mean max_memory?"),
        (lambda: catmouse.hunt(**cast(Any, {"longst": "cat"})), "did you mean longest?"),
        (lambda: catmouse.load("x", "petersen", **cast(Any, {"presset": "cops"})), "did you mean preset?"),
    ],
)
def test_an_unknown_keyword_names_the_nearest(ask: Callable[[], object], said: str) -> None:
    with pytest.raises(TypeError) as caught:
        ask()
    assert said in str(caught.value)


def test_a_misspelt_name_says_what_a_board_may_be() -> None:
    with pytest.raises(FileNotFoundError) as caught:
        catmouse.cop_number("petersson")
    assert "did you mean 'petersen'?" in str(caught.value) and "a graph in memory" in str(caught.value)
    assert caught.value.filename == "petersson" and caught.value.errno is not None
    with pytest.raises(FileNotFoundError, match=r"^\[Errno 2\] No such file or directory: "):
        catmouse.cop_number("no/such/file.g6")


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
def test_a_small_graph_asks_the_system_nothing(tmp_path: pathlib.Path) -> None:
    """A second call about three vertices opens no file and starts no thread."""
    program = (
        "import os, catmouse, networkx as nx\n"
        "path = nx.path_graph(3)\n"
        "ask = lambda: (catmouse.cop_number(path), catmouse.capture_time(path), catmouse.solve(path, preset='cops').outcome)\n"
        "ask()\n"
        "os.path.exists('/begin')\n"
        "ask()\n"
        "os.path.exists('/end')\n"
    )
    trace = tmp_path / "trace"
    calls = "trace=open,openat,clone,clone3,stat,newfstatat,sched_getaffinity"
    ran = subprocess.run(["strace", "-f", "-o", trace, "-e", calls, sys.executable, "-c", program], env={**os.environ}, check=False)
    if ran.returncode != 0:
        pytest.skip("strace is not allowed here")
    asked = trace.read_text().partition("/begin")[2].partition("/end")[0]
    lines = [line for line in asked.splitlines()[1:] if "stat(" not in line and "newfstatat" not in line]
    assert lines == [], lines
