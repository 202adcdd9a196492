"""All objects that are accepted as boards, and the errors about others."""

from __future__ import annotations

import copy
import errno
import gzip
import os
import pathlib
import warnings
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any, cast

import networkx as nx
import numpy as np
import pytest
import rustworkx as rx
import scipy.sparse

import catmouse

LISTS = [[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]]
GRAPH = nx.Graph((vertex, other) for vertex, others in enumerate(LISTS) for other in others)


def same(solved: catmouse.Solved) -> None:
    """The example of LeetCode 913, which is a draw."""
    assert (solved.outcome, solved.start) == ("draw", catmouse.Position(1, (2,), "mouse"))
    assert solved.answer().positions == catmouse.solve(LISTS).answer().positions


def test_the_same_board_in_many_guises(tmp_path: pathlib.Path) -> None:
    matrix = nx.to_numpy_array(GRAPH, nodelist=range(6), dtype=int)
    text = "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]"
    report = f"Wrong Answer\nInput\ngraph =\n{text}\nOutput\n1\nExpected\n0\n"
    same(catmouse.solve(report))
    path = tmp_path / "board.txt"
    path.write_text(text)
    packed = tmp_path / "board.txt.gz"
    packed.write_bytes(gzip.compress(text.encode()))
    turned = nx.Graph()
    turned.add_nodes_from([5, 3, 1, 0, 2, 4])
    turned.add_edges_from(GRAPH.edges)
    in_order = nx.Graph()
    in_order.add_nodes_from(range(6))
    in_order.add_edges_from(GRAPH.edges)
    rust = rx.PyGraph()
    rust.add_nodes_from("abcdef")
    rust.add_edges_from_no_data(list(GRAPH.edges))
    for board in (
        GRAPH,
        GRAPH.to_directed(),
        turned,
        nx.MultiGraph(GRAPH),
        LISTS,
        tuple(tuple(others) for others in LISTS),
        text,
        text.encode(),
        path,
        str(path),
        packed,
        matrix,
        matrix.astype(bool),
        matrix.astype(float),
        scipy.sparse.csr_array(matrix),
        scipy.sparse.coo_matrix(matrix),
        {vertex: set(others) for vertex, others in enumerate(LISTS)},
        rust,
        rx.networkx_converter(in_order),
        nx.to_graph6_bytes(in_order, header=False).decode().strip(),
    ):
        same(catmouse.solve(board))


@pytest.mark.parametrize(
    "nodes",
    [
        "abcdef",
        [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)],
        [1, 2, 3, 4, 5, 6],
        [10, -3, 7, 0, 99, 5],
        [frozenset({1}), frozenset({2}), frozenset({1, 2}), frozenset(), frozenset({3}), frozenset({4})],
        [1.5, "1.5", None.__class__, (1,), b"x", True],
    ],
)
def test_nodes_come_back_as_they_went_in(nodes: Any) -> None:
    named = nx.relabel_nodes(GRAPH, dict(enumerate(nodes)))
    solved = catmouse.solve(named, mouse=nodes[1], cat=nodes[2], hole=nodes[0])
    assert solved.outcome == "draw"
    start = solved.start
    assert start.mouse is list(named)[list(named).index(nodes[1])]
    assert start.cats == (nodes[2],)
    assert {position.mouse for position, _ in solved} == set(nodes)
    assert all(move.to in named[nodes[1]] for move in solved.moves())
    assert set(solved.nodes) == set(nodes)
    assert solved.value(nodes[0], nodes[2], "cat").outcome == "mouse"


def test_several_cats() -> None:
    graph = nx.grid_2d_graph(3, 3)
    solved = catmouse.solve(graph, preset="cops", cat=[(0, 0), (2, 2)], mouse=(0, 2), hole=None)
    assert solved.outcome == "cat" and solved.start.cats == ((0, 0), (2, 2))
    assert solved.best_moves() and all(isinstance(move, tuple) and len(move) == 2 for move in solved.best_moves())
    assert catmouse.solve(graph, preset="cops", cat={(0, 0), (2, 2)}, mouse=(0, 2)).distance == solved.distance
    assert catmouse.solve(graph, preset="cops", cat=((0, 0), (2, 2)), mouse=(0, 2)).distance == solved.distance
    with pytest.raises(TypeError, match="cat=\\["):
        catmouse.solve(graph, preset="cops", cats=[(0, 0), (2, 2)])  # type: ignore[arg-type]
    winner, distance, mice, cats = solved.values()
    assert winner.shape == distance.shape == (2, 9, 45) and len(mice) == 9 and len(cats) == 45
    row, column = mice.index((0, 2)), cats.index(((0, 0), (2, 2)))
    assert winner[1, row, column] == 2 and distance[1, row, column] == solved.distance


