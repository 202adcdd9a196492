"""Every message that the package words itself is provoked, and told in at most three lines.

The kind of an exception, and what it offers as data, are checked here. The wording is kept in
`messages.txt`, which `python tests/test_messages.py` writes anew.
"""

from __future__ import annotations

import gzip
import io
import os
import pathlib
import sys
import tempfile
import warnings
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import networkx as nx
import numpy as np
import pandas
import pytest

import catmouse
from catmouse.pettingzoo import env

KEPT = pathlib.Path(__file__).with_name("messages.txt")


class Nothing:
    """No board."""

    def __repr__(self) -> str:
        return "Nothing()"


class Unreadable:
    """A file that gives no text."""

    def read(self) -> int:
        return 3

    def __repr__(self) -> str:
        return "Unreadable()"


class Case(NamedTuple):
    ask: Callable[[], object]
    kind: type[Exception]
    setting: str | None = None
    """The keyword argument that `problems` names."""
    place: tuple[int, ...] | None = None
    """The place in the board that `problems` names."""
    remedies: tuple[dict[str, Any], ...] = ()


A, B, M, T = catmouse.ArgumentError, catmouse.BoardError, catmouse.MoveError, catmouse.TableError
ABC = nx.path_graph("abc")
PATH = nx.path_graph(4)
LISTS = "[[1,3],[0],[3],[0,2]]"
FOLDER = pathlib.Path(tempfile.mkdtemp())
(FOLDER / "petersen").write_text("Bw\n")
(FOLDER / "latin").write_bytes(b"\xff\n")
(FOLDER / "junk").write_text("junk")


def any_(value: object) -> Any:
    """The value without its type, as a program without types would give it."""
    return value


def game(**rules: Any) -> catmouse.Solved:
    return catmouse.solve(nx.path_graph("abcd"), **{"hole": "a", "mouse": "b", "cat": "d", **rules})


def costly() -> catmouse.Solved:
    """Two moves lead to the same place at different costs."""
    graph = nx.MultiGraph()
    graph.add_weighted_edges_from([(0, 1, 5), (0, 1, 7), (1, 2, 1)])
    return catmouse.solve(graph, mouse=1, cat=2, hole=None)


def objects() -> pathlib.Path:
    """A table of a board whose nodes cannot be written."""
    path = FOLDER / "objects.table"
    catmouse.solve(nx.Graph([(Nothing(), Nothing())]), preset="cops").save(path)
    return path


def in_folder(ask: Callable[[], object]) -> object:
    before = os.getcwd()
    os.chdir(FOLDER)
    try:
        return ask()
    finally:
        os.chdir(before)


