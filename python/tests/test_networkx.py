"""Comparisons with theorems about graphs, and with programs of this test that use only networkx."""

from __future__ import annotations

import itertools
import random
from typing import Any

import networkx as nx
import pytest

import catmouse


def is_dismantlable(graph: Any) -> bool:
    """Whether all nodes but one can be removed one by one, so that each is dominated when it is removed.

    A node is dominated by an adjacent node that is also adjacent to all its other neighbours. By the
    theorem of Nowakowski, Winkler and Quilliot, these are the graphs on which one cop wins.
    """
    rest = graph.copy()
    while len(rest) > 1:
        for node in list(rest):
            closed = set(rest[node]) | {node}
            if any(closed <= set(rest[other]) | {other} for other in rest[node]):
                rest.remove_node(node)
                break
        else:
            return False
    return True


def test_the_atlas() -> None:
    """All 1,253 graphs of up to seven nodes.

    One cop wins exactly on those that can be dismantled. A graph with several components needs at
    least one cop for each.
    """
    graphs = nx.graph_atlas_g()
    assert len(graphs) == 1253
    table = catmouse.cops(graph for graph in graphs)
    assert table["graph"] == list(range(1, 1254))
    assert table["vertices"] == [len(graph) for graph in graphs]
    assert table["edges"] == [graph.size() for graph in graphs]
    for graph, number in zip(graphs, table["cop_number"], strict=True):
        if len(graph) == 0:
            assert number == 0
            continue
        parts = [graph.subgraph(part) for part in nx.connected_components(graph)]
        # No connected graph with fewer than ten nodes needs three cops (Baird and others).
        assert number == sum(1 if is_dismantlable(part) else 2 for part in parts), graph.edges


NAMED = [
    # Aigner and Fromme: a planar graph needs at most three, and the dodecahedron needs three.
    # With girth 5 and degree 3, at least three are needed.
    (nx.petersen_graph(), 3),
    (nx.dodecahedral_graph(), 3),
    (nx.icosahedral_graph(), 2),
    (nx.heawood_graph(), 3),
    (nx.complete_graph(6), 1),
    (nx.complete_bipartite_graph(3, 4), 2),
    (nx.cycle_graph(4), 2),
    (nx.cycle_graph(11), 2),
    (nx.balanced_tree(2, 4), 1),
    (nx.grid_2d_graph(3, 5), 2),
    # Neufeld and Nowakowski, Maamoun and Meyniel: products of d trees need (d + 1) / 2, rounded up.
    (nx.hypercube_graph(3), 2),
    (nx.hypercube_graph(4), 3),
    (nx.wheel_graph(7), 1),
    (nx.empty_graph(3), 3),
]


@pytest.mark.parametrize(("graph", "number"), NAMED)
def test_named_graphs(graph: Any, number: int) -> None:
    assert catmouse.cop_number(graph) == number
    cops = catmouse.placement(graph)
    assert cops is not None and len(cops) == number and all(cop in graph for cop in cops)
    if number > 1:
        assert catmouse.capture_time(graph, number - 1) is None
        assert catmouse.solve(graph, preset="cops", cats=number - 1).outcome == "mouse"
    solved = catmouse.solve(graph, preset="cops", cats=number)
    assert solved.outcome == "cat" and solved.capture_time == catmouse.capture_time(graph)
    assert solved.check()


@pytest.mark.parametrize("length", range(1, 12))
def test_paths(length: int) -> None:
    """One cop starts in the middle of a path and walks to the farther end."""
    assert catmouse.capture_time(nx.path_graph(length)) == nx.radius(nx.path_graph(length))


def solved_by_hand(graph: Any, mouse_moves: Any, cat_moves: Any, hole: Any) -> dict[tuple[Any, Any, str], tuple[str, int]]:
    """The winner and the plies of each position, by passes over all positions until nothing changes."""
    places = [(m, c) for m in graph for c in graph if c != hole]
    found: dict[tuple[Any, Any, str], tuple[str, int]] = {}
    for m, c in places:
        for turn in ("mouse", "cat"):
            if m == c:
                found[m, c, turn] = ("cat", 0)
            elif m == hole:
                found[m, c, turn] = ("mouse", 0)
    for plies in itertools.count(1):
        new = {}
        for m, c in places:
            for turn in ("mouse", "cat"):
                if (m, c, turn) in found:
                    continue
                other = "cat" if turn == "mouse" else "mouse"
                after = [(to, c, other) for to in mouse_moves[m]] if turn == "mouse" else [(m, to, other) for to in cat_moves[c]]
                values = [found.get(position) for position in after]
                if any(value is not None and value[0] == turn for value in values) or (
                    values and all(value is not None and value[0] == other for value in values)
                ):
                    winner = turn if any(value is not None and value[0] == turn for value in values) else other
                    new[m, c, turn] = (winner, plies)
        if not new:
            return found
        found.update(new)
    raise AssertionError