def test_grids_and_rules() -> None:
    solved = catmouse.solve(["M.C...F"], cat_jump=1, mouse_jump=4)
    assert (solved.outcome, solved.start.mouse, solved.start.cats) == ("mouse", (0, 0), ((0, 2),))
    assert isinstance(solved.line[0].to, tuple)
    assert solved.value((0, 0), (0, 2)).outcome == "mouse"
    assert catmouse.solve("M.C...F\n.......", limit=3).decided_by == "limit"
    assert catmouse.solve(LISTS, endless="mouse").outcome == "mouse"
    assert catmouse.solve(LISTS, hole="none", endless="cat").outcome == "cat"
    assert catmouse.solve(LISTS, first="cat").start.turn == "cat"
    parallel = "0 1 5\n1 0 7\n1 2 1\n"
    with pytest.raises(catmouse.BoardError, match="`parallel_edges=True`"):
        catmouse.solve(parallel)
    assert catmouse.solve(parallel, parallel_edges=True).cost == 5
    assert catmouse.solve(parallel, directed=True).cost is None or catmouse.solve(parallel, directed=True).cost == 7


def test_options_without_effect_are_named() -> None:
    path = nx.path_graph(4)
    for ask, said in (
        (lambda: catmouse.solve(path, preset="cops", limit_winner="mouse"), "limit_winner has no effect: there is no limit"),
        (lambda: catmouse.solve(path, preset="cops", cats_move="one"), "cats_move has no effect: there is one cat"),
        (lambda: catmouse.solve(["M.C"], directed=True, hole="none"), "directed has no effect: the cells of a grid"),
        (lambda: catmouse.check_certificate(catmouse.solve(LISTS).certificate(), LISTS, limit_winner="cat"), "limit_winner has no effect"),
        (lambda: catmouse.capture_time(path, 1, lazy=True), "lazy has no effect: there is one cat"),
        (lambda: catmouse.placement(path, 1, cats_move="all"), "cats_move has no effect: there is one cat"),
        (lambda: catmouse.cops(["DUW"], max_cats=1, lazy=True), "lazy has no effect: there is one cat"),
    ):
        with pytest.warns(catmouse.NoEffectWarning, match=said) as caught:
            ask()
        assert caught[0].filename == __file__, "it is told where the package is called"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        catmouse.solve(path, preset="cops", limit=9, limit_winner="mouse")
        catmouse.capture_time(path, 2, lazy=True)
    for board in ("DUW", b"DUW", LISTS, ["M.C"]):
        with pytest.raises(catmouse.ArgumentError, match="weight"):
            catmouse.solve(board, weight="length", hole="none")
    with pytest.raises(catmouse.ArgumentError, match="which says itself"):
        catmouse.solve("0 1 5\n1 2 7\n", weight=None)


def test_an_argument_that_is_none_is_named() -> None:
    solved = catmouse.solve(LISTS)
    for ask, said in (
        (lambda: solved.survey(cast(Any, "3")), "hardest is a whole number, not '3'"),
        (lambda: solved.survey(-1), "hardest is a whole number from 0"),
        (lambda: solved.hardest("cat", 2**70), "count is a whole number from 0"),
        (lambda: solved.annotate("\udc80"), "moves is a text"),
        (lambda: solved.value(1, 2, cast(Any, 3)), "turn is 'mouse' or 'cat', not 3"),
        (lambda: solved.whatif(top=-1), "top is a whole number from 0"),
        (lambda: solved.whatif(cast(Any, [1])), "kinds is a text or a list of words"),
        (lambda: solved.whatif(progress=cast(Any, 3)), "progress is a function or None, not 3"),
        (lambda: solved.save(cast(Any, 3)), "path is the name of a file, not 3"),
        (lambda: catmouse.load(cast(Any, b"x"), LISTS), "path is the name of a file"),
        (lambda: catmouse.solve(LISTS, outcomes_only=cast(Any, "no")), "outcomes_only is True or False, not 'no'"),
        (lambda: catmouse.solve("DUW", base=-1), "base is a whole number from 0"),
        (lambda: catmouse.solve("DUW", max_memory=(1 << 24) - 1), "max_memory is a whole number from 16777216"),
        (lambda: catmouse.cops(cast(Any, 3)), "cops takes many graphs: .* not 3"),
        (lambda: catmouse.capture_time("DUW", cast(Any, 1.5)), "cats is a whole number or None, not 1.5"),
        (lambda: catmouse.compare(solved, solved, hardest=-1), "hardest is a whole number from 0"),
    ):
        with pytest.raises(catmouse.ArgumentError, match=said):
            ask()


