"""What a program gives is read as what it is, or refused; and a game can be given again by its parts."""

from __future__ import annotations

import io
import pathlib
import random
from collections.abc import Callable
from typing import Any

import catmouse
import networkx as nx
import numpy as np
import pandas
import polars
import pyarrow
import pytest

FIXTURES = pathlib.Path(__file__).parents[2] / "fixtures"


def values(board: Any, **options: Any) -> dict[Any, Any]:
    """The values of all positions, which say what the board is."""
    return dict(catmouse.solve(board, **{key: value for key, value in options.items() if (key, value) != ("directed", None)}))


def random_graph(kind: Any, seed: int) -> Any:
    """A graph of some class of networkx, without lone nodes, and with weights on some edges."""
    chance = random.Random(seed)
    nodes = [*"abcdef", 0, 1, (0, 1)][: chance.randrange(3, 9)]
    graph = kind()
    for _ in range(chance.randrange(2, 14)):
        one, other = chance.sample(nodes, 2)
        data = {"weight": chance.randrange(1, 4)} if chance.random() < 0.5 else {}
        graph.add_edge(one, other, **data)
    return graph


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph])
def test_views_of_networkx_are_what_they_show(kind: Any, seed: int) -> None:
    graph = random_graph(kind, seed)
    one, other = list(graph)[:2]
    options: dict[str, Any] = {"preset": "cops", "mouse": one, "cat": other}
    way = {"directed": True} if graph.is_directed() else {}
    wanted = values(graph, **options)
    bare = values(graph, weight=None, **options)
    assert values(graph.edges, **options) == values(graph.edges(data=True), **options) == values(graph.edges(data="weight"), **options) == wanted
    assert values(graph.edges, weight=None, **options) == bare
    # Edges that are shown without their data have no costs.
    assert values(graph.edges(list(graph)), **options) == bare
    if graph.is_multigraph():
        assert values(graph.edges(keys=True, data=True), **options) == wanted and values(graph.edges(list(graph), keys=True), **options) == bare
    for adjacency in (graph.adj, graph._adj, {node: {**graph.adj[node]} for node in graph}, graph.subgraph(list(graph)).adj):
        assert values(adjacency, **way, **options) == wanted, adjacency
        assert values(adjacency, weight=None, **way, **options) == bare, adjacency
    if graph.is_directed():
        assert values(graph.in_edges, **options) == values(graph.out_edges, **options) == wanted
    else:
        assert catmouse.cop_number(graph.edges) == catmouse.cop_number(graph.adj) == catmouse.cop_number(graph)


def test_the_petersen_graph_by_its_views() -> None:
    """Three cops are needed on the Petersen graph (Aigner and Fromme), however it is given."""
    graph = nx.petersen_graph()
    for board in (graph, graph.edges, graph.edges.data(), graph.adj, graph._adj, nx.to_numpy_array(graph), nx.to_dict_of_lists(graph)):
        assert catmouse.cop_number(board) == 3


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph, nx.MultiGraph])
def test_what_has_no_edges_is_no_graph(kind: Any) -> None:
    graph = kind(nx.petersen_graph())
    things: list[Any] = [graph.nodes, graph.nodes(data=True), graph.degree, graph.adj[0], dict(graph.nodes), dict(graph.edges), dict(graph.degree)]
    things += [graph.nodes.keys(), graph.nodes.items(), graph.adj.items(), {0: {}, 1: {}}, {(0, 1): {}, (1, 2): {}}]
    for thing in things:
        for ask in (catmouse.cop_number, catmouse.solve):
            with pytest.raises((catmouse.ArgumentError, catmouse.BoardError)) as caught:
                ask(thing)
            assert "\n" not in str(caught.value), str(caught.value)
    assert catmouse.cop_number({0: [], 1: []}) == catmouse.cop_number(nx.empty_graph(2)) == catmouse.cop_number(nx.empty_graph(2).adj) == 2