@pytest.mark.parametrize("seed", range(40))
def test_random_digraphs(seed: int) -> None:
    """Compares every position of Cat and Mouse on random digraphs whose nodes are tuples."""
    chance = random.Random(seed)
    plain = nx.gnp_random_graph(chance.randint(3, 9), chance.choice([0.2, 0.35, 0.6]), seed=seed, directed=True)
    graph = nx.relabel_nodes(plain, {node: ("place", node) for node in plain})
    hole = ("place", 0)
    stays = seed % 2 == 1
    mouse_moves = {node: list(graph.successors(node)) for node in graph}
    cat_moves = {node: [to for to in graph.successors(node) if to != hole] for node in graph}
    if stays:
        for node in graph:
            mouse_moves[node].append(node)
            cat_moves[node].append(node)
    solved = catmouse.solve(
        graph,
        hole=hole,
        mouse=("place", 1),
        cat=("place", 2),
        mouse_may_stay=stays,
        cat_may_stay=stays,
    )
    expected = solved_by_hand(graph, mouse_moves, cat_moves, hole)
    count = 0
    for position, value in solved:
        known = expected.get((position.mouse, position.cats[0], position.turn), ("draw", None))
        assert (value.outcome, value.distance) == known, position
        count += 1
    assert count == 2 * len(graph) * (len(graph) - 1)
    assert solved.check()
    # The same values from other functions: a position, a table, an array.
    table = solved.to_pandas()
    rows = dict(zip(zip(table["mouse"], table["cat"], table["turn"], strict=True), table["outcome"], strict=True))
    assert len(rows) == count
    for (mouse, cat, turn), (winner, plies) in expected.items():
        assert rows[mouse, cat, turn] == winner
        found = solved.value(mouse, cat, "mouse" if turn == "mouse" else "cat")
        assert (found.outcome, found.distance) == (winner, plies)


@pytest.mark.parametrize("seed", range(12))
def test_best_moves(seed: int) -> None:
    """After each best move, the outcome is the same, and the distance is a ply less."""
    graph = nx.gnp_random_graph(7, 0.4, seed=seed)
    solved = catmouse.solve(graph, mouse=1, cat=2)
    for position, value in solved:
        if value.distance == 0:
            continue
        for move in solved.best_moves(position=position):
            mouse, cats = (move, position.cats) if position.turn == "mouse" else (position.mouse, move)
            after = solved.value(mouse, list(cats), "cat" if position.turn == "mouse" else "mouse")
            assert after.outcome == value.outcome
            assert after.distance == (None if value.distance is None else value.distance - 1)


@pytest.mark.parametrize("seed", range(12))
def test_weights(seed: int) -> None:
    """On a weighted tree with the cat in another component, the cost of the win is that of the shortest path."""
    tree = nx.random_labeled_tree(8, seed=seed)
    chance = random.Random(seed)
    for one, other in tree.edges:
        tree[one][other]["weight"] = chance.randint(1, 9)
    lone = max(tree) + 1
    tree.add_edge(lone, lone + 1, weight=1)  # a cat in another component is never in the way
    for mouse in range(1, 8):
        solved = catmouse.solve(tree, mouse=mouse, cat=lone, hole=0)
        assert solved.outcome == "mouse"
        # The cat's moves cost too. Each move of the mouse but the last is followed by one that costs 1.
        way = nx.shortest_path(tree, mouse, 0)
        assert solved.cost == nx.path_weight(tree, way, "weight") + len(way) - 2
        assert solved.check()
        unweighted = catmouse.solve(tree, mouse=mouse, cat=lone, hole=0, weight=None)
        assert unweighted.cost is None and unweighted.distance == 2 * (len(way) - 1) - 1


def test_a_mouse_that_is_not_always_seen() -> None:
    found = catmouse.solve_unseen(nx.path_graph("abcd"), preset="cops", mouse_seen="never")
    assert (found.outcome, found.distance_plies, found.turn) == ("cat", 5, "cat")
    assert found.cats == ("a",) and found.places == ("b", "c", "d")
    assert found.line[-1].places == () and "the Mouse can only be on" in str(found)
    lost = catmouse.solve_unseen(nx.petersen_graph(), preset="cops", cats=2, mouse_seen="never")
    assert (lost.outcome, lost.distance_plies, lost.line) == ("mouse", None, ())
    grid = catmouse.solve_unseen(["...", "..."], preset="cops", cats=2, mouse_seen="within:1")
    assert grid.outcome == "cat" and all(isinstance(place, tuple) for place in grid.places)
    # The family of sets shows that one cat less does not win; a family of another board shows nothing.
    for graph, cats, outcome in ((nx.complete_graph(5), 2, "mouse"), (nx.complete_graph(5), 3, "cat"), (nx.path_graph("abcd"), 1, "cat")):
        proof = catmouse.unseen_certificate(graph, preset="cops", cats=cats, mouse_seen="never")
        assert (proof.verify().ok, proof.verify().outcome) == (True, outcome)
        assert not catmouse.check_certificate(proof.text, graph, preset="cops", cats=cats + 1, mouse_seen="never")
        assert not catmouse.check_certificate(proof.text, graph, preset="cops", cats=cats, mouse_seen="within:1")
    with pytest.raises(catmouse.ArgumentError, match="solve_unseen"):
        catmouse.solve(nx.path_graph(4), preset="cops", mouse_seen="never")
    with pytest.raises(catmouse.BoardError, match="at most 64 vertices"):
        catmouse.solve_unseen(nx.path_graph(65), preset="cops", mouse_seen="never")
