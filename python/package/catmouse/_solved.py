"""Solving a single board, and the answers about a solved board."""

from __future__ import annotations

import copy
import html
import json
import os
import pathlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, Self, Unpack, cast

import numpy as np
import numpy.typing as npt

from catmouse import _catmouse
from catmouse._boards import Prepared, prepare
from catmouse._errors import ArgumentError, BoardError, CertificateError, NoDistancesError, warn
from catmouse._options import (
    READING,
    BoardOptions,
    GameOptions,
    checked,
    is_path,
    is_text,
    part,
    rules_of,
    showing_options,
)
from catmouse._rules import Side
from catmouse._workbench import WhatIfTable

if TYPE_CHECKING:
    from pandas import DataFrame as _DataFrame

_VERTICES = {key for key, _, kind, _, _ in _catmouse.settings() if kind == "vertices"}
TURNS: tuple[Side, Side] = ("mouse", "cat")
"""The turns, in the order of the first axis of `Values`."""


@dataclass(frozen=True)
class Position:
    """The nodes on which the pieces stand, and whose turn it is."""

    mouse: Any
    cats: tuple[Any, ...]
    turn: Side


@dataclass(frozen=True)
class Value:
    """The value of a position under perfect play."""

    outcome: str
    """Who wins: `mouse` or `cat`; otherwise `draw`."""
    distance: int | None
    """The number of plies to the forced end; None if no end is forced."""
    cost: int | None = None
    """The total cost of the moves to the forced end; None if moves have no costs or no end is forced."""


@dataclass(frozen=True)
class Move:
    """A legal move, and the value of the position after it."""

    to: Any
    """The place of the mover's pieces after the move: a node for the Mouse, a tuple of nodes for the Cat."""
    value: Value
    best: bool
    """Whether no other move is better."""
    main: bool
    """Whether this is the best move that the line plays."""
    cost: int
    """The cost of the move; 1 if moves have no costs."""


@dataclass(frozen=True)
class Ply:
    """A move of the line, in which both sides play perfectly."""

    ply: int
    """The number of the ply, counted from 1."""
    player: Side
    start: Any
    """The place of the mover's pieces before the move: a node for the Mouse, a tuple of nodes for the Cat."""
    to: Any
    """The place of the mover's pieces after the move."""
    value: Value
    """The value of the position after the move."""
    reason: str
    """The reason for the move."""
    cost: int


class Values(NamedTuple):
    """The values of all positions as arrays.

    Axis 0 is the turn (the Mouse's, then the Cat's), axis 1 the node of the mouse, and axis 2 the
    placement of the cats.
    """

    winner: npt.NDArray[np.uint8]
    """The winner: 0 neither side, 1 the Mouse, 2 the Cat."""
    distance: npt.NDArray[np.int32]
    """The distance in plies, or in cost if moves have costs; -1 if no end is forced."""
    mouse: list[Any]
    """The nodes along axis 1."""
    cats: list[tuple[Any, ...]]
    """The placements of the cats along axis 2. Nodes that the rules close to the cats do not occur."""


@dataclass(frozen=True)
class Check:
    """The result of checking values."""

    ok: bool
    positions: int
    """The number of positions."""
    refutation: str | None
    """The first error; None if the values are right."""
    unmet: tuple[str, ...]
    """The expectations of the board's setup that the values do not meet."""

    def __bool__(self) -> bool:
        return self.ok


