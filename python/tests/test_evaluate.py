"""The worst cases of policies, against a computation that knows only the moves of networkx graphs."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any, Literal, cast

import networkx as nx
import pytest

import catmouse

Side = Literal["mouse", "cat"]
State = tuple[Any, tuple[Any, ...], Side]


def successors(graph: nx.Graph[Any], state: State) -> list[State]:
    """Cops and Robbers: each piece goes along an edge or stays."""
    mouse, cats, turn = state
    if mouse in cats:
        return []
    if turn == "mouse":
        return [(to, cats, "cat") for to in [mouse, *graph[mouse]]]
    order = list(graph)
    choices = itertools.product(*([cat, *graph[cat]] for cat in cats))
    moved = {tuple(sorted(choice, key=order.index)) for choice in choices}
    return [(mouse, to, "mouse") for to in sorted(moved, key=repr)]


def worst_case(graph: nx.Graph[Any], start: State, policy: dict[State, State], side: Side) -> tuple[str, int | None, int]:
    """The outcome, the plies to a capture, and the number of positions that arise, by value iteration."""
    follow: dict[State, list[State]] = {}
    open_states = [start]
    while open_states:
        state = open_states.pop()
        if state not in follow:
            here = successors(graph, state)
            follow[state] = [policy[state]] if here and state[2] == side else here
            open_states += follow[state]
    plies = {state: 0 for state, after in follow.items() if not after}
    # In round n the captures that take n plies become known.
    for count in range(1, len(follow) + 1):
        known = {}
        for state, after in follow.items():
            if state in plies:
                continue
            decided = [to in plies for to in after]
            if any(decided) if state[2] == "cat" else all(decided):
                known[state] = count
        if not known:
            break
        plies |= known
    return ("cat" if start in plies else "mouse"), plies.get(start), len(follow)


def games() -> Iterator[tuple[nx.Graph[Any], int, Side, random.Random]]:
    dice = random.Random(11)
    for number in range(200):
        count, cats = (dice.randrange(3, 8), 1) if number % 4 else (dice.randrange(3, 6), 2)
        graph = nx.gnp_random_graph(count, 0.4, seed=number)
        if number % 3 == 0:
            graph = nx.relabel_nodes(graph, {node: ("room", node) for node in graph})
        yield graph, cats, cast("Side", dice.choice(["mouse", "cat"])), dice


def test_the_worst_case_is_that_of_value_iteration() -> None:
    caught = 0
    for graph, cats, side, dice in games():
        nodes = list(graph)
        order = sorted((dice.choice(nodes) for _ in range(cats)), key=nodes.index)
        start: State = (dice.choice(nodes), tuple(order), cast("Side", dice.choice(["mouse", "cat"])))
        game = catmouse.solve(graph, preset="cops", mouse=start[0], cat=order, first=start[2])
        states: list[State] = [(mouse, cat, side) for mouse in nodes for cat in itertools.combinations_with_replacement(nodes, cats)]
        policy = {state: dice.choice(after) for state in states if (after := successors(graph, state))}
        axis = 0 if side == "mouse" else 1
        asked = []

        def choose(here: catmouse.GamePosition) -> Any:
            asked.append(here)
            return policy[here.mouse, here.cats, here.turn][axis]

        found = game.evaluate(choose, side)
        assert (found.worst.outcome, found.worst.distance, found.positions) == worst_case(graph, start, policy, side)
        assert len(asked) == len(set(asked)), "each position is asked about once"
        assert all(here.game is game for here in asked)
        assert (found.outcome, found.distance) == (game.outcome, game.distance)
        # A mapping is the same policy, and the play that is shown follows it.
        table = {catmouse.Position(mouse, cat, turn): after[axis] for (mouse, cat, turn), after in policy.items()}
        assert game.evaluate(table, side) == found
        here = game.position()
        for judged in found.moves:
            assert judged.player == here.turn
            if here.turn == side:
                assert judged.to == policy[here.mouse, here.cats, here.turn][axis]
            here = here.play(judged)
        assert here.is_over == (found.worst.outcome == "cat")
        caught += found.worst.outcome == "cat"
    assert 40 <= caught <= 160, "both outcomes are frequent"


def test_what_a_policy_must_not_return() -> None:
    game = catmouse.solve(nx.path_graph("abcd"), hole="a", mouse="b", cat="d")
    with pytest.raises(catmouse.MoveError, match=r"'z' is no move at .*the moves lead to 'a', 'c'"):
        game.evaluate(lambda here: "z", "mouse")
    empty: list[catmouse.Policy] = [lambda here: None, {}]
    for policy in empty:
        with pytest.raises(catmouse.MoveError, match="the policy has no move at .* the start"):
            game.evaluate(policy, "mouse")
    with pytest.raises(ZeroDivisionError):
        game.evaluate(lambda here: 1 // 0, "mouse")
    with pytest.raises(catmouse.ArgumentError, match="side"):
        game.evaluate(lambda here: "a", "dog")  # type: ignore[arg-type]
    with pytest.raises(catmouse.ArgumentError, match="policy"):
        game.evaluate("a", "mouse")  # type: ignore[arg-type]


def test_moves_of_different_costs_are_told_apart() -> None:
    board = "catmouse = 1\n[board]\nvertices = 3\nedges = [[0, 1, 1], [0, 1, 4], [1, 2, 1]]\n[start]\nmouse = 1\ncat = 2\n"
    game = catmouse.solve(board, parallel_edges=True)
    with pytest.raises(catmouse.MoveError, match="cost 1 and 4"):
        game.evaluate(lambda here: 0, "mouse")
    dear = game.evaluate(lambda here: next(move for move in here.moves() if (move.to, move.cost) == (0, 4)), "mouse")
    cheap = game.evaluate(lambda here: next(move for move in here.moves() if (move.to, move.cost) == (0, 1)), "mouse")
    assert (cheap.worst.value.cost, dear.worst.value.cost) == (1, 4)
