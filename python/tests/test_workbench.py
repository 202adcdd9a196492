"""Changes, comparisons and hunts agree with the command line, and with independent results."""

from __future__ import annotations

import copy
import json
import pickle
import warnings
from typing import Any

import networkx as nx
import pyarrow
import pytest
from test_command_line import BINARY, command

import catmouse
from catmouse._reading import Nodes
from catmouse.answers import Comparison, HuntResult

GRID = ["M.#.F", "..#..", "....C"]
RINGS = nx.Graph([("hole", "hall"), ("hall", "attic"), ("attic", "cellar"), ("cellar", "hole"), ("attic", "loft")])
needs_binary = pytest.mark.skipif(not BINARY.exists(), reason=f"there is no {BINARY}: cargo build makes it")


@needs_binary
@pytest.mark.parametrize("flags", [{}, {"kinds": ["wall", "rule"]}, {"pairs": True, "kinds": ["wall"]}, {"only": "flips=true"}, {"top": 3}])
def test_changes_are_those_of_the_command_line(flags: dict[str, Any]) -> None:
    found = catmouse.solve(GRID).whatif(**flags)
    words = ["--format", "json"]
    for kind in flags.get("kinds", []):
        words += ["--kind", kind]
    words += ["--pairs"] * flags.get("pairs", False)
    for name in ("only", "top"):
        words += [f"--{name}", str(flags[name])] if name in flags else []
    answers = command("whatif", "\n".join(GRID), *words)
    assert found.answers() == answers and len(answers) == len(found)
    assert answers[0]["rank"] == 0 and found["flips"][0] is False
    for row, answer in zip(found, answers, strict=True):
        settings = json.loads(row["settings"] or "null")
        shown = {**row, "kind": None, "settings": settings}
        assert shown == {**{key: answer[key] for key in row if key != "kind"}, "kind": None}


def test_each_change_is_what_its_setup_is() -> None:
    found = catmouse.solve(RINGS, hole="hole", mouse="attic", cat="loft").whatif()
    assert len(found) > 20 and {"edge", "start", "rule"} <= set(found["kind"])
    for row in found:
        again = catmouse.solve(row["setup"])
        assert (again.outcome, again.distance) == (row["outcome"], row["distance_plies"]), row["text"]
    for row, change in zip(found, found.changes, strict=True):
        if change is not None:
            again = catmouse.solve(RINGS, **{"hole": "hole", "mouse": "attic", "cat": "loft", **change})
            assert (again.outcome, again.distance) == (row["outcome"], row["distance_plies"]), row["text"]
    assert {"mouse", "cat", "hole", "cat_speed", "first"} <= {key for change in found.changes for key in change or {}}
    # Without the single edge of the loft, the cat has no move at its turn. By default a stalemate is a draw.
    [cut_off] = [row for row in found if row["text"] == "no edge attic–loft"]
    assert (cut_off["outcome"], cut_off["decided_by"], cut_off["flips"]) == ("draw", "stalemate", True)


def test_a_table_of_changes_is_a_table() -> None:
    found = catmouse.solve(GRID).whatif("wall")
    refused = list(found.refused)
    found.refused.clear()
    assert found.refused == refused
    arrow = pyarrow.table(found)
    arrow.validate(full=True)
    assert arrow.column_names == list(found.columns) and arrow.num_rows == len(found)
    assert arrow["flips"].type == pyarrow.bool_() and arrow["rank"].to_pylist() == list(range(len(found)))
    assert found.to_pandas()["distance_plies"].dtype == "Int64"
    assert found._repr_html_().startswith("<table>")
    with pytest.raises(KeyError, match="setup"):
        found["board"]


def test_refusals_of_whatif() -> None:
    solved = catmouse.solve(GRID)
    with pytest.raises(ValueError, match="wall, edge, start, rule"):
        solved.whatif(["walls"])
    with pytest.raises(ValueError, match="only"):
        solved.whatif(only="flip=true")
    with pytest.raises(catmouse.TooLargeError):
        catmouse.solve("grid:40x40", preset="cops").whatif(max_memory=1 << 24)
    with pytest.raises(catmouse.NoDistancesError):
        catmouse.solve(GRID, outcomes_only=True).whatif()


def test_progress() -> None:
    seen: list[tuple[int, int]] = []
    solved = catmouse.solve("grid:9x9", preset="cops", mouse=0, cat=80)
    solved.whatif(["edge", "rule"], progress=lambda done, of: seen.append((done, of)))
    assert all(done <= of for done, of in seen)

    def refuses(done: int, of: int) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        catmouse.solve("grid:14x14", preset="cops", mouse=0, cat=80).whatif(progress=refuses)