GRID = ["M..", ".C."]
CASES: dict[str, Case] = {
    # What is taken as a board.
    "no board": Case(lambda: catmouse.solve(Nothing()), A),
    "a class": Case(lambda: catmouse.solve(nx.Graph), A),
    "a frame": Case(lambda: catmouse.solve(pandas.DataFrame([[0, 1], [1, 0]])), A),
    "no open file": Case(lambda: catmouse.solve(Unreadable()), A),
    "no such name": Case(lambda: catmouse.solve("petersson"), FileNotFoundError),
    "a name and a file": Case(lambda: in_folder(lambda: catmouse.solve("petersen")), B),
    "numbers of a family": Case(lambda: catmouse.solve("petersen:3"), B),
    "an item of a list": Case(lambda: catmouse.solve([[1], any_(2.5)]), A),
    "pairs": Case(lambda: catmouse.solve([(0, 1), (1, 2)]), B),
    "rows of a matrix": Case(lambda: catmouse.solve([[0, 1], [1, 0]]), B),
    "no whole neighbour": Case(lambda: catmouse.solve([[1.5], [0]]), B),
    "a large neighbour": Case(lambda: catmouse.solve([[2**70], [0]]), B),
    "no list of neighbours": Case(lambda: catmouse.solve(any_({"a": 3})), B),
    "a neighbour that is no key": Case(lambda: catmouse.solve({0: [1], 1: [0, 2]}), B),
    "one way": Case(lambda: catmouse.solve({0: [1], 1: []}), B),
    "other costs back": Case(lambda: catmouse.solve(np.array([[0, 2], [3, 0]])), B),
    "dimensions": Case(lambda: catmouse.solve(np.zeros(4)), B),
    "not square": Case(lambda: catmouse.solve(np.zeros((2, 3))), B),
    "an entry": Case(lambda: catmouse.solve(np.array([[0, np.nan], [np.nan, 0]])), B, place=(0, 1)),
    "a fraction": Case(lambda: catmouse.solve(np.array([[0, 0.5], [0.5, 0]])), B, place=(0, 1)),
    "a fraction without costs": Case(lambda: catmouse.cop_number(np.array([[0, 0.5], [0.5, 0]])), B, place=(0, 1)),
    "a masked entry": Case(lambda: catmouse.solve(np.ma.masked_equal([[0, 9], [9, 0]], 9)), B, place=(0, 1)),
    "a cost that is no number": Case(lambda: catmouse.solve(nx.Graph([(0, 1, {"weight": "far"})])), B),
    "a cost of 0": Case(lambda: catmouse.solve(nx.Graph([(0, 1, {"weight": 0})]), hole=None), B),
    "no such attribute": Case(lambda: catmouse.solve(nx.Graph([(0, 1, {"km": 3})]), weight="length"), B),
    "a weight": Case(lambda: catmouse.solve(PATH, weight=any_(3)), A),
    "a weight of a text": Case(lambda: catmouse.solve("Bw", weight="length"), A),
    "a weight of lists": Case(lambda: catmouse.solve([[1], [0]], weight="length"), A),
    "a weight of a matrix": Case(lambda: catmouse.solve(np.zeros((2, 2)), weight="length"), A),
    "a format of no text": Case(lambda: catmouse.solve(PATH, input="edges"), A),
    "a base": Case(lambda: catmouse.solve("Bw", base=2), A),
    "a format": Case(lambda: catmouse.solve("Bw", input=any_("excel")), A),
    "several graphs": Case(lambda: catmouse.solve("Bw\nC~\n"), B),
    "no such graph": Case(lambda: catmouse.solve("Bw\nC~\n", graph=3), B),
    "a base that is open": Case(lambda: catmouse.solve("1 2\n2 3\n"), B, remedies=({"base": 1}, {"base": 0})),
    # Thin walls.
    "walls of a graph": Case(lambda: catmouse.solve(PATH, walls=[((0, 0), (0, 1))]), A),
    "no list of walls": Case(lambda: catmouse.solve(GRID, walls=any_(3)), A),
    "no wall": Case(lambda: catmouse.solve(GRID, walls=any_([(0, 1)])), A),
    "a wall outside": Case(lambda: catmouse.solve(GRID, walls=[((1, 2), (2, 2))]), B, setting="walls[0]"),
    "a wall between other cells": Case(lambda: catmouse.solve(GRID, walls=[((0, 0), (1, 1))]), B, setting="walls[0]"),
    # Nodes and rules.
    "no such node": Case(lambda: catmouse.solve(ABC, hole="z"), B, setting="hole"),
    "no such cell": Case(lambda: catmouse.solve(GRID, hole=(5, 5)), B, setting="hole"),
    "no vertex": Case(lambda: catmouse.solve(LISTS, mouse=any_(1.5)), A),
    "starts as a number of cats": Case(lambda: catmouse.solve(PATH, cats=any_([1, 2])), A),
    "a hole to be given": Case(lambda: catmouse.solve(ABC, mouse="a", cat="c"), B, setting="hole", remedies=({"hole": "none"},)),
    "no such keyword": Case(lambda: catmouse.solve(PATH, **any_({"mouse_sped": 2})), A),
    "a keyword of nothing near": Case(lambda: catmouse.dismantling(PATH, **any_({"xyzzy": 2})), A),
    "a number": Case(lambda: catmouse.solve(PATH, mouse_speed=any_("2")), A),
    "a number out of range": Case(lambda: catmouse.solve(PATH, mouse_speed=0, hole=None), B, setting="mouse_speed"),
    "a switch": Case(lambda: catmouse.solve(PATH, mouse_may_stay=any_(1)), A),
    "a word": Case(lambda: catmouse.solve(PATH, stalemate=any_("win")), A),
    "a word that is a number": Case(lambda: catmouse.solve(PATH, stalemate=any_(3)), A),
    "a preset": Case(lambda: catmouse.solve(PATH, preset=any_("chess")), A),
    "a side": Case(lambda: catmouse.solve(PATH, first=any_("dog")), A),
    "a limit": Case(lambda: catmouse.solve(PATH, limit=any_("long")), A),
    "kinds of edges": Case(lambda: catmouse.solve(PATH, mouse_uses=any_(3)), A),
    "threads": Case(lambda: catmouse.solve(PATH, threads=0), A),
    "a type": Case(lambda: catmouse.solve(PATH, outcomes_only=any_("no")), A),
    "a range": Case(lambda: catmouse.solve("Bw", graph=-1), A),
    "too large": Case(lambda: catmouse.solve("grid:60x60", max_memory=1 << 24), catmouse.TooLargeError),
    "too little memory": Case(lambda: catmouse.cop_number(PATH, max_memory=10), A),
    # Many graphs.
    "one graph": Case(lambda: catmouse.cops(PATH), A),
    "a mapping of graphs": Case(lambda: catmouse.cops({"a": PATH}), A),
    "no graphs": Case(lambda: catmouse.cops(3), A),
    "no graph among others": Case(lambda: catmouse.cops(["Bw", Nothing()]), A),
    "no line among others": Case(lambda: catmouse.cops(["Bw", "Bw\nBw"]), B),
    "a file among others": Case(lambda: catmouse.cops([pathlib.Path("a.g6")]), B),
    "a format of graphs": Case(lambda: catmouse.cops([PATH], input="edges"), A),
    "errors": Case(lambda: catmouse.cops(["Bw"], errors=any_("ignore")), A),
    "cats and max_cats": Case(lambda: catmouse.cops(["Bw"], cats=1, max_cats=2), A),
    "too many cats": Case(lambda: catmouse.capture_time("Bw", 65), A),
    "lazy and cats_move": Case(lambda: catmouse.cop_number("Bw", lazy=True, cats_move="one"), A),
    "a speed of cops": Case(lambda: catmouse.cop_number("Bw", cat_speed=0), A),
    "no column": Case(lambda: catmouse.cops(["Bw"])["capture"], KeyError),
    # Positions and moves.
    "no position": Case(lambda: game().value(position=any_(3)), A),
    "a position twice": Case(lambda: game().value("b", "c", position=game().start), A),
    "a turn alone": Case(lambda: game().value(turn="cat"), A),
    "a mouse alone": Case(lambda: game().value("b"), A),
    "a turn that is none": Case(lambda: game().value("b", "c", any_(3)), A),
    "a turn of a dog": Case(lambda: game().value("b", "c", any_("dog")), A),
    "a place that is closed": Case(lambda: game().value("b", "a", "cat"), B, setting="cat"),
    "no move": Case(lambda: game().position().play("d"), M),
    "a move of many": Case(lambda: catmouse.solve(nx.complete_graph(20), preset="cops", cats=2).position(0, [1, 2], "cat").play([5]), M),
    "a move after the end": Case(lambda: game().position("b", "b", "mouse").play("a"), M),
    "a move of the other side": Case(lambda: game().position("b", "d", "cat").play(game().position().moves()[0]), M),
    "a move at two costs": Case(lambda: costly().evaluate(lambda here: 0, "mouse"), M),
    "moves": Case(lambda: game().annotate(any_(3)), A),
    "moves of no text": Case(lambda: game().annotate("\udc80"), A),
    "a move to no node": Case(lambda: game().annotate(["z"]), M),
    "a move in a text": Case(lambda: game().annotate("M b→d"), M),
    "a policy": Case(lambda: game().evaluate(any_(3), "mouse"), A),
    "a policy without a move": Case(lambda: game().evaluate({}, "mouse"), M),
    # Answers.
    "a winner": Case(lambda: game().hardest(any_("dog")), A),
    "hardest without distances": Case(lambda: game(outcomes_only=True).hardest("cat"), catmouse.NoDistancesError),
    "a line without distances": Case(lambda: game(outcomes_only=True).line, catmouse.NoDistancesError),
    "a heat map of a graph": Case(lambda: game().values().heat_map(cat="c"), A),
    "a heat map of nothing": Case(lambda: catmouse.solve(GRID, hole=None).values().heat_map(), A),
    "a heat map of no cell": Case(lambda: catmouse.solve(GRID, hole=None).values().heat_map(cat=(9, 9)), A),
    "a heat map of a side": Case(lambda: catmouse.solve(GRID, hole=None).values().heat_map(cat=(0, 0), turn=any_("dog")), A),
    "a picture": Case(lambda: game().svg(any_("film")), A),
    "a comparison": Case(lambda: catmouse.compare(game(), any_(3)), A),
    "kinds of changes": Case(lambda: game().whatif(["colour"]), A),
    "a filter": Case(lambda: game().whatif(only="size>3"), A),
    "a time": Case(lambda: game().whatif(time=-1.0), A),
    "a pickle": Case(lambda: game().__reduce__(), TypeError),
    "a solved board": Case(lambda: catmouse.Solved(), TypeError),
    # Hunts.
    "no property": Case(lambda: catmouse.hunt(vertices=5), A),
    "two properties": Case(lambda: catmouse.hunt(vertices=5, longest="cat", draws=True), A),
    "no space": Case(lambda: catmouse.hunt(longest="cat"), A),
    "two spaces": Case(lambda: catmouse.hunt(longest="cat", vertices=5, grid=(3, 3)), A),
    "walls of no grid": Case(lambda: catmouse.hunt(longest="cat", vertices=5, walls=3), A),
    "a symmetry": Case(lambda: catmouse.hunt(longest="cat", grid=(3, 3), symmetry=any_("round")), A),
    "a weight of a hunt": Case(lambda: catmouse.hunt(longest="cat", vertices=5, weight="km"), A),
    "a format of a hunt": Case(lambda: catmouse.hunt(longest="cat", vertices=5, input="edges"), A),
    # Files.
    "rules without a board": Case(lambda: catmouse.load(FOLDER / "junk", cats=2), A),
    "no table": Case(lambda: catmouse.load(FOLDER / "junk"), T),
    "a table of objects": Case(lambda: catmouse.load(objects()), T),
    "no file": Case(lambda: catmouse.load("no such file"), FileNotFoundError),
    "a certificate without a board": Case(lambda: catmouse.check_certificate("no\ncertificate\n"), A),
    "a certificate of a wrong type": Case(lambda: catmouse.check_certificate(any_(3), LISTS), A),
    "a certificate in Latin-1": Case(lambda: catmouse.check_certificate(FOLDER / "latin", LISTS), catmouse.CertificateError),
    "no certificate": Case(lambda: catmouse.check_certificate("no\ncertificate\n", LISTS), catmouse.CertificateError),
    # Attributes that people try.
    **{
        f"the attribute {whose}.{name}": Case(partial(lambda ask, name: getattr(ask(), name), ask, name), AttributeError)
        for whose, ask, names in (
            ("game", game, "winner plies solve graph options cop_number table best_move strategy draw heat_map positions cats play_on"),
            ("position", lambda: game().position(), "winner distance legal_moves move"),
            ("value", lambda: game().value(), "winner plies"),
            ("move", lambda: game().moves()[0], "target"),
            ("explanation", lambda: game().explain(), "text"),
            ("values", lambda: game().values(), "winners"),
            ("table", lambda: catmouse.cops(["Bw"]), "cop_number"),
            ("catmouse", lambda: catmouse, "explain draw Board copnumber cop_numbers nothing_near"),
        )
        for name in names.split()
    },
    "an attribute that is set": Case(lambda: setattr(game(), "cats", 2), AttributeError),
    "a row of a table": Case(lambda: catmouse.cops(["Bw"])[any_(0)], TypeError),
    # Arguments that people try.
    "arguments without names": Case(lambda: catmouse.solve(PATH, *any_(("cops", 2))), A),
    "the name of the literature": Case(lambda: catmouse.solve(PATH, **any_({"robber": 2})), A),
    "a keyword of another function": Case(lambda: catmouse.cop_number(PATH, **any_({"max_cats": 2})), A),
    "pairs of names": Case(lambda: catmouse.solve([("a", "b"), ("b", "c")]), B),
    "several graphs as a board": Case(lambda: catmouse.cop_number([PATH, PATH]), A),
    "a policy of pairs": Case(lambda: game().evaluate(any_({("b", "d"): "a"}), "mouse"), A),
    # The environment.
    "a step before the first": Case(lambda: env(game()).step(0), catmouse.CatmouseError),
    "opponents": Case(lambda: env(game(), any_({"dog": 1.0})), A),
    "opponents alone": Case(lambda: env(game(), {"mouse": 1.0, "cat": 1.0}), A),
}