@dataclass(frozen=True)
class Certificate:
    """A proof of the outcome of the start, as a text.

    `catmouse.check_certificate` and the command line check it against the rules.
    """

    text: str

    @checked
    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the text into a file."""
        pathlib.Path(path).write_text(self.text, encoding="utf-8")

    def __len__(self) -> int:
        return self.text.count("\n")

    def __repr__(self) -> str:
        return f"<catmouse.Certificate of {len(self)} lines>"


@dataclass(frozen=True)
class Certified:
    """The result of checking a certificate."""

    ok: bool
    outcome: str | None
    """The outcome that is proved; None if the certificate proves nothing."""
    text: str
    """What is proved and how, or why nothing is proved."""

    def __bool__(self) -> bool:
        return self.ok


class Solved:
    """A board with the values of all its positions. It is immutable.

    Examples
    --------
    >>> import catmouse, networkx as nx
    >>> solved = catmouse.solve(nx.cycle_graph(5), preset="cops")
    >>> solved
    <catmouse.Solved: the Mouse is never caught; M2 C0 cat, 50 positions>
    >>> solved.outcome, solved.distance, solved.decided_by
    ('mouse', None, 'endless')
    """

    def __init__(self, native: _catmouse.Solved, prepared: Prepared) -> None:
        self._native = native
        self._prepared = prepared
        self._nodes: list[Any] = native.labels() if prepared.nodes is None else prepared.nodes
        if prepared.nodes is None:
            prepared.is_grid = any(isinstance(node, tuple) for node in self._nodes)

    # The most frequent questions.

    @property
    def outcome(self) -> str:
        """Who wins from the start under perfect play: `mouse`, `cat`, or `draw`."""
        return str(self._answer["outcome"])

    @property
    def decided_by(self) -> str:
        """What decides the outcome: `play`, `stalemate`, `limit`, or `endless`."""
        return str(self._answer["decided_by"])

    @property
    def distance(self) -> int | None:
        """The number of plies from the start to the forced end; None if no end is forced."""
        return cast("int | None", self._answer["distance_plies"])

    @property
    def cost(self) -> int | None:
        """The total cost of the moves to the forced end; None if moves have no costs or no end is forced."""
        return cast("int | None", self._answer["distance_cost"])

    @property
    def start(self) -> Position:
        """The start of the game. The players place the pieces that have no given start."""
        return self._position(self._answer["start"])

    @property
    def capture_time(self) -> int | None:
        """The number of rounds in which the Cat wins after the placement of the pieces.

        None if the Cat does not win, or if no piece is placed.
        """
        placement = self._answer["placement"]
        return None if placement is None else cast("int | None", placement["capture_time"])

    @property
    def line(self) -> list[Ply]:
        """The line, in which both sides play perfectly, with the reason for each move.

        Examples
        --------
        >>> import catmouse
        >>> [ply.to for ply in catmouse.solve("[[1,3],[0],[3],[0,2]]").line]
        [0]
        """
        return [self._ply(ply) for ply in self._explanation["line"]]

    @property
    def story(self) -> list[str]:
        """The ideas that decide the game, the most important first. Each is a sentence or two."""
        return [str(claim["text"]) for claim in self._explanation["story"]]

    @property
    def title(self) -> str | None:
        """The title of the board; None if it has none."""
        return self._native.title

    @property
    def nodes(self) -> list[Any]:
        """The nodes of the board. Vertex k of the JSON is `nodes[k]`."""
        return list(self._nodes)

    @property
    def names(self) -> list[str]:
        """The names of the nodes in texts, in the order of `nodes`.

        The name is `str(node)`, with `_` for characters that names cannot contain. A number that is
        not that of its vertex has a name such as `v7`. The story, the reasons and `annotate` use
        these names.

        Examples
        --------
        >>> import catmouse, networkx as nx
        >>> catmouse.solve(nx.Graph([(1, 2), ("b", (0, 1)), (2, "b")]), preset="cops").names
        ['v1', 'v2', 'b', '_0_1']
        """
        labels = self._native.labels()
        return [f"{label[0]},{label[1]}" if isinstance(label, tuple) else str(label) for label in labels]

    # Positions.

    def value(
        self, mouse: Any = None, cat: Any = None, turn: Side | None = None, *, position: Position | None = None
    ) -> Value:
        """The value of a position, or of the start.

        Parameters
        ----------
        `mouse`
            The node of the mouse.
        `cat`
            The node of the cat, or a list of nodes for several cats.
        `turn`
            Whose turn it is, `"mouse"` or `"cat"`; by default the side that moves first.
        `position`
            The position as a `Position`, instead of its parts. Without any argument, the start.

        Raises
        ------
        ArgumentError
            If only one of `mouse` and `cat` is given, or they are given in addition to `position`.
        BoardError
            If there is no such position.

        Examples
        --------
        >>> import catmouse
        >>> solved = catmouse.solve("[[1,3],[0],[3],[0,2]]")
        >>> solved.value(mouse=3, cat=2, turn="cat")
        Value(outcome='cat', distance=1, cost=None)
        """
        outcome, distance, cost = self._native.value(*self._asked(mouse, cat, turn, position))
        return Value(outcome, distance, cost)

    def moves(
        self, mouse: Any = None, cat: Any = None, turn: Side | None = None, *, position: Position | None = None
    ) -> list[Move]:
        """The legal moves at a position, or at the start, best first. The arguments are those of `value`."""
        answer = json.loads(self._native.moves(*self._asked(mouse, cat, turn, position)))
        return [
            Move(self._places(move["to"], answer["position"]["turn"]), _value(move), move["best"], move["main"], move["cost"])
            for move in answer["moves"]
        ]

    def best_moves(
        self, mouse: Any = None, cat: Any = None, turn: Side | None = None, *, position: Position | None = None
    ) -> list[Any]:
        """The targets of the best moves: nodes for the Mouse, tuples of nodes for the Cat.

        The arguments are those of `value`.

        Examples
        --------
        >>> import catmouse
        >>> catmouse.solve("[[1,3],[0],[3],[0,2]]").best_moves(mouse=3, cat=2, turn="mouse")
        [0]
        """
        return [move.to for move in self.moves(mouse, cat, turn, position=position) if move.best]

    def values(self) -> Values:
        """The values of all positions as arrays.

        Examples
        --------
        >>> import catmouse
        >>> winner, distance, mouse, cats = catmouse.solve("[[1,3],[0],[3],[0,2]]").values()
        >>> winner.shape, mouse, cats
        ((2, 4, 3), [0, 1, 2, 3], [(1,), (2,), (3,)])
        >>> int(winner[0, 1, 1]), int(distance[0, 1, 1])  # the mouse at 1, the cat at 2, the Mouse's turn
        (1, 1)
        """
        mice, placements, _ = self._native.shape
        shape = (len(TURNS), mice, placements)
        winner, distance = self._native.values()
        return Values(
            np.frombuffer(winner, dtype=np.uint8).reshape(shape),
            np.frombuffer(distance, dtype=np.int32).reshape(shape),
            list(self._nodes),
            self._placements(),
        )

    @checked
    def hardest(self, winner: Side, count: int = 3) -> list[tuple[Position, Value]]:
        """The starts with the longest wins of a side. `survey` has more about them.

        Parameters
        ----------
        `winner`
            The side that wins, `"mouse"` or `"cat"`.
        `count`
            The greatest number of starts. If there are more, starts that differ much are preferred.

        Returns
        -------
        The starts with their values, the longest win first.

        Raises
        ------
        NoDistancesError
            If the board was solved with `outcomes_only`.

        Examples
        --------
        >>> import catmouse
        >>> catmouse.solve(["M.#.F", "..#..", "....C"]).hardest("mouse", 1)
        [(Position(mouse=(0, 1), cats=((0, 0),), turn='mouse'), Value(outcome='mouse', distance=13, cost=None))]
        """
        if not self._native.has_distances:
            raise NoDistancesError("which starts are the hardest is said by distances, and only who wins is known: solve without outcomes_only")
        found = self.survey(count)["hardest"]["longest"]
        if winner not in found:
            raise ArgumentError(f"winner is one of {', '.join(found)}, not {winner!r}")
        return [(self._position(start), _value(start)) for start in found[winner]]

    def to_pandas(self) -> _DataFrame:
        """The values of all positions as a data frame, in the order of `catmouse table`.

        The columns are `mouse`, `cats`, `turn`, `outcome` and `distance`. If moves have costs, the
        last column is `cost` instead.

        Examples
        --------
        >>> import catmouse
        >>> catmouse.solve("[[1,3],[0],[3],[0,2]]").to_pandas().head(2)
           mouse  cats   turn outcome  distance
        0      0  (1,)  mouse   mouse         0
        1      0  (1,)    cat   mouse         0
        """
        import pandas

        values = self.values()
        # Rows are ordered like those of `catmouse table`: by mouse, then cats, then turn.
        winner = values.winner.transpose(1, 2, 0).ravel()
        distance = values.distance.transpose(1, 2, 0).ravel()
        cats = _objects(values.cats)
        mice = _column(values.mouse)
        shape = (len(mice), len(cats), len(TURNS))
        rows = np.indices(shape, sparse=True)
        places = [np.broadcast_to(axis, shape).ravel() for axis in rows]
        return pandas.DataFrame(
            {
                "mouse": mice[places[0]],
                "cats": cats[places[1]],
                "turn": pandas.Categorical.from_codes(places[2], categories=list(TURNS)),
                "outcome": pandas.Categorical.from_codes(winner, categories=["draw", "mouse", "cat"]),
                "cost" if self._native.has_costs else "distance": pandas.arrays.IntegerArray(distance, distance < 0),
            }
        )

    def __iter__(self) -> Iterator[tuple[Position, Value]]:
        """Iterates over all positions with their values.

        If moves have costs, the values have no plies. `value` has both.
        """
        winner, distance, mice, placements = self.values()
        names = ("draw", "mouse", "cat")
        by_cost = self._native.has_costs
        for one, mouse in enumerate(mice):
            for two, cats in enumerate(placements):
                for turn, side in enumerate(TURNS):
                    far = int(distance[turn, one, two])
                    known = None if far < 0 else far
                    value = Value(names[winner[turn, one, two]], None if by_cost else known, known if by_cost else None)
                    yield Position(mouse, cats, side), value

    # Answers in the JSON of the command line.

    def answer(self) -> dict[str, Any]:
        """The answer of `catmouse solve --format json`. Vertices are numbers, or cells of a grid."""
        return copy.deepcopy(self._answer)

    def explain(
        self, mouse: Any = None, cat: Any = None, turn: Side | None = None, *, position: Position | None = None
    ) -> dict[str, Any]:
        """The answer of `catmouse explain --format json`. Vertices are numbers, or cells of a grid.

        The arguments are those of `value`.
        """
        return cast("dict[str, Any]", json.loads(self._native.explain(*self._asked(mouse, cat, turn, position))))

    def strategies(self) -> dict[str, Any]:
        """Strategies with few rules: the answer of `catmouse explain --strategy --format json`.

        Raises `NoStrategyError` if too many positions can arise.
        """
        return cast("dict[str, Any]", json.loads(self._native.strategies()))

    @checked
    def survey(self, hardest: int = 3) -> dict[str, Any]:
        """The outcome of every start: the answer of `catmouse survey --format json`.

        `hardest` is the number of hardest starts of each kind to list.
        """
        return cast("dict[str, Any]", json.loads(self._native.survey(hardest)))

    @checked
    def annotate(self, moves: str) -> dict[str, Any]:
        """Judges the moves of a game from the start: the answer of `catmouse annotate --format json`.

        The moves are written like `M 1→7 C 2→3`. Raises `MoveError` if a move is not legal.
        """
        return cast("dict[str, Any]", json.loads(self._native.annotate(moves)))

    @checked
    def whatif(
        self,
        kinds: Sequence[str] | None = None,
        *,
        pairs: bool = False,
        only: str | None = None,
        top: int | None = None,
        max_memory: int | None = None,
        threads: int | None = None,
        progress: Callable[[int, int], object] | None = None,
    ) -> WhatIfTable:
        """Makes every single change of the board, solves each changed board, and ranks the effects.

        A change concerns a wall, an edge, a start or a rule. Ctrl-C stops the work.

        Parameters
        ----------
        `kinds`
            The kinds of changes to make: `wall`, `edge`, `start` or `rule`; by default all.
        `pairs`
            If true, make two changes at a time, and list the pairs that change the outcome although
            neither change alone does.
        `only`
            List only rows that satisfy these comparisons, such as `"flips=true, distance_plies>=9"`.
        `top`
            The greatest number of rows to list.
        `max_memory`
            The greatest number of bytes of memory.
        `threads`
            The number of threads; by default one for each core.
        `progress`
            A function that is called from time to time with the number of solved boards, and of all
            boards.

        Returns
        -------
        A table with a row for each change, the greatest effects first.

        Examples
        --------
        >>> import catmouse
        >>> changes = catmouse.solve(["M.#.F", "..#..", "....C"]).whatif(["wall"], top=2)
        >>> changes
        <catmouse.WhatIfTable of 3 boards>
        >>> changes["text"], changes["outcome"]
        (['as it is', 'a wall at (1,4)', 'a wall at (2,3)'], ['cat', 'cat', 'cat'])
        """
        native, answers, refused = _catmouse.whatif(
            self._native,
            None if kinds is None else list(kinds),
            pairs=pairs,
            only=only,
            top=top,
            max_memory=max_memory,
            threads=threads,
            progress=progress,
        )
        return WhatIfTable(native, answers, refused)

    # Proof, and files.

    def check(self) -> Check:
        """Checks the values by local conditions that need no solver.

        Examples
        --------
        >>> import catmouse
        >>> catmouse.solve("[[1,3],[0],[3],[0,2]]").check()
        Check(ok=True, positions=24, refutation=None, unmet=())
        """
        found = json.loads(self._native.check())
        refutation = found["refutation"]
        return Check(found["ok"], found["positions"], refutation and refutation["text"], tuple(found["unmet"]))

    def certificate(self) -> Certificate:
        """Makes a certificate of the outcome of the start."""
        return Certificate(self._native.certificate())

    @checked
    def save(self, path: str | os.PathLike[str], *, outcomes_only: bool = False) -> None:
        """Saves the values for `catmouse.load` and for the command line; with `outcomes_only` without distances."""
        self._native.save(os.fspath(path), outcomes_only or not self._native.has_distances)

    # Pictures.

    @checked
    def svg(self, what: str = "board") -> str:
        """Draws a picture as SVG.

        `what` is `board` (with the values of places), `line` (a film strip), `survey` (all starts), or
        `curve` (the distances along the line).
        """
        return self._native.svg(what)

    def page(self) -> str:
        """The game as one HTML document in which the pieces can be moved, and which shows the value of every move."""
        return self._native.page()

    def __repr__(self) -> str:
        count = self._answer["positions"]["total"]
        return f"<catmouse.Solved: {self._headline()}; {self._told_start()}, {count} positions>"

    def __str__(self) -> str:
        if not self._native.has_distances:
            return repr(self)
        lines = [*(f"{text[0].upper()}{text[1:]}." for text in (self._headline(), *self.story)), ""]
        for ply in self.line:
            lines.append(f"{ply.ply:>3}. {ply.player.capitalize():<6}{_shown(ply.start)} → {_shown(ply.to)}: {ply.reason}")
        return "\n".join([*lines, str(self._explanation["ends"]["text"])])

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        # A solved board is immutable, and its values may be large.
        return self

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "a solved board is not pickled, since its values may be large: save(path) writes them, and catmouse.load(path, board, ...) has "
            "them again, in another process too; answer(), explain() and values() give what is pickled"
        )

    def _repr_svg_(self) -> str | None:
        return self.svg() if self._native.has_distances else None

    def _repr_html_(self) -> str:
        if not self._native.has_distances:
            return f"<pre>{html.escape(repr(self))}</pre>"
        page = html.escape(self.page(), quote=True)
        return (
            '<iframe sandbox="allow-scripts" title="A solved game" style="width:100%;height:640px;border:0" '
            f'srcdoc="{page}"></iframe>'
        )

    def _headline(self) -> str:
        answer = self._answer
        winner = {"mouse": "the Mouse", "cat": "the Cat"}.get(answer["outcome"])
        plies, cost, decided = answer["distance_plies"], answer["distance_cost"], answer["decided_by"]
        if winner is None:
            return {"limit": "a draw by the limit", "stalemate": "a draw by stalemate"}.get(decided, "a draw by endless play")
        if decided == "endless":
            return "the Mouse is never caught" if answer["outcome"] == "mouse" else "the Cat wins by endless play"
        if decided == "limit":
            return f"{winner} wins by the limit"
        if plies is None:
            return f"{winner} wins"
        far = f"in {plies} {'ply' if plies == 1 else 'plies'}"
        return f"{winner} wins {far}" + ("" if cost is None else f" at a cost of {cost}")

    def _told_start(self) -> str:
        start = self.start
        cats = " ".join(f"C{_shown(cat)}" for cat in start.cats)
        return f"M{_shown(start.mouse)} {cats} {start.turn}"

    # Conversions between vertices of the library and nodes of the caller. The caller never gets a
    # mutable part of `_answer` or `_explanation`.

    @cached_property
    def _answer(self) -> dict[str, Any]:
        return cast("dict[str, Any]", json.loads(self._native.answer()))

    @cached_property
    def _explanation(self) -> dict[str, Any]:
        return cast("dict[str, Any]", json.loads(self._native.explain()))

    def _node(self, vertex: Any) -> Any:
        if isinstance(vertex, list):
            return (vertex[0], vertex[1])
        return self._nodes[vertex]

    def _places(self, places: Any, player: str) -> Any:
        return self._node(places) if player == "mouse" else tuple(self._node(place) for place in places)

    def _position(self, position: Mapping[str, Any]) -> Position:
        return Position(
            self._node(position["mouse"]), tuple(self._node(cat) for cat in position["cats"]), position["turn"]
        )

    def _ply(self, ply: Mapping[str, Any]) -> Ply:
        player = ply["player"]
        return Ply(
            ply["ply"],
            player,
            self._places(ply["from"], player),
            self._places(ply["to"], player),
            _value(ply),
            ply["reason"]["text"],
            ply["cost"],
        )

    def _placements(self) -> list[tuple[Any, ...]]:
        _, placements, cats = self._native.shape
        numbers = np.frombuffer(self._native.placements(), dtype=np.uint32).reshape(placements, cats)
        return [tuple(self._nodes[cat] for cat in row) for row in numbers.tolist()]

    def _asked(
        self, mouse: Any, cat: Any, turn: Side | None, position: Position | None
    ) -> tuple[Any, Any, Side | None]:
        if isinstance(mouse, Position) and cat is None:
            position, mouse = mouse, None
        if position is not None:
            if not isinstance(position, Position):
                raise ArgumentError(f"a position is a catmouse.Position, not {position!r}: mouse, cat and turn say one by its parts")
            if (mouse, cat, turn) != (None, None, None):
                raise ArgumentError("a position says already where mouse and cat stand and whose turn it is")
            mouse, cat, turn = position.mouse, list(position.cats), position.turn
        if mouse is None and cat is None:
            if turn is not None:
                raise ArgumentError("whose turn it is says nothing without where mouse and cat stand")
            return None, None, None
        if turn is not None and not is_text(turn):
            raise ArgumentError(f"turn is a word, not {turn!r}")
        if mouse is None or cat is None:
            raise ArgumentError("a position says where both mouse and cat stand")
        prepared = self._prepared
        return prepared.vertex(mouse, "mouse"), prepared.vertices(cat, "cat"), turn or self._answer["start"]["turn"]


def _value(found: Mapping[str, Any]) -> Value:
    return Value(found["outcome"], found["distance_plies"], found["distance_cost"])


def _shown(place: Any) -> str:
    if isinstance(place, tuple) and len(place) == 1:
        return str(place[0])
    return str(place)


def _objects(items: Sequence[Any]) -> npt.NDArray[Any]:
    """A one-dimensional array of the items, even if they are sequences."""
    array = np.empty(len(items), dtype=object)
    for index, item in enumerate(items):
        array[index] = item
    return array


def _column(nodes: Sequence[Any]) -> npt.NDArray[Any]:
    """The nodes as an array: of integers if all are, otherwise of objects."""
    if all(type(node) is int for node in nodes):
        return np.array(nodes, dtype=np.int64)
    return _objects(nodes)


def _chosen(prepared: Prepared, rules: Mapping[str, Any]) -> dict[str, Any]:
    """Converts the vertices in settings for the extension module."""
    if isinstance(rules.get("cats"), (list, tuple, set, frozenset)):
        raise ArgumentError("cats is how many cats there are; where they start is said by cat=[...]")
    return {
        key: prepared.vertices(value, key)
        if key in _VERTICES and value is not None and not (value == "none" and prepared.number(value, key) is None)
        else value
        for key, value in rules.items()
    }


def asked_of(prepared: Prepared, options: GameOptions | BoardOptions, declared: type[GameOptions]) -> dict[str, Any]:
    """Converts the choices for a board for the extension module. `declared` lists the possible options."""
    mouse, cat = options.get("mouse"), options.get("cat")
    return {
        "preset": options.get("preset"),
        "mouse": None if mouse is None else prepared.vertex(mouse, "mouse"),
        "cat": None if cat is None else prepared.vertices(cat, "cat"),
        "first": options.get("first"),
        "rules": _chosen(prepared, rules_of(cast("Mapping[str, Any]", options), declared)),
        "max_memory": options.get("max_memory"),
    }


def _prepare(board: Any, options: BoardOptions) -> tuple[Prepared, dict[str, Any]]:
    """Converts a board, and the choices for it."""
    prepared = prepare(board, **part(cast("Mapping[str, Any]", options), READING))
    return prepared, asked_of(prepared, options, BoardOptions)


@showing_options
def solve(
    board: Any,
    *,
    outcomes_only: bool = False,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    **options: Unpack[BoardOptions],
) -> Solved:
    """Solves a board: finds who wins from every position, and in how many plies.

    The board is

    * a graph of networkx or rustworkx, directed or not; results contain its own nodes (for rustworkx, node indices);
    * a square matrix of numpy or scipy: 0 is no edge, and 1, True or a cost above 0 is an edge; other entries are refused;
    * a mapping of nodes to their neighbours, or LeetCode's list of the neighbours of each vertex;
    * a list of the rows of a grid: `#` wall, `.` free, `M` mouse, `C` cat, `F` food; its vertices are `(row, column)`;
    * a path, a text in any format that the library reads, or the name of a graph such as `"petersen"` or `"grid:4x4"`.

    Other Python threads run meanwhile, and Ctrl-C stops the work. The rules of the game are keyword
    arguments, which are listed below.

    Parameters
    ----------
    `board`
        The board.
    `preset`
        The game: `cat-and-mouse` (the default), `cat-and-mouse-ii` (the default for a grid), or
        `cops` (Cops and Robbers).
    `mouse`, `cat`
        The starts, by nodes; `cat` is a list of nodes for several cats.
    `first`
        Who moves first, `"mouse"` or `"cat"`.
    `weight`
        The attribute of an edge that is the cost of moving along it; None for no costs; or a
        function from an edge's data to the cost.
    `input`, `base`, `graph`, `parallel_edges`
        How to read a text: its format; the number of its first vertex, 0 or 1; the number of the
        graph to take, counted from 1; and whether two edges between the same vertices with
        different costs are two moves.
    `outcomes_only`
        If true, find who wins but no distances, which takes a tenth of the memory.
    `max_memory`
        The greatest number of bytes of memory. A larger game is refused before it is solved.
    `threads`
        The number of threads; by default one for each core.
    `progress`
        A function that is called from time to time with the distance being decided and the number
        of decided positions.

    Returns
    -------
    The solved board.

    Raises
    ------
    ArgumentError
        If an argument has the wrong type, or has no effect.
    BoardError
        If the board or its rules make no game.
    TooLargeError
        If the game needs more memory than is available or allowed.

    Examples
    --------
    >>> import catmouse, networkx as nx
    >>> rooms = nx.Graph([("hole", "hall"), ("hall", "attic"), ("attic", "cellar"), ("cellar", "hole")])
    >>> solved = catmouse.solve(rooms, mouse="hall", cat="cellar", hole="hole", stalemate="loss")
    >>> solved.outcome, solved.distance, solved.best_moves()
    ('mouse', 1, ['hole'])
    >>> catmouse.solve(["M..F", ".#..", "C..."], cat_jump=2)
    <catmouse.Solved: the Cat wins in 4 plies; M(0, 0) C(2, 0) mouse, 242 positions>
    """
    prepared, asked = _prepare(board, options)
    try:
        native = _catmouse.solve(
            prepared.board, asked, outcomes_only=outcomes_only, threads=threads, progress=progress
        )
    except BoardError as error:
        raise prepared.in_nodes(error) from None
    warn(native.notes)
    return Solved(native, prepared)


@showing_options
def load(
    path: str | os.PathLike[str],
    board: Any,
    **options: Unpack[BoardOptions],
) -> Solved:
    """Reads the values of a board from a table that `Solved.save` or `catmouse solve --save` has written.

    Parameters
    ----------
    `path`
        The file with the table.
    `board`
        The board that the table was saved for, as for `solve`.

    The other keyword arguments are those of `solve`. The rules must be those that the table was
    saved for.

    Raises
    ------
    OSError
        If the file cannot be read.
    TableError
        If the file is no table, or a table of another board or other rules.

    Examples
    --------
    >>> import catmouse, pathlib, tempfile
    >>> board = "[[1,3],[0],[3],[0,2]]"
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder) / "board.table"
    ...     catmouse.solve(board).save(path)
    ...     catmouse.load(path, board)
    <catmouse.Solved: the Mouse wins in 1 ply; M1 C2 mouse, 24 positions>
    """
    prepared, asked = _prepare(board, options)
    try:
        native = _catmouse.load(os.fspath(path), prepared.board, asked)
    except BoardError as error:
        raise prepared.in_nodes(error) from None
    warn(native.notes)
    return Solved(native, prepared)


@showing_options
def check_certificate(
    certificate: Certificate | str | os.PathLike[str],
    board: Any,
    **options: Unpack[BoardOptions],
) -> Certified:
    """Checks a certificate against the rules of a board, without solving it.

    Parameters
    ----------
    `certificate`
        The certificate, its text, or its file.
    `board`
        The board, as for `solve`.

    The other keyword arguments are those of `solve`.

    Raises
    ------
    CertificateError
        If the text is no certificate.

    Examples
    --------
    >>> import catmouse
    >>> board = "[[1,3],[0],[3],[0,2]]"
    >>> proof = catmouse.solve(board).certificate()
    >>> bool(catmouse.check_certificate(proof, board))
    True
    """
    if isinstance(certificate, Certificate):
        text = certificate.text
    elif isinstance(certificate, str) and "\n" in certificate:
        text = certificate
    elif not is_path(certificate):
        raise ArgumentError(f"a certificate is a catmouse.Certificate, its text or its file, not {certificate!r}")
    else:
        try:
            text = pathlib.Path(certificate).read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            raise CertificateError(f"{certificate}: a certificate is a text in UTF-8, and byte {error.start} begins no letter") from None
    prepared, asked = _prepare(board, options)
    try:
        answer, words, notes = _catmouse.certified(text, prepared.board, asked)
    except BoardError as error:
        raise prepared.in_nodes(error) from None
    warn(notes)
    found = json.loads(answer)
    return Certified(found["ok"], found["outcome"], words)


def _told(settings: Sequence[tuple[str, str, str, list[str], list[str]]]) -> str:
    """The part of a docstring that lists the settings of the rules with their defaults."""
    lines = ["", f"    The rules, each with its default under the presets {'; '.join(_catmouse.presets())}:", ""]
    for key, what, kind, words, defaults in settings:
        choice = f" ({', '.join(words)})" if kind == "word" else ""
        said = defaults[0] if len(set(defaults)) == 1 else "; ".join(defaults)
        lines.append(f"    * `{key}`: {what[0].lower()}{what[1:]}{choice}; {said}")
    return "\n".join(lines) + "\n"


if solve.__doc__ is not None:
    solve.__doc__ += _told(_catmouse.settings())