def test_names_of_a_text() -> None:
    text = 'graph { hole -- hall -- attic -- cellar -- hole }'
    solved = catmouse.solve(text, mouse="hall", cat="cellar", hole="hole", stalemate="loss")
    assert solved.start.mouse == "hall" and solved.line[0].to == "hole"
    with pytest.raises(catmouse.BoardError, match="hole=NODE"):
        catmouse.solve(text, mouse="hall", cat="cellar")
    with pytest.warns(catmouse.NumberingWarning, match="from 1"):
        catmouse.solve("p edge 4 3\ne 1 2\ne 2 3\ne 3 4\n")


@pytest.mark.parametrize(
    ("board", "rules", "kind", "said"),
    [
        ("[[1,2],[0,7],[0]]", {}, catmouse.BoardError, "line 1, column 11: vertex 7 does not exist"),
        ("[[1,2],[0,", {}, catmouse.BoardError, "line 1"),
        ([[1, 2], [0, 7], [0]], {}, catmouse.BoardError, "vertex 7 does not exist"),
        ([[0, 1], [1, 0]], {}, catmouse.BoardError, "rows of a matrix"),
        ([[1.5]], {}, catmouse.BoardError, "no whole number"),
        ([], {}, catmouse.BoardError, ""),
        (nx.Graph(), {}, catmouse.BoardError, ""),
        (["M.C", ".."], {}, catmouse.BoardError, ""),
        (nx.path_graph("abc"), {}, catmouse.BoardError, "the hole has to be given"),
        (nx.path_graph("abc"), {"hole": "z"}, catmouse.BoardError, "hole: 'z' is no node of the graph: its nodes are 'a', 'b', 'c'"),
        (nx.path_graph(4), {"mouse": 9}, catmouse.BoardError, "mouse: 9 is no node"),
        (nx.path_graph(4), {"mouse": [1]}, catmouse.BoardError, "is no node"),
        (nx.path_graph(4), {"mouse_jump": 2}, catmouse.BoardError, "mouse_jump"),
        (nx.path_graph(4), {"mouse_speed": 0}, catmouse.BoardError, "mouse_speed"),
        (nx.path_graph(4), {"mouse_sped": 2}, TypeError, "mouse_speed"),
        (nx.path_graph(4), {"mouse_speed": "2"}, TypeError, "a whole number, not '2'"),
        (nx.path_graph(4), {"mouse_may_stay": 1}, TypeError, "True or False, not 1"),
        (nx.path_graph(4), {"stalemate": "win"}, ValueError, "'draw', 'pass', 'loss'"),
        (nx.path_graph(4), {"preset": "chess"}, ValueError, "cat-and-mouse"),
        (nx.path_graph(4), {"first": "dog"}, ValueError, "mouse"),
        (nx.path_graph(4), {"threads": 0}, ValueError, "from 1 to 4096"),
        (nx.path_graph(4), {"input": "edges"}, TypeError, "no text"),
        (np.zeros((2, 3)), {}, catmouse.BoardError, "2 by 3"),
        (np.array([[0, 0.5], [0.5, 0]]), {}, catmouse.BoardError, "0.5"),
        (nx.Graph([(0, 1, {"weight": -4}), (1, 2, {"weight": 2})]), {}, catmouse.BoardError, "edge (0, 1)"),
        ({0: [1], 1: [0, 2]}, {}, catmouse.BoardError, "2 is a neighbour"),
        ("no-such-file.txt", {}, FileNotFoundError, "no-such-file.txt"),
        (pathlib.Path("no-such-file.txt"), {}, FileNotFoundError, "No such file or directory: 'no-such-file.txt'"),
        (pathlib.Path("/"), {}, IsADirectoryError, "directory"),
        ("petersen:3", {}, catmouse.BoardError, "petersen"),
        ("0 1\n1 0", {}, catmouse.BoardError, "input='edges'"),
        ("Bw\nC~\n", {}, catmouse.BoardError, "graph=N"),
        ("Bw\nC~\n", {"graph": 3}, catmouse.BoardError, "no graph 3"),
        (object(), {}, TypeError, "a board is a graph of networkx"),
        (3, {}, TypeError, "is no board"),
    ],
)
def test_errors_say_what_is_wrong(board: Any, rules: dict[str, Any], kind: type[Exception], said: str) -> None:
    with pytest.raises(kind) as caught:
        catmouse.solve(board, **rules)
    assert said in str(caught.value), str(caught.value)
    if isinstance(caught.value, catmouse.CatmouseError):
        assert "--" not in str(caught.value)