def told(name: str) -> tuple[Exception, str]:
    """The exception of a case, and its message with its notes. Folders have no names that change."""
    case = CASES[name]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            case.ask()
        except Exception as error:  # noqa: BLE001
            text = "\n".join([str(error), *getattr(error, "__notes__", [])])
            return error, text.replace(str(FOLDER), "FOLDER")
    raise AssertionError(f"{name}: no exception")


@pytest.mark.parametrize("name", CASES)
def test_a_message_is_of_its_kind(name: str) -> None:
    case, (error, text) = CASES[name], told(name)
    assert type(error) is case.kind, f"{type(error).__name__}: {text}"
    assert 1 <= len(text.splitlines()) <= 3, text
    assert "--" not in text and "Ok(" not in text and "Some(" not in text, text
    if isinstance(error, catmouse.BoardError):
        problem = error.problems[0]
        assert (problem.setting, problem.index, problem.remedies) == (case.setting, case.place, case.remedies)


def kept() -> str:
    return "".join(f"{name}: {type(error).__name__}\n" + "".join(f"    {line}\n" for line in text.splitlines()) for name in CASES for error, text in [told(name)])


def test_the_wording() -> None:
    assert kept() == KEPT.read_text(encoding="utf-8"), "python tests/test_messages.py writes it"


if __name__ == "__main__":
    KEPT.write_text(kept(), encoding="utf-8")
    sys.exit()
