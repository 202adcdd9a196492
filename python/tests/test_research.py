"""Tables of all positions, positions to play on, and the environment of PettingZoo."""

from __future__ import annotations

import pickle

import duckdb
import networkx as nx
import numpy as np
import pandas
import polars
import pyarrow
import pytest
from pettingzoo.test import api_test

import catmouse
from catmouse.pettingzoo import env

ROWS = ["M.#.F", "..#..", "....C"]


@pytest.mark.parametrize(
    "game",
    [
        catmouse.solve(ROWS),
        catmouse.solve(nx.path_graph([(0, 0), (0, 1), (5, 5)]), preset="cops"),
        catmouse.solve(nx.cycle_graph(5), preset="cops", cats=2),
        catmouse.solve(nx.path_graph("abcd"), hole="a", mouse="b", cat="d"),
        catmouse.solve(np.array([[0, 3, 1], [3, 0, 1], [1, 1, 0]]), preset="cops"),
    ],
    ids=repr,
)
def test_tables_have_every_position(game: catmouse.Solved) -> None:
    """The Arrow table and the data frame have the positions that iteration has, in the same order."""
    arrow = pyarrow.table(game)
    arrow.validate(full=True)
    frame = game.to_pandas()
    assert list(frame.columns) == arrow.column_names and not any(kind == object for kind in frame.dtypes)  # noqa: E721
    words = dict(zip(game.nodes, game.names, strict=True))
    if all(type(node) is int for node in game.nodes):
        words = {node: node for node in game.nodes}
    cats = [name for name in arrow.column_names if name.startswith("cat")]
    rows = zip(list(game), arrow.to_pylist(), frame.to_dict("records"), strict=True)
    for (position, value), row, of_pandas in rows:
        far = value.distance if value.cost is None else value.cost
        assert (row["mouse"], [row[cat] for cat in cats]) == (words[position.mouse], [words[cat] for cat in position.cats])
        assert (row["turn"], row["outcome"], list(row.values())[-1]) == (position.turn, value.outcome, far)
        assert (of_pandas["mouse"], tuple(of_pandas[cat] for cat in cats)) == (position.mouse, position.cats)
        assert (of_pandas["turn"], of_pandas["outcome"]) == (position.turn, value.outcome)
        last = list(of_pandas.values())[-1]
        assert last == far if far is not None else last is pandas.NA
    assert polars.DataFrame(game).height == arrow.num_rows == duckdb.sql("select count(*) from arrow").fetchall()[0][0]


def test_heat_maps() -> None:
    """On a row of five the mouse can only wait: where the cat is at d cells, it catches the mouse in 2d − 1 or 2d plies."""
    game = catmouse.solve(["....."], preset="cops", mouse=(0, 0), cat=(0, 4))
    found = game.values().heat_map(cat=(0, 0))
    assert found.shape == (1, 5) and found[0, 0] == -1 and (found <= 0).all()
    assert (np.diff(found[0]) >= 0).all()
    walls = catmouse.solve(ROWS).values()
    assert np.isnan(walls.heat_map(cat=(2, 4))).tolist() == [[letter == "#" for letter in row] for row in ROWS]
    assert walls.heat_map(mouse=(0, 0), turn="cat").shape == (3, 5)
    with pytest.raises(catmouse.ArgumentError, match="of a grid"):
        catmouse.solve(nx.path_graph(3), preset="cops").values().heat_map(cat=1)
    with pytest.raises(catmouse.ArgumentError, match="either cat or mouse"):
        walls.heat_map()


def test_the_hardest_starts_of_a_large_board() -> None:
    """`hardest` and `survey` agree with the arrays."""
    game = catmouse.solve(nx.grid_graph([3, 3, 3]), preset="cops", cats=2)
    winner, distance, _, _ = game.values()
    side = 1 if game.start.turn == "cat" else 0
    for outcome, code in (("mouse", 1), ("cat", 2)):
        won = (winner[side] == code) & (distance[side] > 0)
        found = game.hardest(outcome)  # type: ignore[arg-type]
        assert (found[0][1].distance if found else 0) == (int(distance[side][won].max()) if won.any() else 0)
    survey = game.survey()
    assert survey.shares.total == winner[side].size
    assert survey.shares.over == int((distance[side] == 0).sum())
    assert survey.hardest.longest.cat[0].distance == game.hardest("cat")[0][1].distance
    assert (survey.sample is None) == (winner[side].size <= 20_000)