def test_errors_have_places() -> None:
    with pytest.raises(catmouse.BoardError) as caught:
        catmouse.solve("[[1,2],[0,7],[0,8]]")
    error = caught.value
    assert (error.line, error.column) == (1, 11)
    assert [(problem.text, problem.column) for problem in error.problems] == [("7", 11), ("8", 17)]
    assert isinstance(error, ValueError)
    weighted = nx.Graph([("x", "y", {"weight": 0}), ("y", "z", {"weight": 2})])
    with pytest.raises(catmouse.BoardError) as caught:
        catmouse.solve(weighted, mouse="x", cat="z", hole="y")
    assert caught.value.problems[0].edge == ("x", "y")


def test_memory_is_refused_before_it_is_asked_for() -> None:
    with pytest.raises(MemoryError) as caught:
        catmouse.solve(nx.grid_2d_graph(40, 40), preset="cops", cats=3)
    assert isinstance(caught.value, catmouse.TooLargeError) and caught.value.wanted > 1 << 34
    with pytest.raises(catmouse.TooLargeError, match="max_memory"):
        catmouse.solve("grid:60x60", max_memory=1 << 24)
    with pytest.raises(catmouse.TooLargeError):
        catmouse.cop_number(nx.hypercube_graph(9), max_memory=1 << 24)


def test_ask_and_keep(tmp_path: pathlib.Path) -> None:
    solved = catmouse.solve(nx.petersen_graph(), preset="cops", cats=3)
    path = tmp_path / "petersen.table"
    solved.save(path)
    loaded = catmouse.load(path, nx.petersen_graph(), preset="cops", cats=3)
    assert loaded.answer() == solved.answer() and loaded.check()
    assert np.array_equal(loaded.values().winner, solved.values().winner)
    assert np.array_equal(loaded.values().distance, solved.values().distance)
    with pytest.raises(catmouse.TableError):
        catmouse.load(path, nx.petersen_graph(), preset="cops", cats=2)
    with pytest.raises(FileNotFoundError):
        catmouse.load(tmp_path / "none", nx.petersen_graph(), preset="cops", cats=3)
    (tmp_path / "junk").write_text("junk")
    with pytest.raises(catmouse.TableError):
        catmouse.load(tmp_path / "junk", nx.petersen_graph(), preset="cops", cats=3)

    proof = solved.certificate()
    proof.save(tmp_path / "proof.jsonl")
    checked = catmouse.check_certificate(tmp_path / "proof.jsonl", nx.petersen_graph(), preset="cops", cats=3)
    assert checked and checked.outcome == "cat" and "wins" in checked.text
    assert not catmouse.check_certificate(proof, nx.petersen_graph(), preset="cops", cats=2)
    with pytest.raises(catmouse.CertificateError):
        catmouse.check_certificate("no\ncertificate\n", nx.petersen_graph(), preset="cops", cats=3)

    quick = catmouse.solve(nx.petersen_graph(), preset="cops", cats=3, outcomes_only=True)
    assert quick.outcome == "cat"
    assert np.array_equal(quick.values().winner, solved.values().winner) and quick.values().distance.size == 0
    with pytest.raises(catmouse.NoDistancesError):
        quick.line  # noqa: B018
    quick.save(tmp_path / "outcomes.table")
    assert catmouse.load(tmp_path / "outcomes.table", nx.petersen_graph(), preset="cops", cats=3).outcome == "cat"


def test_system_errors_about_files_are_os_errors(tmp_path: pathlib.Path) -> None:
    """A system error about a file raises Python's own exception, with the error number and the name of the file."""
    solved = catmouse.solve(LISTS)
    ways: list[Callable[[pathlib.Path], object]] = [
        solved.save,
        solved.certificate().save,
        lambda path: catmouse.load(path, LISTS),
        lambda path: catmouse.check_certificate(path, LISTS),
        catmouse.solve,
        catmouse.cop_number,
        catmouse.cops,
        lambda path: catmouse.hunt(path, draws=True),
        lambda path: catmouse.hunt(near=path, draws=True),
        lambda path: catmouse.solve(str(path)),
    ]
    (tmp_path / "file").write_text("")
    for way in ways:
        for path, kind, number in (
            (tmp_path / "no" / "such", FileNotFoundError, errno.ENOENT),
            (tmp_path / "file" / "inside", NotADirectoryError, errno.ENOTDIR),
            (tmp_path, IsADirectoryError, errno.EISDIR),
        ):
            with pytest.raises(kind) as caught:
                way(path)
            assert (caught.value.errno, str(caught.value.filename)) == (number, str(path))
        # Such a name is impossible, so the system reports no error.
        with pytest.raises((catmouse.CatmouseError, ValueError)):
            way(pathlib.Path("a\0b"))
    with pytest.raises(FileNotFoundError):
        catmouse.solve("\udc80")
    (tmp_path / "file").write_bytes(b"\xff\n")
    with pytest.raises(catmouse.CertificateError, match="UTF-8"):
        catmouse.check_certificate(tmp_path / "file", LISTS)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is forbidden here")