@needs_binary
def test_two_boards_side_by_side() -> None:
    one = catmouse.solve(GRID)
    other = catmouse.solve(GRID, cat_jump=2)
    [said] = command("compare", "\n".join(GRID), "--with", "cat-jump=2", "--format", "json")
    assert catmouse.compare(one, other) == Comparison._of(said, one._to_nodes)
    found = catmouse.compare(one, one, hardest=1)
    assert found.parting is None and all(kind.a == kind.b for kind in found.differing)
    with pytest.raises(TypeError, match="two solved boards"):
        catmouse.compare(one, GRID)  # type: ignore[arg-type]
    with pytest.raises(catmouse.NoDistancesError):
        catmouse.compare(one, catmouse.solve(GRID, outcomes_only=True))


HUNTS: list[tuple[dict[str, Any], list[str]]] = [
    ({"longest": "cat", "vertices": 5}, ["--longest", "cat", "--vertices", "5"]),
    ({"draws": True, "vertices": 5, "planar": True, "keep": 3}, ["--draws", "--vertices", "5", "--planar", "--top", "3"]),
    ({"capture_time": True, "vertices": 6}, ["--capture-time", "--vertices", "6"]),
    ({"cop_number": 2, "vertices": 4}, ["--cop-number", "2", "--vertices", "4"]),
    (
        {"longest": "mouse", "grid": (3, 4), "walls": 2, "symmetry": "mirror", "tries": 500, "seed": 3},
        ["--longest", "mouse", "--grid", "3x4", "--walls", "2", "--symmetry", "mirror", "--tries", "500", "--seed", "3"],
    ),
    ({"outcome": "draw", "near": "[[1,3],[0],[3],[0,2]]", "changes": 2}, ["--outcome", "draw", "--near", "[[1,3],[0],[3],[0,2]]", "--changes", "2"]),
    ({"longest": "cat", "vertices": 5, "stalemate": "loss", "first": "cat"}, ["--longest", "cat", "--vertices", "5", "--set", "stalemate=loss", "--first", "cat"]),
]


@needs_binary
@pytest.mark.parametrize(("asked", "words"), HUNTS, ids=[" ".join(words[:3]) for _, words in HUNTS])
def test_hunts_are_those_of_the_command_line(asked: dict[str, Any], words: list[str]) -> None:
    found = catmouse.hunt(**asked)
    [said] = command("hunt", *words, "--quiet", "--format", "json")
    assert found == HuntResult._of(said, Nodes(None, is_grid="grid" in asked))
    for board in found.found:
        assert catmouse.solve(board.setup).outcome == board.outcome


def test_a_hunt_in_graphs() -> None:
    """The longest capture of one cop on seven vertices is three rounds, as on the path; only the graphs that are given are looked at."""
    graphs = [graph for graph in nx.graph_atlas_g() if len(graph) == 7 and nx.is_connected(graph)]
    found = catmouse.hunt(graphs, capture_time=True)
    assert (found.boards, found.complete, found.found[0].capture_time) == (853, True, 3)
    lines = [nx.to_graph6_bytes(graph, header=False).decode().strip() for graph in graphs]
    assert catmouse.hunt(lines, capture_time=True) == found
    assert catmouse.hunt("\n".join(lines), capture_time=True).found == found.found
    near = catmouse.hunt(outcome="draw", near=RINGS, disconnected=True, hole="hole", mouse="attic", cat="loft")
    assert near.found and catmouse.solve(near.found[0].setup).outcome == "draw"
    start = near.found[0].start
    assert start is not None and start.mouse in RINGS and start.cats[0] in RINGS