def test_positions_are_played_on() -> None:
    game = catmouse.solve(nx.path_graph([(0, 0), (0, 1), (0, 2), (0, 3)]), hole=(0, 0), mouse=(0, 1), cat=(0, 3))
    here = game.position()
    assert here == game.start and hash(here) == hash(game.start) and game.start == here and here != game.line
    assert {here, game.start} == {game.start} and here.game is game
    for ply in game.line:
        assert game.value(here) == here.value and not here.is_over
        there = here.play(ply)
        assert there == here.play(ply.to) == here.play(next(move for move in here.moves() if move.to == ply.to))
        assert here.line_from()[0].to == ply.to
        here = there
    assert here.is_over and here.moves() == [] and here.value.distance == 0
    with pytest.raises(catmouse.MoveError, match="the game is over"):
        here.play((0, 1))
    with pytest.raises(catmouse.MoveError, match="is no move"):
        game.position().play((0, 3))
    assert pickle.loads(pickle.dumps(here)) == here
    two = catmouse.solve(nx.cycle_graph(6), preset="cops", cats=2).position(0, [2, 4], "cat")
    assert two.play((3, 1)) == two.play([1, 3]) == catmouse.Position(0, (1, 3), "mouse")
    assert game.position((0, 2), (0, 3), "cat").play((0, 2)).is_over


def test_moves_of_the_cat_are_tuples_of_nodes() -> None:
    """With the nodes 1 and (1,), the move to 1, whose target is (1,), is not taken for the one to (1,)."""
    graph = nx.Graph([(0, 1), (0, (1,)), (0, 2)])
    game = catmouse.solve(graph, preset="cops", first="cat", mouse=2, cat=0)
    here = game.position()
    assert {(1,), ((1,),)} <= {move.to for move in here.moves()}
    for move in here.moves():
        assert here.play(move).cats == move.to
        assert game.annotate([move]).moves[0].to == game.why(move).asked.to == move.to
    assert here.play(1).cats == (1,) and here.play((1,)).cats == here.play([(1,)]).cats == ((1,),)


@pytest.mark.parametrize("opponents", [{}, {"cat": 1.0}, {"mouse": 0.5}])
def test_the_environment_obeys_the_interface(opponents: dict[catmouse.Side, float]) -> None:
    for game in (catmouse.solve(ROWS), catmouse.solve(nx.cycle_graph(8), preset="cops", cats=1)):
        api_test(env(game, opponents, max_plies=30), num_cycles=200)


@pytest.mark.parametrize("moves", [None, 0, 1])
def test_the_environment_is_pickled(moves: int | None) -> None:
    """The copy is in the midst of the same game, and plays on in the same way."""
    one = env(catmouse.solve(ROWS, cat_jump=2), {"cat": 0.5})
    if moves is not None:
        one.reset(seed=3)
        for _ in range(moves):
            one.step(0)
    two = pickle.loads(pickle.dumps(one))
    if moves is None:
        one.reset(seed=5)
        two.reset(seed=5)
    for _ in range(4):
        assert two.position == one.position and two.agent_selection == one.agent_selection
        if one.terminations["mouse"]:
            break
        one.step(0)
        two.step(0)


@pytest.mark.parametrize("cost", [1, 3])
def test_the_environment_has_an_action_for_every_move(cost: int) -> None:
    """On a star with five rays, a piece in the middle has six moves, at whatever cost."""
    star = nx.star_graph(5)
    nx.set_edge_attributes(star, cost, "weight")
    game = catmouse.solve(star, preset="cops", mouse=1, cat=0)
    assert (game.cost is None) == (cost == 1)
    one = env(game)
    assert one.action_space("cat").n == 6
    one.reset(options={"start": catmouse.Position(1, (0,), "cat")})
    assert one.observe("cat")["action_mask"].tolist() == [1] * 6


def test_the_environment_plays_the_game() -> None:
    """The best moves of both sides lead to the outcome of the solution, and a perfect opponent is never beaten from a lost start."""
    game = catmouse.solve(ROWS)
    assert game.outcome == "cat"
    both = env(game)
    both.reset()
    plies = 0
    rewards = {}
    for agent in both.agent_iter():
        _, reward, terminated, _, _ = both.last()
        rewards[agent] = reward
        if terminated:
            both.step(None)
            continue
        order = sorted(both.position.moves(), key=lambda move: game.nodes.index(move.to if agent == "mouse" else move.to[0]))
        both.step(next(number for number, move in enumerate(order) if move.main))
        plies += 1
    assert plies == game.distance and rewards == {"mouse": -1.0, "cat": 1.0}
    alone = env(game, {"cat": 1.0})
    for seed in range(20):
        alone.reset(seed=seed)
        while not alone.terminations["mouse"]:
            moves = np.flatnonzero(alone.observe("mouse")["action_mask"])
            alone.step(moves[seed % len(moves)])
        assert alone.rewards["mouse"] == -1.0
    for wrong in ({"dog": 1.0}, {"cat": 2.0}, {"cat": 1.0, "mouse": 1.0}):
        with pytest.raises(catmouse.ArgumentError, match="opponents"):
            env(game, wrong)  # type: ignore[arg-type]
    alone.reset(seed=1)
    with pytest.raises(catmouse.ArgumentError, match="is no move"):
        alone.step(17)