def test_a_forbidden_folder_is_told(tmp_path: pathlib.Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(PermissionError) as caught:
        catmouse.solve(LISTS).save(tmp_path / "table")
    assert caught.value.errno == errno.EACCES and caught.value.filename == str(tmp_path / "table")


def test_answers_are_the_callers_own() -> None:
    """If a caller modifies an answer, neither the board nor later answers change."""
    solved = catmouse.solve(LISTS)
    ways: list[Callable[[], Any]] = [lambda: solved.nodes, lambda: solved.names, lambda: solved.rules]
    ways += [lambda: solved.line, lambda: solved.story, lambda: solved.moves(), lambda: solved.hardest("cat", 1)]
    shown = repr(solved), str(solved)
    for way in ways:
        before = copy.deepcopy(way())
        changed = way()
        changed.clear()
        assert way() == before
    for answer in (solved.answer(), solved.explain(), solved.survey(), solved.strategies(), solved.start):
        with pytest.raises(AttributeError):
            answer.outcome = "x"  # type: ignore[misc, union-attr]
    winner, distance, mice, cats = solved.values()
    winner[:], distance[:] = 7, 7
    mice.clear()
    cats.clear()
    assert 7 not in solved.values().winner and solved.values().mouse == solved.nodes and solved.check()
    assert (repr(solved), str(solved), solved.outcome) == (*shown, "draw")


def test_costs_that_add_up_to_too_much() -> None:
    """The mouse's way home has two edges that cost 10⁹ each. The sum exceeds the greatest distance, 2³⁰."""
    costly = nx.path_graph(5)
    nx.set_edge_attributes(costly, 10**9, "weight")
    with pytest.raises(catmouse.BoardError, match="costs 1073741824 or more in total: use lower costs.*weight=None"):
        catmouse.solve(costly, hole=0, mouse=2, cat=4)
    assert catmouse.solve(costly, hole=0, mouse=2, cat=4, weight=None).distance == 3


def test_positions_that_are_none() -> None:
    solved = catmouse.solve(LISTS)
    for asked in ({"mouse": 1}, {"cat": 1}, {"turn": "cat"}):
        with pytest.raises(TypeError):
            solved.value(**asked)
    with pytest.raises(catmouse.BoardError, match="hole"):
        solved.value(1, 0)
    with pytest.raises(catmouse.BoardError, match="2 cats, but the game has 1"):
        solved.value(1, [2, 3])
    with pytest.raises(catmouse.BoardError, match="vertex 17"):
        solved.value(1, 17)
    with pytest.raises(catmouse.MoveError) as caught:
        solved.annotate("M 1→3 C 2→1")
    assert caught.value.column == 7  # counted in characters, not in bytes
    with pytest.raises(catmouse.MoveError) as caught:
        solved.why("M 1→3", after="M 1→3 C 2→1")
    assert caught.value.column == 7


def test_it_shows_itself() -> None:
    solved = catmouse.solve(["M..F", ".#..", "C..."], cat_jump=2)
    assert repr(solved) == "<catmouse.Solved: the Cat wins in 4 plies; M(0,0) C(2,0) mouse, 242 positions>"
    assert "because" not in repr(solved) and "→" in str(solved)
    shown = solved._repr_html_()
    assert shown.startswith("<svg") and len(shown) < 60_000
    large = catmouse.solve("grid:30x30", preset="cops", mouse=0, cat=899)
    assert len(large._repr_html_()) < 60_000
    page = solved.page()._repr_html_()
    assert page.startswith("<iframe") and "<script" not in page and "&lt;script" in page
    for what in ("board", "line", "survey", "lesson", "choices"):
        assert solved.svg(what).startswith("<svg")
    with pytest.raises(ValueError, match="choices"):
        solved.svg("cat")  # type: ignore[arg-type]
    assert solved.strategies().strategies and solved.survey().distances


def test_mistakes_of_new_users() -> None:
    # If nodes are numbers other than those of their vertices, the hole has to be given.
    with pytest.raises(catmouse.BoardError, match="`hole=NODE`"):
        catmouse.solve(nx.Graph([(1, 2)]))
    # A remedy is a keyword argument.
    with pytest.raises(catmouse.BoardError) as caught:
        catmouse.cop_number("1 2\n2 3\n3 4\n")
    assert catmouse.cop_number("1 2\n2 3\n3 4\n", **caught.value.problems[0].remedies[0]) == 1
    assert "`base=1` counts from 1" in str(caught.value)
    assert caught.value.problems[0].remedies == ({"base": 1}, {"base": 0})
    # A place in a list is shown as an index expression.
    for board, index in ((["M.C", "..x"], (1, 2)), (["M.C", ".."], (1,)), ([[1], [0, 7]], (1, 1))):
        with pytest.raises(catmouse.BoardError) as caught:
            catmouse.solve(board)
        place = "".join(f"[{number}]" for number in index)
        assert caught.value.problems[0].index == index and f"board{place}: " in str(caught.value)
    # In a matrix too, costs that are no whole numbers can be ignored or converted.
    half = nx.to_numpy_array(nx.path_graph(4)) * 2.5
    for board in (half, scipy.sparse.csr_array(half), nx.from_numpy_array(half)):
        with pytest.raises(catmouse.BoardError, match="weight=None"):
            catmouse.solve(board, preset="cops")
        assert catmouse.solve(board, preset="cops", weight=None).start.cats == (1,)
        with pytest.raises(catmouse.CatmouseError, match="'length'"):
            catmouse.solve(board, preset="cops", weight="length")
    made_whole = catmouse.solve(half, mouse=1, cat=3, weight=lambda value: 2 * value)
    assert made_whole.cost == 5
    # The words for nodes in texts, and the hardest starts.
    solved = catmouse.solve(nx.grid_2d_graph(2, 3), hole=(0, 0), mouse=(1, 2), cat=(0, 1))
    assert solved.names == ["(0, 0)", "(0, 1)", "(0, 2)", "(1, 0)", "(1, 1)", "(1, 2)"]
    sides: tuple[catmouse.Side, catmouse.Side] = ("mouse", "cat")
    for side in sides:
        winner, distance, mice, cats = solved.values()
        won = (winner[0] == (1 if side == "mouse" else 2)) & (distance[0] > 0)
        for position, value in solved.hardest(side, 1):
            assert (value.outcome, value.distance) == (side, int(distance[0][won].max()))
            assert solved.value(position=position) == value
    with pytest.raises(ValueError, match="'mouse' or 'cat'"):
        solved.hardest("draw")  # type: ignore[arg-type]


def test_directed_boards_need_the_option_directed() -> None:
    """If half of a matrix or of a mapping is missing, this is usually a mistake, and not a directed graph."""
    half = np.triu(nx.to_numpy_array(nx.cycle_graph(5)))
    circle = {0: [1], 1: [2], 2: [0]}
    for board in (half, circle):
        for said in (None, False):
            with pytest.raises(catmouse.BoardError, match="directed=True"):
                catmouse.cop_number(board, directed=said)
    assert catmouse.cop_number(circle, directed=True) == 2
    uneven = np.array([[0, 2], [3, 0]])
    with pytest.raises(catmouse.BoardError, match="costs 2 and the one back 3"):
        catmouse.solve(uneven, preset="cops")
    assert catmouse.solve(uneven, preset="cops", directed=True).cost is not None
    # Costs do not matter in Cops and Robbers on a graph without a start.
    assert catmouse.cop_number(uneven) == 1


def test_a_mapping_of_mappings_has_weights() -> None:
    weighted = nx.Graph()
    weighted.add_weighted_edges_from([(0, 1, 5), (0, 2, 1), (2, 3, 4)])
    wanted = catmouse.solve(weighted, hole=3, mouse=0, cat=1).cost
    numbers = {node: {other: data["weight"] for other, data in others.items()} for node, others in weighted.adj.items()}
    assert wanted is not None
    assert catmouse.solve(nx.to_dict_of_dicts(weighted), hole=3, mouse=0, cat=1).cost == wanted
    assert catmouse.solve(numbers, hole=3, mouse=0, cat=1).cost == wanted
    with pytest.raises(catmouse.BoardError, match="no edge has the attribute 'cots'"):
        catmouse.solve(weighted, weight="cots", hole=3)
    with pytest.raises(TypeError, match="weight is the name"):
        catmouse.solve(weighted, weight=cast(Any, 3), hole=3)


INTEGERS = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"]
FLOATS = ["float16", "float32", "float64", "longdouble"]
PETERSEN = nx.to_numpy_array(nx.petersen_graph())


@pytest.mark.parametrize("dtype", ["bool", *INTEGERS, *FLOATS, "object"])
def test_a_matrix_of_numbers_is_a_graph(dtype: str) -> None:
    """Aigner and Fromme: the Petersen graph needs three cops. The costs of its edges do not matter."""
    matrix = PETERSEN.astype(dtype)
    assert catmouse.cop_number(matrix) == 3
    assert catmouse.cops([matrix, matrix])["cop_number"] == [3, 3]
    assert catmouse.cop_number(np.asfortranarray(matrix)) == catmouse.cop_number(matrix[::-1, ::-1]) == 3
    assert catmouse.cop_number(np.ma.array(matrix)) == 3
    if dtype not in ("float16", "longdouble", "object"):  # scipy has no sparse matrix of these types
        assert catmouse.cop_number(scipy.sparse.csr_array(matrix)) == catmouse.cop_number(scipy.sparse.coo_matrix(matrix)) == 3
    if dtype != "bool":
        assert catmouse.cop_number(matrix * 3) == 3
        assert catmouse.solve(np.array([[0, 7], [7, 0]], dtype=dtype), preset="cops", mouse=0, cat=1, first="cat").cost == 7


OBJECTS: list[Any] = [None, "1", b"1", 0.5, float("nan"), float("inf"), -1, 1j, Fraction(1, 2), Decimal(1), object]


def entries(value: Any, dtype: Any = None) -> Any:
    """A symmetric matrix with this entry in row 1, column 2."""
    matrix = np.zeros((3, 3), dtype=dtype or np.asarray(value).dtype)
    matrix[1, 2] = matrix[2, 1] = value
    return matrix


@pytest.mark.parametrize(
    ("matrix", "said"),
    [
        *((entries(value, dtype), shown) for dtype in FLOATS for value, shown in ((np.nan, "nan"), (np.inf, "inf"), (-np.inf, "-inf"), (-1, "-1.0"), (0.5, "0.5"))),
        *((entries(-1, dtype), "-1") for dtype in INTEGERS if not dtype.startswith("u")),
        *((entries(value, object), repr(value)) for value in OBJECTS),
        (entries(1, complex), "0j"),
        (entries(1, "complex64"), "0j"),
        (PETERSEN.astype(str), "'0.0'"),
        (PETERSEN.astype(bytes), "b'0.0'"),
        (np.full((2, 2), ""), "''"),
        (np.zeros((2, 2), "datetime64[D]"), "1970-01-01"),
        (np.zeros((2, 2), "timedelta64[s]"), "0 seconds"),
        (np.zeros((2, 2), [("a", int), ("b", float)]), "(0, 0.0)"),
        (np.zeros((2, 2), "V3"), "b'"),
        (scipy.sparse.csr_array(entries(np.nan)), "nan"),
        (scipy.sparse.csr_array(entries(-1)), "-1"),
        (scipy.sparse.coo_array(entries(0.5)), "0.5"),
        (scipy.sparse.csr_array(entries(1j)), "1j"),
        (nx.to_numpy_array(nx.petersen_graph(), nonedge=np.nan), "nan"),
        (nx.to_numpy_array(nx.petersen_graph(), nonedge=np.inf), "inf"),
    ],
)
@pytest.mark.parametrize(
    "ask",
    [
        catmouse.cop_number,
        lambda matrix: catmouse.cops([matrix]),
        lambda matrix: catmouse.solve(matrix, preset="cops"),
        lambda matrix: catmouse.hunt([matrix], draws=True),
        lambda matrix: catmouse.hunt(near=matrix, draws=True),
    ],
)
def test_an_invalid_entry_is_named(matrix: Any, said: str, ask: Callable[[Any], object]) -> None:
    with pytest.raises(catmouse.BoardError) as caught:
        ask(matrix)
    [problem] = caught.value.problems
    assert problem.message.startswith(said) and problem.message.endswith("is no entry of an adjacency matrix"), problem
    assert "1, True, or its cost, a whole number above 0" in problem.wanted
    # The first invalid entry, row by row. If no entry of this type is valid, it is the first entry.
    row, column = (1, 2) if matrix.shape == (3, 3) and (scipy.sparse.issparse(matrix) or matrix.dtype.kind in "biufO") else (0, 0)
    assert problem.index == (row, column) and f"board[{row}][{column}]: {said}" in str(caught.value)


@pytest.mark.parametrize(
    ("matrix", "said"),
    [
        (np.array(1), "0 dimensions"),
        (np.zeros(4), "1 dimension:"),
        (np.zeros((2, 2, 2)), "3 dimensions"),
        (np.zeros((2, 3)), "2 by 3"),
        (np.zeros((0, 3)), "0 by 3"),
        (np.zeros((0, 0)), ""),
        (np.zeros((0, 0), dtype=str), ""),
        (scipy.sparse.csr_array((2, 3)), "2 by 3"),
        (scipy.sparse.coo_array(np.array([0, 1])), "1 dimension:"),
        (np.ma.array([[0, 1], [1, 0]], mask=[[False, True], [True, False]]), "board[0][1]: the entry is masked: filled(0)"),
        (np.array([[0, 2**63], [2**63, 0]], dtype=np.uint64), "9223372036854775808, and that is out of range"),
        (np.array([[0, 1e30], [1e30, 0]]), "out of range"),
        (np.array([[0, 2 * 10**9], [2 * 10**9, 0]]), "edge (0, 1): a cost of 2000000000 is out of range"),
    ],
)
def test_an_array_that_is_no_matrix_is_refused(matrix: Any, said: str) -> None:
    with pytest.raises(catmouse.BoardError) as caught:
        catmouse.solve(matrix, preset="cops")
    assert said in str(caught.value)


def test_entries_of_a_sparse_matrix_are_added_up() -> None:
    """As in scipy, two entries at the same place are added, and an entry of 0 is no edge."""
    twice = scipy.sparse.coo_array(([1, 2, 3, 0, 0], ([0, 0, 1, 1, 2], [1, 1, 0, 2, 1])), shape=(3, 3))
    plain = catmouse.solve(twice.toarray(), preset="cops", mouse=0, cat=1, first="cat")
    assert catmouse.solve(twice, preset="cops", mouse=0, cat=1, first="cat").cost == plain.cost == 3
    assert catmouse.cop_number(twice) == 2 and twice.nnz == 5


def test_lists_of_entries_are_none() -> None:
    """Lists contain neighbours. Items that are no vertices are refused, and so are lists that may be a matrix."""
    for entry in (np.nan, np.inf, 0.5, "1", None, 1j):
        with pytest.raises(catmouse.CatmouseError, match="no whole number"):
            catmouse.cop_number([[0, entry], [entry, 0]])
    with pytest.raises(catmouse.BoardError, match="-1"):
        catmouse.cop_number([[0, -1], [-1, 0]])
    with pytest.raises(catmouse.BoardError, match="rows of a matrix"):
        catmouse.cop_number([[False, True], [True, False]])
    with pytest.raises(catmouse.BoardError, match="out of range"):
        catmouse.cop_number([[2**70], [0]])


def test_ambiguous_lists_are_refused() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"source": [0, 1], "target": [1, 2]})
    with pytest.raises(TypeError, match="from_pandas_edgelist"):
        catmouse.cop_number(frame)
    with pytest.raises(catmouse.BoardError, match="pairs may be edges"):
        catmouse.cop_number([(1, 2), (2, 0), (0, 1)])
    with pytest.raises(TypeError, match="take its values"):
        catmouse.cops({"circle": nx.cycle_graph(5)})


