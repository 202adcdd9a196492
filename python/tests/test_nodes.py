"""Everything is in the caller's nodes: answers, moves, texts, pictures, tables in files."""

from __future__ import annotations

import dataclasses
import pathlib
import pickle
import typing
from collections.abc import Callable, Iterator
from typing import Any

import networkx as nx
import pytest

import catmouse
from catmouse.answers import HardStart

# A ring of four with a tail: the mouse at 1 is next to the hole 0, and the cat at 3 is next to it too. The tail is 1–4–5.
EDGES = [(0, 1), (1, 2), (2, 3), (3, 0), (1, 4), (4, 5)]


class Room:
    """A node that has no text of its own."""


class Named:
    """A node with a text of its own."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __str__(self) -> str:
        return f"the {self.name}"


KINDS: dict[str, list[Any]] = {
    "numbers": [10, 20, 30, 40, 50, 60],
    "other order": [5, 3, 1, 0, 2, 4],
    "cells": [(2, 2), (2, 3), (3, 3), (3, 2), (2, 4), (2, 5)],
    "texts": ["M", "C a", "stay", "a-b", "(1,2)", "3"],
    "alike": [1, "1", 1.5, "1.5", (1,), "(1,)"],
    "sets": [frozenset({number}) for number in range(6)],
    "arrows": ["a→b", "a", "b→a", "b", "a→b→c", "c"],
    "objects": [Room() for _ in range(6)],
    "named objects": [Named(name) for name in "abcdef"],
    "line breaks": ["a\nb", "a\tb", " a", "", "\udc80", "ä"],
}


def leaves(answer: object) -> Iterator[object]:
    """All nodes, numbers and texts in an answer."""
    if dataclasses.is_dataclass(answer):
        for field in dataclasses.fields(answer):
            yield from leaves(getattr(answer, field.name))
    elif isinstance(answer, dict):
        yield from leaves(list(answer.values()))
    elif isinstance(answer, (list, tuple)):
        yield answer
        for item in answer:
            yield from leaves(item)
    else:
        yield answer


@pytest.fixture(params=KINDS)
def nodes(request: pytest.FixtureRequest) -> list[Any]:
    return KINDS[request.param]


@pytest.fixture
def game(nodes: list[Any]) -> catmouse.Solved:
    graph = nx.Graph((nodes[one], nodes[other]) for one, other in EDGES)
    return catmouse.solve(graph, hole=nodes[0], mouse=nodes[4], cat=nodes[3])


@pytest.fixture(scope="module")
def plain() -> catmouse.Solved:
    """The same game with numbers as nodes."""
    return catmouse.solve(nx.Graph(EDGES), hole=0, mouse=4, cat=3)


def test_every_answer_has_the_nodes(game: catmouse.Solved, plain: catmouse.Solved, nodes: list[Any]) -> None:
    """The places in each answer are those of the same game with numbers, mapped to the nodes."""
    asks: list[Callable[[catmouse.Solved, list[Any]], Any]] = [
        lambda it, of: it.start,
        lambda it, of: [(ply.player, ply.start, ply.to) for ply in it.line],
        lambda it, of: [(alternative.to, alternative.reply) for ply in it.line for alternative in ply.alternatives],
        lambda it, of: {(move.to, move.value) for move in it.moves()},
        lambda it, of: {(move.to, move.value) for move in it.moves(of[2], of[4], "cat")},
        lambda it, of: it.explain(of[2], of[4], "cat").start,
        lambda it, of: it.why(of[5]).asked.to,
        lambda it, of: it.why(of[5]).line,
        lambda it, of: it.annotate(it.line).position,
        lambda it, of: [(move.start, move.to) for move in it.annotate([of[5], (of[2],), of[4]]).moves],
        lambda it, of: {(position, value) for position, value in it},
        lambda it, of: {(start.mouse, start.cats, start.value) for start in it.starts()},
        lambda it, of: it.rules,
        lambda it, of: it.survey().shares,
    ]
    number = {node: index for index, node in enumerate(nodes)}

    def numbered(part: Any) -> Any:
        if isinstance(part, (tuple, list)) and not (isinstance(part, tuple) and part in number):
            return type(part)(numbered(item) for item in part)
        if isinstance(part, set):
            return {numbered(item) for item in part}
        if isinstance(part, dict):
            return {key: [number[hole] for hole in value] if key == "hole" else value for key, value in part.items()}
        if isinstance(part, catmouse.Position):
            return catmouse.Position(number[part.mouse], tuple(number[cat] for cat in part.cats), part.turn)
        is_node = not isinstance(part, bool) and part.__hash__ is not None and part in number
        return number[part] if is_node and part not in ("mouse", "cat") else part

    for ask in asks[:11]:
        # Of several equally good moves the line plays one that depends on the numbers of the vertices.
        found, wanted = ask(game, nodes), ask(plain, list(range(6)))
        if game.nodes == [nodes[vertex] for vertex in plain.nodes]:
            assert numbered(found) == wanted
    held = list(leaves([game.explain(), game.survey(), game.laws(), game.strategies(), game.answer(), game.why(nodes[5])]))
    assert sum(any(leaf is node for node in nodes) for leaf in held) > 30


def test_texts_call_nodes_by_their_words(game: catmouse.Solved, nodes: list[Any]) -> None:
    words = dict(zip(game.nodes, game.names, strict=True))
    assert len(set(words.values())) == 6
    for node in nodes:
        unlike = [str(other) for other in nodes].count(str(node)) == 1
        if unlike and not isinstance(node, Room) and str(node).isprintable() and str(node).strip() == str(node) != "":
            assert words[node] == str(node)
        assert words[node].isprintable() and "0x" not in words[node]
    for ply in game.line:
        if ply.player == "mouse":
            assert f"{words[ply.start]}→{words[ply.to]}" in str(game)
    told = "".join(map(str, [*game.story, game.annotate(game.line).summary.text, game.why(nodes[5])]))
    assert words[nodes[0]] in told or "hole" in told
    svg = game.svg()
    for word in words.values():
        assert len(word) > 8 or word.replace("'", "&#39;") in svg, word


def test_what_a_call_returns_another_takes(game: catmouse.Solved, nodes: list[Any]) -> None:
    line = game.annotate(game.line)
    assert {move.judgement for move in line.moves} == {"best"} and len(line.moves) == len(game.line)
    assert line.moves[-1].value == game.line[-1].value and line.position == game.explain(line.position).start
    assert game.annotate(line.moves) == game.annotate([ply.to for ply in game.line]) == line
    for move in game.moves():
        why = game.why(move)
        assert (why.asked.to, why.asked.value) == (move.to, move.value)
        assert game.why(move.to).asked == why.asked
    first = game.line[0]
    assert game.why(game.line[1], after=[first]).asked.judgement == "best"
    for position, value in game:
        assert game.value(position) == game.value(position=position) == game.value(position.mouse, position.cats, position.turn) == value
    [hard] = game.survey(1).hardest.longest.mouse or game.survey(1).hardest.longest.cat
    assert isinstance(hard, HardStart) and game.value(hard) == hard.value
    again = catmouse.solve(game.board, **game.asked)
    assert again.answer() == game.answer() and again.rules == game.rules
    assert catmouse.check_certificate(game.certificate())
    text = game.certificate().text
    with pytest.raises(catmouse.ArgumentError, match="does not have its board"):
        catmouse.check_certificate(text)
    with pytest.raises(catmouse.MoveError, match="turn of the Mouse"):
        game.annotate([game.line[1]])
    with pytest.raises(catmouse.MoveError, match="no node"):
        game.annotate([object()])
    with pytest.raises(catmouse.ArgumentError, match="a text or a list of moves"):
        game.annotate(3)  # type: ignore[arg-type]


def test_a_table_has_its_board(game: catmouse.Solved, nodes: list[Any], tmp_path: pathlib.Path) -> None:
    path = tmp_path / "board.table"
    game.save(path)
    options = {"hole": nodes[0], "mouse": nodes[4], "cat": nodes[3]}
    assert catmouse.load(path, game.board, **options).answer() == game.answer()
    if not isinstance(nodes[0], (int, str, tuple)):
        with pytest.raises(catmouse.TableError, match=r"the nodes of its board.*load\(path, board, \.\.\.\)"):
            catmouse.load(path)
        return
    again = catmouse.load(path)
    assert (again.nodes, again.names, again.rules, again.preset, again.start) == (game.nodes, game.names, game.rules, game.preset, game.start)
    assert again.line == game.line and again.check()
    kept = pickle.loads(pickle.dumps([game.line, game.story, game.start, game.survey(), game.strategies()]))
    assert kept == [game.line, game.story, game.start, game.survey(), game.strategies()]


@pytest.mark.parametrize("board", [["M.#.F", "..#..", "....C"], "[[1,3],[0],[3],[0,2]]", "graph { hole -- hall -- attic -- cellar -- hole }"])
def test_boards_without_nodes_of_a_program(board: Any, tmp_path: pathlib.Path) -> None:
    options = {"mouse": "hall", "cat": "cellar", "hole": "hole"} if "hall" in board else {}
    game = catmouse.solve(board, **options)  # type: ignore[arg-type]
    line = game.annotate(game.line)
    assert {move.judgement for move in line.moves} == {"best"} and len(line.moves) == len(game.line)
    assert [game.why(move).asked.to for move in game.moves()] == [move.to for move in game.moves()]
    game.save(tmp_path / "table")
    again = catmouse.load(tmp_path / "table")
    assert (again.answer().value, again.start, again.line, again.rules) == (game.answer().value, game.start, game.line, game.rules)
    with pytest.raises(catmouse.ArgumentError, match="hole goes with a board"):
        catmouse.load(tmp_path / "table", hole="none")


def test_two_boards_match_by_their_nodes() -> None:
    one = catmouse.solve(nx.path_graph([(0, 0), (0, 1), (0, 2), (0, 3)]), preset="cops", mouse=(0, 0), cat=(0, 3))
    other = catmouse.solve(nx.cycle_graph([(0, 3), (0, 2), (0, 1), (0, 0), (9, 9)]), preset="cops", mouse=(0, 0), cat=(0, 3))
    found = catmouse.compare(one, other)
    assert (found.matched.by, found.matched.vertices, found.matched.only_b) == ("names", 4, ((9, 9),))
    assert found.b.solve.start == other.start and found.a.solve.start == one.start


def test_a_solved_board_is_made_by_solve() -> None:
    with pytest.raises(TypeError, match="catmouse.solve"):
        catmouse.Solved()


def test_one_search_for_all_of_cops() -> None:
    """A cycle of five needs two cops (Aigner and Fromme), who stand so that each vertex is next to one of them."""
    ring = nx.cycle_graph([(0, number) for number in range(5)])
    found = catmouse.cops_on(ring)
    assert (found.cop_number, found.capture_time) == (2, 1)
    assert found.placement is not None and nx.is_dominating_set(ring, found.placement)
    assert catmouse.cops_on(nx.path_graph("abc"), 1).dismantling is not None
    assert catmouse.cops_on(ring, 1).placement is None


@pytest.mark.parametrize("name", catmouse.__all__)
def test_names_are_those_of_the_package(name: str) -> None:
    thing = getattr(catmouse, name)
    if isinstance(thing, type):
        assert (thing.__module__, thing.__qualname__) == ("catmouse", name)
        assert typing.is_typeddict(thing) or typing.get_type_hints(thing) is not None
