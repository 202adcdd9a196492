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


MAZE = """\
+--+--+--+
|M    |  |
+  +--+  +
|  |     |
+  +  +--+
|     |C |
+--+  +  +
|  |     |
+--+--+--+
"""
OPEN = ["M..", "...", "..C", "..."]
WALLS = [((0, 1), (0, 2)), ((0, 1), (1, 1)), ((1, 0), (1, 1)), ((1, 2), (2, 2)), ((2, 1), (2, 2)), ((2, 0), (3, 0)), ((3, 0), (3, 1))]


def test_grids_with_thin_walls(tmp_path: pathlib.Path) -> None:
    """The walls of a maze are those that its drawing has, however they are given."""
    rules: catmouse.Rules = {"endless": "mouse", "hole": None}
    drawn = catmouse.solve(MAZE, preset="cops", **rules)
    ways: list[Any] = [
        WALLS,
        tuple(WALLS),
        (wall for wall in WALLS),
        {frozenset(wall) for wall in WALLS},
        [[list(other), list(one)] for one, other in WALLS],
        np.array(WALLS),
        nx.Graph(WALLS).edges,
        [*WALLS, *WALLS],
    ]
    for walls in ways:
        game = catmouse.solve(OPEN, walls=walls, preset="cops", **rules)
        assert game.answer() == drawn.answer() and list(game) == list(drawn)
    for board in ([list(row) for row in OPEN], np.array([list(row) for row in OPEN]), np.array(OPEN)):
        assert catmouse.solve(board, walls=WALLS, preset="cops", **rules).answer() == drawn.answer()
    for lines in (MAZE.splitlines(), tuple(MAZE.splitlines()), np.array(MAZE.splitlines())):
        assert catmouse.solve(lines, preset="cops", **rules).answer() == drawn.answer()
    # Without walls the cat is nearer, and a wall is no other board.
    open_grid = catmouse.solve(OPEN, preset="cops", **rules)
    assert open_grid.answer() != drawn.answer() == catmouse.solve(open_grid.board, walls=WALLS, preset="cops", **rules).answer()
    assert catmouse.solve(OPEN, walls=[], preset="cops", **rules).answer() == open_grid.answer()


def test_the_walls_are_kept(tmp_path: pathlib.Path) -> None:
    """In files, in proofs, in changed boards, and in Cops and Robbers without a start."""
    game = catmouse.solve(OPEN, walls=WALLS, preset="cops")
    game.save(tmp_path / "maze.table")
    assert list(catmouse.load(tmp_path / "maze.table")) == list(game)
    assert list(catmouse.load(tmp_path / "maze.table", OPEN, walls=WALLS, preset="cops")) == list(game)
    with pytest.raises(catmouse.TableError):
        catmouse.load(tmp_path / "maze.table", OPEN, preset="cops")
    assert catmouse.check_certificate(game.certificate())
    assert catmouse.check_certificate(catmouse.solve(OPEN, walls=iter(WALLS), preset="cops").certificate())
    assert catmouse.check_certificate(game.certificate().text, OPEN, walls=WALLS, preset="cops")
    changed = game.whatif(["start"], top=1)
    assert catmouse.solve(changed["setup"][1]).outcome == changed["outcome"][1] and changed["setup"][1].count("--") > 8
    # This maze is a tree but for no edge: 12 cells and 11 openings, so that one cat wins on it as on any tree. An open grid needs two.
    ring = nx.grid_2d_graph(4, 3)
    ring.remove_edges_from(WALLS)
    assert catmouse.cops_on(OPEN, walls=WALLS) == catmouse.cops_on(MAZE)
    for ask in (catmouse.cop_number, catmouse.capture_time):
        assert ask(OPEN, walls=WALLS) == ask(ring)
    assert catmouse.placement(OPEN, walls=WALLS) == catmouse.placement(MAZE)
    assert catmouse.dismantling(OPEN, walls=WALLS) == catmouse.dismantling(MAZE)
    assert catmouse.cops([MAZE.splitlines()])["cop_number"] == [catmouse.cop_number(ring)]


@pytest.mark.parametrize(
    ("board", "walls", "kind", "said"),
    [
        (OPEN, [((0, 0), (1, 1))], catmouse.BoardError, "walls[0]: the cells (0, 0) and (1, 1) are not side by side"),
        (OPEN, [*WALLS, ((0, 0), (0, 0))], catmouse.BoardError, "walls[7]: the cells (0, 0) and (0, 0) are not side by side"),
        (OPEN, [((3, 2), (4, 2))], catmouse.BoardError, "walls[0]: the grid has no cell (4, 2): its cells are (0, 0) to (3, 2)"),
        (OPEN, [((0, -1), (0, 0))], catmouse.BoardError, "walls[0]: the grid has no cell (0, -1)"),
        (OPEN, [(0, 1)], catmouse.ArgumentError, "walls[0] is (0, 1), and a wall is a pair of cells (row, column)"),
        (OPEN, [((0, 0), (0, 1), (0, 2))], catmouse.ArgumentError, "walls[0] is"),
        (OPEN, [((0, 0), (0, 0.5))], catmouse.ArgumentError, "walls[0] is"),
        (OPEN, ["ab"], catmouse.ArgumentError, "walls[0] is 'ab'"),
        (OPEN, 3, catmouse.ArgumentError, "walls is a list of pairs of cells, such as [((0, 0), (0, 1))], not 3"),
        (OPEN, "no", catmouse.ArgumentError, "not 'no'"),
        (MAZE, WALLS, catmouse.ArgumentError, "has its walls in it"),
        (MAZE.splitlines(), WALLS, catmouse.ArgumentError, "has its walls in it"),
        (nx.grid_2d_graph(2, 2), [((0, 0), (0, 1))], catmouse.ArgumentError, "walls are missing edges"),
        ([[1], [0]], [((0, 0), (0, 1))], catmouse.ArgumentError, "walls are those between the cells of a grid"),
        (["M..", ".C"], [((0, 0), (0, 1))], catmouse.BoardError, "row 1 has width 2"),
        (["M..", ".CX"], [((0, 0), (0, 1))], catmouse.BoardError, "board[1][2]"),
    ],
)
def test_walls_that_are_none_are_refused(board: Any, walls: Any, kind: type[Exception], said: str) -> None:
    for ask in (catmouse.solve, catmouse.cop_number):
        with pytest.raises(kind) as caught:
            ask(board, walls=walls)
        assert said in str(caught.value), str(caught.value)
    with pytest.raises(catmouse.ArgumentError, match="input says how a text is read"):
        catmouse.solve(OPEN, walls=WALLS, input="grid")
    with pytest.raises(catmouse.ArgumentError, match="weight says what edges cost"):
        catmouse.solve(OPEN, walls=WALLS, weight="length")