def test_several_cats_are_a_tuple_on_any_board() -> None:
    grid = catmouse.solve(["...", ".#.", "..."], preset="cops", cats=2, mouse=(0, 2), cat=((0, 0), (2, 2)))
    lists = catmouse.solve([[1, 2], [0, 2], [0, 1, 3], [2]], preset="cops", cats=2, mouse=0, cat=(2, 3))
    text = catmouse.solve("grid:3x3", preset="cops", cats=2)
    for game in (grid, lists, text):
        for position, value in game:
            assert game.value(position.mouse, position.cats, position.turn) == value
    assert catmouse.solve("...\n.#.\n...\n", preset="cops", mouse=(0, 0), cat=(2, 2)).start.cats == ((2, 2),)
    with pytest.raises(TypeError, match="catmouse.Position"):
        lists.value(position=cast(Any, (0, (2, 3), "cat")))


def test_with_costs_a_table_says_costs() -> None:
    triangle = np.array([[0, 3, 1], [3, 0, 1], [1, 1, 0]])
    game = catmouse.solve(triangle, preset="cops")
    assert list(game.to_pandas().columns) == ["mouse", "cat", "turn", "outcome", "cost"]
    for position, value in game:
        whole = game.value(position=position)
        assert (whole.outcome, whole.cost) == (value.outcome, value.cost)