@pytest.mark.parametrize(
    ("asked", "kind", "said"),
    [
        ({"vertices": 5}, ValueError, "looks for one property"),
        ({"vertices": 5, "draws": True, "longest": "cat"}, ValueError, "looks for one property"),
        ({"draws": True}, ValueError, "looks in one place"),
        ({"draws": True, "vertices": 5, "grid": (2, 2)}, ValueError, "looks in one place"),
        ({"longest": "dog", "vertices": 5}, ValueError, "longest"),
        ({"lesson": "patience", "vertices": 5}, ValueError, "is not a kind of claim"),
        ({"draws": True, "vertices": 5, "keep": 0}, ValueError, "keep at least one"),
        ({"draws": True, "vertices": 70}, ValueError, "70"),
        ({"draws": True, "grid": (3, 3), "symmetry": "all"}, ValueError, "mirror"),
        ({"draws": True, "vertices": 5, "time": -1.0}, ValueError, "seconds"),
        ({"draws": True, "graphs": ["D~~~~~"]}, catmouse.BoardError, "line 1"),
        ({"draws": True, "graphs": nx.path_graph(4)}, TypeError, "into a list"),
        ({"draws": True, "near": "[[1],[0,7]]"}, catmouse.BoardError, "vertex 7"),
        ({"draws": True, "vertices": "5"}, TypeError, "vertices"),
        ({"draws": True, "vertices": 5, "walls": 0}, catmouse.ArgumentError, "walls has no effect: it goes with grid, and this hunt has vertices"),
        ({"draws": True, "vertices": 5, "symmetry": "none"}, catmouse.ArgumentError, "symmetry has no effect: it goes with grid"),
        ({"draws": True, "vertices": 5, "changes": 1}, catmouse.ArgumentError, "changes has no effect: it goes with near"),
        ({"draws": True, "graphs": ["DUW"], "all": True}, catmouse.ArgumentError, "all has no effect: it goes with vertices, and this hunt has graphs"),
        ({"draws": True, "vertices": 5, "weight": None}, catmouse.ArgumentError, "weight has no effect"),
        ({"draws": True, "grid": (2, 3), "input": "grid"}, catmouse.ArgumentError, "input has no effect"),
        ({"draws": True, "vertices": 5, "regular": 2, "max_degree": 2}, catmouse.ArgumentError, "give only one of them"),
        ({"capture_time": True, "vertices": 4, "limit_winner": "cat"}, catmouse.ArgumentError, "bare graphs, where the setting limit winner has no effect"),
        ({"draws": True, "vertices": 5, "keep": True}, catmouse.ArgumentError, "keep is a whole number, not True"),
        ({"draws": True, "vertices": -1}, catmouse.ArgumentError, "vertices is a whole number from 0 to 4294967295, not -1"),
        ({"draws": True, "vertices": 5, "tries": 2**64}, catmouse.ArgumentError, "tries is a whole number"),
    ],
)
def test_hunts_that_make_no_sense(asked: dict[str, Any], kind: type[Exception], said: str) -> None:
    with pytest.raises(kind) as caught:
        catmouse.hunt(**asked)
    assert said in str(caught.value), str(caught.value)
    assert "--" not in str(caught.value)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"draws": True, "vertices": 4, "seed": 1}, ["seed has no effect: all graphs are tried"]),
        ({"draws": True, "vertices": 4, "tries": 9, "all": True}, ["tries has no effect: all graphs are tried"]),
        ({"draws": True, "vertices": 4, "tries": 9, "seed": 2, "all": False}, []),
        ({"draws": True, "graphs": ["DUW"], "tries": 9}, ["tries has no effect: all graphs of the stream are tried"]),
        ({"draws": True, "near": "[[1,3],[0],[3],[0,2]]", "seed": 2, "tries": 9}, ["seed has no effect: boards are tried in order"]),
        ({"draws": True, "vertices": 4, "no_early_catch": True}, ["no_early_catch has no effect: the hunt is not for a win of the Cat"]),
        ({"longest": "cat", "vertices": 4, "no_early_catch": True}, []),
        ({"longest": "cat", "vertices": 4, "hole": 2}, ["hole has no effect: every vertex is tried as the hole"]),
        ({"longest": "cat", "vertices": 4, "hole": [0, 1]}, []),
        ({"cop_number": 2, "vertices": 4, "at_least": 1}, ["at_least has no effect: there is nothing to compare"]),
        ({"capture_time": True, "vertices": 4, "cats_move": "one"}, ["cats_move has no effect: there is one cat"]),
        ({"draws": True, "vertices": 4, "limit_winner": "cat", "hole": "none"}, ["limit_winner has no effect: there is no limit"]),
    ],
)
def test_options_without_effect_on_a_hunt_are_named(asked: dict[str, Any], said: list[str]) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        catmouse.hunt(**asked)
    assert [str(it.message) for it in caught if it.category is catmouse.NoEffectWarning] == said
    assert all(it.filename == __file__ for it in caught), "it is told where the package is called"


def test_copies_and_other_processes() -> None:
    solved = catmouse.solve(GRID)
    assert copy.copy(solved) is solved and copy.deepcopy({"board": solved})["board"] is solved
    with pytest.raises(TypeError, match=r"save\(path\).*catmouse\.load"):
        pickle.dumps(solved)
    for table in (catmouse.cops(["DUW", "D", "DQc"], errors="keep"), solved.whatif(["wall"])):
        again = pickle.loads(pickle.dumps(table))
        assert type(again) is type(table) and list(again) == list(table)
        assert pyarrow.table(again).schema == pyarrow.table(table).schema
        assert copy.deepcopy(table) is table
    kept = (solved.start, solved.value(), solved.moves(), solved.line, solved.certificate(), solved.check())
    assert pickle.loads(pickle.dumps(kept)) == kept
    with pytest.raises(catmouse.BoardError) as caught:
        catmouse.solve("[[1,2],[0,7],[0,8]]")
    again = pickle.loads(pickle.dumps(caught.value))
    assert (type(again), str(again), again.problems) == (catmouse.BoardError, str(caught.value), caught.value.problems)
    with pytest.raises(catmouse.TooLargeError) as large:
        catmouse.solve("grid:60x60", preset="cops", max_memory=1 << 24)
    same = pickle.loads(pickle.dumps(large.value))
    assert (same.wanted, same.allowed) == (large.value.wanted, 1 << 24)


def test_a_time_limit_leaves_changes_out() -> None:
    game = catmouse.solve(nx.path_graph(120), hole=0, mouse=2, cat=3)
    found = game.whatif(["edge"], time=0)
    assert (len(found), found.untried) == (1, 120 * 119 // 2)
    found = game.whatif(["start"], time=60)
    assert found.untried == 0
    with pytest.raises(catmouse.ArgumentError, match="time"):
        game.whatif(time=-1)