@pytest.mark.parametrize("seed", range(40))
def test_columns_of_vertices_are_no_matrix(seed: int) -> None:
    """A frame or an array of pairs is refused, unless the matrix is the same graph."""
    chance = random.Random(seed)
    rows = [[chance.randrange(4), chance.randrange(4)] for _ in range(chance.randrange(1, 4))]
    if seed < 8:
        rows = [[0, seed % 4], [seed % 4, 1 + seed // 4]]
    columns = {"u": [row[0] for row in rows], "v": [row[1] for row in rows]}
    for frame in (pandas.DataFrame(columns), polars.DataFrame(columns), pyarrow.table(columns)):
        with pytest.raises(catmouse.ArgumentError, match="a frame .* may be a matrix or a list of edges|a frame may be"):
            catmouse.solve(frame, preset="cops")
    with pytest.raises(catmouse.ArgumentError, match="LazyFrame is no board"):
        catmouse.solve(polars.LazyFrame(columns), preset="cops")
    for array in (np.array(rows), np.array(rows, dtype=float), np.array(rows, dtype=object)):
        for directed in (None, True):
            edges = nx.DiGraph(rows) if directed else nx.Graph(rows)
            edges.add_nodes_from(range(max(map(max, rows)) + 1))
            try:
                found = values(array, preset="cops", mouse=0, cat=0, directed=directed)
            except catmouse.BoardError:
                continue
            # An edge is given twice, the vertices have gaps, or the matrix is that of the same graph.
            ends = {end for row in rows for end in row}
            if ends in (set(range(len(ends))), set(range(1, len(ends) + 1))) and len({(*row,) if directed else frozenset(row) for row in rows}) == len(rows):
                assert found == values(edges, preset="cops", mouse=0, cat=0), rows


def test_arrays_of_edges_with_costs_are_no_matrix() -> None:
    with pytest.raises(catmouse.BoardError, match="add_weighted_edges_from"):
        catmouse.solve(np.array([[0, 1, 5], [1, 2, 3], [5, 3, 4]]))
    with pytest.raises(catmouse.BoardError, match="networkx.Graph"):
        catmouse.solve(np.array([[0, 1], [1, 2]]))


@pytest.mark.parametrize("seed", range(30))
def test_lists_of_edges_are_no_neighbours(seed: int) -> None:
    """Lists of edges are refused, unless they are the neighbours of the same graph."""
    graph = random_graph(nx.Graph, seed)
    graph = nx.convert_node_labels_to_integers(graph)
    for one in ([list(edge) for edge in graph.edges], [[*edge, 1] for edge in graph.edges], [list(edge[::-1]) for edge in graph.edges]):
        for directed in (None, True):
            try:
                found = values(one, preset="cops", mouse=0, cat=1, directed=directed)
            except catmouse.BoardError:
                continue
            assert found == values(graph, preset="cops", mouse=0, cat=1), one
    with pytest.raises(catmouse.BoardError, match="networkx.Graph"):
        catmouse.solve([[0, 1], [0, 2], [1, 2]])
    assert catmouse.cop_number([[1, 2], [0, 2], [0, 1]]) == 1


@pytest.mark.parametrize("vertices", range(2, 5))
def test_matrices_of_graphs_are_matrices(vertices: int) -> None:
    """Adjacency matrices without loops are never refused."""
    for graph in nx.graph_atlas_g():
        if graph.number_of_nodes() == vertices:
            options: dict[str, Any] = {"preset": "cops", "mouse": 0, "cat": 1}
            assert values(nx.to_numpy_array(graph, dtype=int), **options) == values(nx.to_numpy_array(graph), **options) == values(graph, **options)


def given_again(game: catmouse.Solved, **starts: Any) -> catmouse.Solved:
    return catmouse.solve(game.board, preset=game.preset, **starts, **game.rules)


def assert_same(game: catmouse.Solved, again: catmouse.Solved) -> None:
    assert (again.nodes, again.start, again.preset) == (game.nodes, game.start, game.preset)
    # Endless play is no rule if a limit with another winner decides it, and with the same winner it is one.
    assert {**again.rules, "endless": ""} == {**game.rules, "endless": ""} and (game.rules.keys() - again.rules.keys() == set())
    assert (again.outcome, again.decided_by, again.distance, again.cost) == (game.outcome, game.decided_by, game.distance, game.cost)
    assert list(again) == list(game)


def random_options(chance: random.Random, places: list[Any], *, is_grid: bool) -> dict[str, Any]:
    """Some of all settings."""
    def some(word: str, *choices: Any) -> dict[str, Any]:
        return {word: chance.choice(choices)} if chance.random() < 0.4 else {}

    cats = chance.choice([1, 1, 2])
    options: dict[str, Any] = {"mouse": chance.choice(places), "cat": chance.sample(places, cats)}
    options |= some("preset", "cops", "cat-and-mouse", "cat-and-mouse-ii")
    options |= some("first", "mouse", "cat")
    options |= some("hole", chance.choice(places), chance.sample(places, 2), None, "none", [])
    options |= some("cat_in_hole", "forbidden", "allowed", "guards", "wins")
    options |= some("mouse_may_stay", True, False) | some("cat_may_stay", True, False) | some("cats_move", "all", "one")
    options |= some("mouse_speed", 1, 2) | some("cat_speed", 1, 2) | some("capture_distance", 0, 1)
    options |= some("endless", "mouse", "cat", "draw") | some("limit", None, 3, 6, 9) | some("limit_winner", "mouse", "cat", "draw")
    options |= some("stalemate", "draw", "pass", "loss")
    if is_grid:
        options |= some("mouse_jump", 1, 2) | some("cat_jump", 1, 3)
    return options


@pytest.mark.filterwarnings("ignore::catmouse.NoEffectWarning", "ignore::catmouse.NumberingWarning")
@pytest.mark.parametrize("seed", range(150))
def test_a_game_is_given_again_by_its_parts(seed: int) -> None:
    chance = random.Random(seed)
    board: Any
    options: dict[str, Any] = {}
    grid = ["...#", "....", ".#.."]
    match seed % 10:
        case 0:
            board = random_graph(chance.choice([nx.Graph, nx.DiGraph, nx.MultiGraph]), seed)
            places, options = list(board), chance.choice([{}, {"weight": None}, {"weight": lambda data: 2 + len(data)}])
        case 1:
            board, places = io.StringIO("0 1 5\n1 2\n2 3 2\n0 1 7\n"), list(range(4))
            options = {"parallel_edges": True, "input": "edges", "base": 0}
        case 2:
            board, places, options = "1 2 a\n2 3 b\n3 1 c\n1 4 a\n", [0, 1, 2, 3], {"base": 1, "input": "edges"}
            options |= chance.choice([{}, {"mouse_uses": ["a", "b"]}, {"cat_uses": "a", "mouse_uses": ["b", "c", "a"]}])
        case 3:
            board, places, options = "0 1\n1 2\n2 0\n0 2\n", [0, 1, 2], {**chance.choice([{"directed": True}, {}]), "input": "edges"}
        case 4:
            board, places, options = b"DUW\nDQc\nD?{\n", list(range(5)), {"graph": 1 + seed % 3}
        case 5:
            board, places = grid, [(0, 0), (1, 1), (1, 2), (2, 2), (2, 3)]
            options = {"walls": iter([((0, 0), (0, 1)), ((1, 1), (1, 2))])}
        case 6:
            board, places = chance.choice([grid, iter(grid), np.array(grid)]), [(0, 0), (1, 1), (1, 2), (2, 2)]
        case 7:
            board, places, options = "catmouse = 1\n[board]\nadjacency = [[1, 2], [0, 2], [0, 1]]\n[rules]\nlimit = 4\n[start]\nfirst = 'cat'\n", [0, 1, 2], {}
        case 8:
            matrix = np.array([[0, 1, 2, 0], [0, 0, 3, 1], [1, 0, 0, 1], [0, 2, 0, 0]])
            board, places, options = matrix, list(range(4)), {"directed": True, **chance.choice([{}, {"weight": None}])}
        case _:
            board, places = {"a": ["b", "c"], "b": ["a"], "c": ["a"]}, list("abc")
    options |= random_options(chance, places, is_grid=isinstance(places[0], tuple))
    try:
        game = catmouse.solve(board, **options)
    except catmouse.BoardError as error:
        pytest.skip(f"this is no game: {error}")
    assert_same(game, given_again(game, mouse=options["mouse"], cat=options["cat"]))
    assert_same(game, given_again(game, mouse=game.start.mouse, cat=list(game.start.cats)))


@pytest.mark.filterwarnings("ignore::catmouse.NoEffectWarning", "ignore::catmouse.NumberingWarning")
def test_every_fixture_is_given_again_by_its_parts() -> None:
    count = 0
    for path in sorted(path for folder in ("classic", "grid", "rules", "costs") for path in (FIXTURES / folder).glob("*.toml")):
        try:
            game = catmouse.solve(path, max_memory=1 << 26)
        except catmouse.TooLargeError:
            continue
        if game.answer().positions.total <= 20_000:
            assert_same(game, given_again(game))
            count += 1
    assert count > 50


def test_unknown_distances_are_not_none() -> None:
    for board, options in [(nx.path_graph(4), {"preset": "cops"}), (["M.#.F", "..#..", "....C"], {}), ("[[[1,5]],[[0,5],[2,1]],[[1,1]]]", {"preset": "cops"})]:
        game = catmouse.solve(board, outcomes_only=True, **options)  # type: ignore[arg-type]
        known = catmouse.solve(board, **options)  # type: ignore[arg-type]
        assert game.outcome == known.outcome and known.distance is not None
        one = next(iter(game))[1]
        asks: list[Callable[[], object]] = [lambda: game.distance, lambda: game.cost, lambda: game.value().distance, lambda: game.answer().distance, lambda: game.answer().value.cost]
        asks += [lambda: game.position().value.distance, lambda: one.distance, lambda: one.cost]
        asks += [lambda move=move: move.distance for move in game.moves()]  # type: ignore[misc]
        asks += [lambda: game.hardest("cat")]
        if game.answer().placement is not None:
            asks += [lambda: game.capture_time]
        for ask in asks:
            with pytest.raises(catmouse.NoDistancesError, match="outcomes_only"):
                ask()
        assert [(where, value.outcome) for where, value in game] == [(where, value.outcome) for where, value in known]
        assert game.values().distance.size == 0
        assert repr(one).startswith("Value(outcome=") and one == next(iter(game))[1] and hash(one) == hash(next(iter(game))[1])
        measure = "cost" if "[[[" in str(board) else "distance"
        assert list(game.to_pandas().columns) == [name for name in known.to_pandas().columns if name != measure]
        assert polars.DataFrame(game).columns == [name for name in polars.DataFrame(known).columns if name != measure]
        if isinstance(board, list):
            with pytest.raises(catmouse.NoDistancesError):
                game.values().heat_map(cat=(2, 4))
    # A placement after which the Cat does not win has no capture time, whether or not distances are known.
    assert catmouse.solve("cycle:6", preset="cops", outcomes_only=True).capture_time is None
