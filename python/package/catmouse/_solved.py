"""A solved board, and the answers about it."""

from __future__ import annotations

import html
import json
import os
import pathlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, NoReturn, Self, TypeAlias, cast

import numpy as np
import numpy.typing as npt

from catmouse import _catmouse
from catmouse._boards import Prepared, in_words, some
from catmouse._errors import ArgumentError, unknown
from catmouse._hints import hinting
from catmouse._moves import Played, index_of, label_word, notation, word_for
from catmouse._options import READING_ONE, checked, is_text
from catmouse._position import GamePosition
from catmouse._reading import Nodes, Outcome, OutcomeOnly, Value
from catmouse._rules import Preset, Rules, Side
from catmouse._workbench import WhatIfTable
from catmouse.answers import (
    Annotation,
    Check,
    Claim,
    DecidedBy,
    Evaluation,
    Explanation,
    Laws,
    Move,
    Ply,
    Position,
    Result,
    StartRow,
    Strategies,
    Survey,
    Why,
)

if TYPE_CHECKING:
    from catmouse._solve import Certified
    from pandas import DataFrame as _DataFrame

Picture = Literal["board", "line", "animation", "survey", "lesson", "choices"]
"""The pictures of a solved board."""

Policy: TypeAlias = Callable[[GamePosition], Played | None] | Mapping[Position, Played]
"""A move of one side at each position: a function of the position, or a mapping from positions to moves."""

_SHOWN_IN_NOTEBOOK = 60_000
"""The most characters that a notebook gets for a board."""

TURNS: tuple[Side, Side] = ("mouse", "cat")
"""The turns, in the order of the first axis of `Values`."""

@hinting
class Values(NamedTuple):
    """The values of all positions as arrays.

    Axis 0 is the turn (the Mouse's, then the Cat's), axis 1 the node of the mouse, and axis 2 the
    placement of the cats.
    """

    winner: npt.NDArray[np.uint8]
    """The winner: 0 neither side, 1 the Mouse, 2 the Cat."""
    distance: npt.NDArray[np.int32]
    """The distance in plies, or in cost if moves have costs; -1 if no end is forced. Empty if the board was solved with `outcomes_only`."""
    mouse: list[Any]
    """The nodes along axis 1."""
    cats: list[tuple[Any, ...]]
    """The placements of the cats along axis 2. Nodes that the rules close to the cats do not occur."""

    def heat_map(self, cat: Any = None, *, mouse: Any = None, turn: Side = "mouse") -> npt.NDArray[np.float64]:
        """The values on a grid as an array with the shape of the grid, for `matplotlib.pyplot.imshow`.

        A win of the mouse is 1 at the end and falls evenly with the distance, down to 1 / (1 + d) at the
        greatest distance d of the map; a win of the cat is the negative. Other places are 0, and walls and
        places that are closed are NaN. The nodes are cells `(row, column)`.

        Parameters
        ----------
        `cat`
            The cell of the cat, or a tuple of the cells of several; the map is over the mouse's cell.
        `mouse`
            The cell of the mouse, instead of `cat`; the map is over the cell of the only cat.
        `turn`
            Whose turn it is.

        Raises
        ------
        ArgumentError
            If the nodes are no cells, or not one of `cat` and `mouse` is given.
        NoDistancesError
            If the board was solved with `outcomes_only`.

        Examples
        --------
        >>> import catmouse
        >>> catmouse.solve(["M.#F", "...C"]).values().heat_map(cat=(1, 3)).round(2).tolist()
        [[0.0, 0.0, nan, 0.0], [0.0, 0.0, 0.0, -1.0]]
        """
        if self.distance.size < self.winner.size:
            raise unknown("a heat map needs distances")
        are_cells = all(isinstance(node, tuple) and len(node) == 2 and all(isinstance(part, int) and part >= 0 for part in node) for node in self.mouse)
        if not are_cells:
            raise ArgumentError(f"a heat map is of a grid, whose nodes are cells (row, column), and {some(self.mouse)}")
        if (cat is None) == (mouse is None):
            raise ArgumentError("a heat map needs either cat or mouse: the place of one side, over the cells of the other")
        if mouse is not None and len(self.cats[0]) > 1:
            raise ArgumentError(f"mouse gives a heat map over the cells of a single cat, and there are {len(self.cats[0])} cats: cat=((row, column), ...) gives their places")
        if turn not in TURNS:
            raise ArgumentError(f"turn is 'mouse' or 'cat', not {turn!r}")
        side = TURNS.index(turn)
        if mouse is None:
            placement = cat if isinstance(cat, (tuple, list)) and cat and isinstance(cat[0], (tuple, list)) else [cat]
            order = {node: number for number, node in enumerate(self.mouse)}
            cells = [tuple(cell) if isinstance(cell, (tuple, list)) else cell for cell in placement]
            two = self._place("cat", cat, self.cats, tuple(sorted(cells, key=lambda cell: order.get(cell, -1))))
            cells, winner, distance = self.mouse, self.winner[side, :, two], self.distance[side, :, two]
        else:
            one = self._place("mouse", mouse, self.mouse, tuple(mouse) if isinstance(mouse, (tuple, list)) else mouse)
            cells, winner, distance = [cats[0] for cats in self.cats], self.winner[side, one], self.distance[side, one]
        rows, columns = (1 + max(node[axis] for node in self.mouse) for axis in (0, 1))
        shown = np.full((rows, columns), np.nan)
        sign = np.array([0, 1, -1])[winner]
        distance = np.maximum(distance, 0)
        shown[tuple(np.array(cells).T)] = sign * (1 - distance / (1 + distance.max()))
        return shown

    def _place(self, name: str, given: Any, places: Sequence[Any], place: Any) -> int:
        """The index of a place along an axis."""
        try:
            return places.index(place)
        except ValueError:
            raise ArgumentError(f"{name} is {given!r}, and this is none of its {len(places)} places: {', '.join(map(repr, places[:3]))} ...") from None


@hinting
@dataclass(frozen=True)
class Certificate:
    """A proof of the outcome of the start, or of a cop number, as a text.

    `catmouse.check_certificate` and the command line check it against the rules.
    """

    text: str
    _asked: tuple[Any, dict[str, Any]] | None = field(default=None, repr=False, compare=False)

    @checked
    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the text into a file."""
        pathlib.Path(path).write_text(self.text, encoding="utf-8")

    def verify(self) -> Certified:
        """Checks the proof against the rules of its board, as `catmouse.check_certificate` does."""
        from catmouse._solve import check_certificate  # that module makes solved boards

        return check_certificate(self)

    def __len__(self) -> int:
        return self.text.count("\n")

    def __repr__(self) -> str:
        return f"<catmouse.Certificate of {len(self)} lines>"


class Page(str):
    """A solved game as an HTML document. A notebook shows it in a frame."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        page = html.escape(self, quote=True)
        return (
            '<iframe sandbox="allow-scripts" title="A solved game" style="width:100%;height:640px;border:0" '
            f'srcdoc="{page}"></iframe>'
        )


@hinting
class Solved:
    """A board with the values of all its positions, which `solve` or `load` makes. It is immutable.

    Examples
    --------
    >>> import catmouse, networkx as nx
    >>> solved = catmouse.solve(nx.cycle_graph(5), preset="cops")
    >>> solved
    <catmouse.Solved: the Mouse is never caught; M2 C0 cat, 50 positions>
    >>> solved.outcome, solved.distance, solved.decided_by
    ('mouse', None, 'endless')
    """

    _native: _catmouse.Solved
    _prepared: Prepared
    _asked: tuple[Any, dict[str, Any]]
    _nodes: list[Any]

    def __init__(self) -> None:
        raise TypeError("catmouse.solve(board) makes a solved board, and catmouse.load(path) reads one")

    def __setattr__(self, name: str, value: Any) -> None:
        if not name.startswith("_"):
            raise AttributeError(f"a solved board is immutable, so {name!r} cannot be set: solve the board again with other rules", name=name, obj=self)
        super().__setattr__(name, value)

    @classmethod
    def _of(cls, native: _catmouse.Solved, prepared: Prepared, board: Any, options: Mapping[str, Any]) -> Self:
        """The solved board of the extension module, with the board and the options that the caller gave."""
        solved = cls.__new__(cls)
        solved._native = native
        solved._prepared = prepared
        # The caller's board and walls may be iterators, which are read by now.
        given = board if prepared.contents is None else prepared.contents
        solved._asked = (given, {**options, **({} if prepared.walls is None else {"walls": prepared.walls})})
        solved._nodes = native.labels() if prepared.nodes is None else prepared.nodes
        if prepared.nodes is None:
            prepared.is_grid = any(isinstance(node, tuple) for node in solved._nodes)
        return solved

    # The game.

    @property
    def board(self) -> Any:
        """The board that was given. What was given besides it, such as `walls`, is in `rules`."""
        return self._asked[0]

    @property
    def preset(self) -> Preset:
        """The game that gives the rules which neither the board nor the caller sets."""
        return cast("Preset", self._native.preset)

    @property
    def rules(self) -> Rules:
        """The value of each rule of the game, except rules without an effect, and the other options with which the board was given.

        So `solve` with `board`, `preset`, the starts and these as keyword arguments solves the same game.
        The other options are those of `first`, `weight`, `directed`, `walls`, `input`, `base`, `graph` and
        `parallel_edges` that the caller gave.

        Examples
        --------
        >>> import catmouse, networkx as nx
        >>> game = catmouse.solve(nx.path_graph("abc"), hole="a", mouse="b", cat="c", first="cat")
        >>> game.preset, game.rules["hole"], game.rules["endless"]
        ('cat-and-mouse', ['a'], 'draw')
        >>> catmouse.solve(game.board, preset=game.preset, mouse="b", cat="c", **game.rules)
        <catmouse.Solved: the Cat wins in 1 ply; Mb Cc cat, 12 positions>
        """
        rules = self._native.rules
        given = self._asked[1]
        # Directions have no effect on a grid.
        keys = [key for key in (*READING_ONE, "first") if key in given and not (key == "directed" and self._prepared.is_grid)]
        return cast("Rules", {**{key: given[key] for key in keys}, **rules, "hole": [self._node(hole) for hole in rules["hole"]]})

    @property
    def asked(self) -> dict[str, Any]:
        """The keyword arguments with which `solve` solves this game of `board` again: `preset`, the starts, and `rules`.

        Examples
        --------
        >>> import catmouse, networkx as nx
        >>> game = catmouse.solve(nx.path_graph("abc"), hole="a", mouse="b", cat="c", first="cat")
        >>> catmouse.solve(game.board, **game.asked)
        <catmouse.Solved: the Cat wins in 1 ply; Mb Cc cat, 12 positions>
        """
        placed, start = self.answer().placement, self.start
        # The players place the pieces that have no start.
        starts = {
            **({} if placed and placed.mouse is not None else {"mouse": start.mouse}),
            **({} if placed and placed.cats is not None else {"cat": list(start.cats)}),
        }
        return {"preset": self.preset, **starts, **self.rules}

    @property
    def title(self) -> str | None:
        """The title of the board; None if it has none."""
        return self._native.title

    @property
    def nodes(self) -> list[Any]:
        """The nodes of the board. The extension module and the command line call node k vertex k."""
        return list(self._nodes)

    @property
    def names(self) -> list[str]:
        """The words for the nodes in texts and pictures, in the order of `nodes`.

        The word is `str(node)`, or `repr(node)` if another node has the same word. The story, the
        reasons and `annotate` use these words.

        Examples
        --------
        >>> import catmouse, networkx as nx
        >>> catmouse.solve(nx.Graph([(1, 2), ("b", (0, 1)), (2, "b"), ("1", 1)]), preset="cops").names
        ['1', '2', 'b', '(0, 1)', "'1'"]
        """
        return list(self._words)

    @property
    def start(self) -> Position:
        """The start of the game. The players place the pieces that have no given start."""
        return self.answer().start

    # The most frequent questions.

    @property
    def outcome(self) -> Outcome:
        """Who wins from the start under perfect play: `mouse`, `cat`, or `draw`."""
        return self.answer().outcome

    @property
    def decided_by(self) -> DecidedBy:
        """What decides the outcome: `play`, `stalemate`, `limit`, or `endless`."""
        return self.answer().decided_by

    @property
    def distance(self) -> int | None:
        """The number of plies from the start to the forced end; None if no end is forced.

        With `outcomes_only`, distances are not known: this raises `NoDistancesError`.
        """
        return self.answer().value.distance

    @property
    def cost(self) -> int | None:
        """The total cost of the moves to the forced end; None if moves have no costs or no end is forced.

        With `outcomes_only`, costs are not known: this raises `NoDistancesError`.
        """
        return self.answer().value.cost

    @property
    def capture_time(self) -> int | None:
        """The number of rounds in which the Cat wins after the placement of the pieces.

        None if the Cat does not win, or if no piece is placed. With `outcomes_only`, the time of a win is
        not known: this raises `NoDistancesError`.
        """
        placement = self.answer().placement
        if placement is None or self.outcome != "cat":
            return None
        if not self._native.has_distances:
            raise unknown("the capture time is asked for")
        return placement.capture_time

    @property
    def line(self) -> list[Ply]:
        """The line, in which both sides play perfectly, with the reason for each move.

        Examples
        --------
        >>> import catmouse
        >>> [ply.to for ply in catmouse.solve("[[1,3],[0],[3],[0,2]]").line]
        [0]
        """
        return list(self._explanation.line)

    @property
    def story(self) -> list[Claim]:
        """The ideas that decide the game, the most important first. Each is a sentence or two with the facts in it.

        Examples
        --------
        >>> import catmouse
        >>> for claim in catmouse.solve("[[1,3],[0],[3],[0,2]]").story[:1]:
        ...     print(claim.kind, claim.facts["exceptions"], claim)
        law 0 on the Mouse's turn, the Cat wins exactly if it is nearer to the hole and to door 3 than the Mouse ...
        """
        return list(self._explanation.story)

    # Positions.

    def value(
        self, mouse: Any = None, cat: Any = None, turn: Side | None = None, *, position: Position | None = None
    ) -> Value:
        """The value of a position, or of the start.

        Parameters
        ----------
        `mouse`
            The node of the mouse, or a whole position: a `Position`, or an answer with a `mouse`,
            `cats` and a `turn`.
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
        outcome, distance, cost = self._native.value(*self._asked_position(mouse, cat, turn, position))
        return Value(outcome, distance, cost) if self._native.has_distances else OutcomeOnly(outcome)

    def position(
        self, mouse: Any = None, cat: Any = None, turn: Side | None = None, *, position: Position | None = None
    ) -> GamePosition:
        """A position on which to play: `moves()`, `play(move)`, `is_over`, `value`, `line_from()`.

        The arguments are those of `value`; without any, the start.

        Examples
        --------
        >>> import catmouse
        >>> here = catmouse.solve(["M..F", ".#..", "C..."], cat_jump=2).position()
        >>> while not here.is_over:
        ...     here = here.play(here.moves()[0])
        >>> here.value.outcome
        'cat'
        """
        if mouse is None and cat is None and turn is None and position is None:
            return GamePosition._at(self, self.start)
        asked = self._asked_position(mouse, cat, turn, position)
        at, cats, legal = self._native.legal(*asked)
        return GamePosition._of_numbers(self, at, cats, asked[2] or self.start.turn, legal)

    def moves(
        self, mouse: Any = None, cat: Any = None, turn: Side | None = None, *, position: Position | None = None
    ) -> list[Move]:
        """The legal moves at a position, or at the start, best first. The arguments are those of `value`."""
        answer = json.loads(self._native.moves(*self._asked_position(mouse, cat, turn, position)))
        return [Move._of(move, self._to_nodes) for move in answer["moves"]]

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
            np.frombuffer(distance, dtype=np.int32).reshape(shape) if self._native.has_distances else np.empty((0, 0, 0), dtype=np.int32),
            list(self._nodes),
            self._placements(),
        )

    @checked
    def hardest(self, winner: Side, count: int = 3, *, progress: Callable[[int], object] | None = None) -> list[tuple[Position, Value]]:
        """The starts with the longest wins of a side. `survey` has more about them.

        Parameters
        ----------
        `winner`
            The side that wins, `"mouse"` or `"cat"`.
        `count`
            The greatest number of starts. If there are more, starts that differ much are preferred.
        `progress`
            As for `survey`.

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
            raise unknown("hardest needs distances")
        if winner not in ("mouse", "cat"):
            raise ArgumentError(f"winner is 'mouse' or 'cat', not {winner!r}")
        # No start is looked at for narrowness.
        longest = Survey._of(json.loads(self._native.survey(count, 0, progress)), self._to_nodes).hardest.longest
        found = longest.mouse if winner == "mouse" else longest.cat
        return [(Position(start.mouse, start.cats, start.turn), start.value) for start in found]

    def to_pandas(self) -> _DataFrame:
        """The values of all positions as a data frame, in the order of `catmouse table`.

        The columns are `mouse`, `cat`, `turn`, `outcome` and `distance`. Several cats have the columns
        `cat_1`, `cat_2` and so on, and with costs the last column is `cost` instead. Nodes that are
        no numbers are categories. With `outcomes_only`, the last column is left out.

        Examples
        --------
        >>> import catmouse
        >>> catmouse.solve("[[1,3],[0],[3],[0,2]]").to_pandas().head(2)
           mouse  cat   turn outcome  distance
        0      0    1  mouse   mouse         0
        1      0    1    cat   mouse         0
        """
        import pandas

        winner, distance, mice, placements = self.values()
        nodes = _categories(mice)
        shape = (len(mice), len(placements), len(TURNS))
        mouse, cats, turn = (np.broadcast_to(axis, shape).ravel() for axis in np.indices(shape, sparse=True))
        columns: dict[str, Any] = {"mouse": nodes(mouse)}
        for cat in range(self._native.shape[2]):
            of_placement = np.array([self._numbers[placement[cat]] for placement in placements], dtype=np.int64)
            columns["cat" if self._native.shape[2] == 1 else f"cat_{cat + 1}"] = nodes(of_placement[cats])
        # Rows are ordered like those of `catmouse table`: by mouse, then cats, then turn.
        winners, far = (axis.transpose(1, 2, 0).ravel() for axis in (winner, distance))
        columns["turn"] = pandas.Categorical.from_codes(turn, categories=list(TURNS))
        columns["outcome"] = pandas.Categorical.from_codes(winners, categories=["draw", "mouse", "cat"])
        if self._native.has_distances:
            columns["cost" if self._native.has_costs else "distance"] = pandas.arrays.IntegerArray(far, far < 0)
        return pandas.DataFrame(columns)

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """The values of all positions as an Arrow stream, with the columns and the rows of `to_pandas`.

        polars, duckdb and pyarrow read it, as in `polars.DataFrame(game)`. A node that is no number
        is its word in `names`.
        """
        return self._table.__arrow_c_stream__(requested_schema)

    def __arrow_c_schema__(self) -> object:
        """The names and the types of the columns, as an Arrow schema."""
        return self._table.__arrow_c_schema__()

    @property
    def _table(self) -> _catmouse.Table:
        are_numbers = all(type(node) is int for node in self._nodes)
        return self._native.table(self._nodes if are_numbers else self._words)

    def __iter__(self) -> Iterator[tuple[Position, Value]]:
        """Iterates over all positions with their values.

        If moves have costs, the values have no plies. `value` has both.
        """
        winner, distance, mice, placements = self.values()
        names: tuple[Outcome, ...] = ("draw", "mouse", "cat")
        by_cost = self._native.has_costs
        knows = self._native.has_distances
        for one, mouse in enumerate(mice):
            for two, cats in enumerate(placements):
                for turn, side in enumerate(TURNS):
                    outcome = names[winner[turn, one, two]]
                    if not knows:
                        yield Position(mouse, cats, side), OutcomeOnly(outcome)
                        continue
                    far = int(distance[turn, one, two])
                    known = None if far < 0 else far
                    yield Position(mouse, cats, side), Value(outcome, None if by_cost else known, known if by_cost else None)

    # Answers.

    def answer(self) -> Result:
        """The outcome from the start, its cause, and the number of positions with each outcome."""
        return self._result

    def explain(
        self, mouse: Any = None, cat: Any = None, turn: Side | None = None, *, position: Position | None = None
    ) -> Explanation:
        """Perfect play from the start or another position, with the reason for each move and the story.

        The arguments are those of `value`.

        Examples
        --------
        >>> import catmouse
        >>> found = catmouse.solve("[[1,3],[0],[3],[0,2]]").explain(mouse=3, cat=2, turn="cat")
        >>> found.outcome, found.line[0].to, print(found.line[0].reason)
        catches the Mouse
        ('cat', (3,), None)
        """
        if mouse is None and cat is None and position is None and turn is None:
            return self._explanation
        asked = self._asked_position(mouse, cat, turn, position)
        found = Explanation._of(json.loads(self._native.explain(*asked)), self._to_nodes)
        return found._told_by(lambda: self._native.told("explain", *asked))

    def why(self, move: Played, after: str | Iterable[Played] = ()) -> Why:
        """Judges one move, and plays on to show why.

        Parameters
        ----------
        `move`
            The move: one of `moves()`, a ply of a line, or its target.
        `after`
            The moves from the start that come before it, as for `annotate`.

        Raises
        ------
        MoveError
            If a move is not legal.

        Examples
        --------
        >>> import catmouse
        >>> why = catmouse.solve("[[1,2],[0,2],[0,1]]").why(2)
        >>> why.asked.judgement, why.line
        ('throws_win', ())
        """
        before = self._notation(after)
        if isinstance(move, str) and self._prepared.number(move) is None:
            asked = move
        else:
            mover = self.annotate(before).position.turn if before.strip() else self.start.turn
            asked = notation([move], self._prepared, self._words, mover, has_costs=self._native.has_costs)
        return Why._of(json.loads(self._native.why(before, asked)), self._to_nodes)

    @checked
    def laws(self, *, progress: Callable[[int], object] | None = None) -> Laws:
        """The laws of the board: short conditions that decide who wins from where.

        Parameters
        ----------
        `progress`
            As for `survey`.
        """
        return Laws._of(json.loads(self._native.laws(progress)), self._to_nodes)._told_by(lambda: self._native.told("laws"))

    @checked
    def strategies(self, *, progress: Callable[[int], object] | None = None) -> Strategies:
        """Strategies with few rules, which prove the outcome.

        Parameters
        ----------
        `progress`
            As for `survey`.

        Raises
        ------
        NoStrategyError
            If too many positions can arise.
        """
        found = Strategies._of(json.loads(self._native.strategies(progress)), self._to_nodes)
        return found._told_by(lambda: self._native.told("strategies"))

    @checked
    def survey(self, hardest: int = 3, *, progress: Callable[[int], object] | None = None) -> Survey:
        """The number of starts with each outcome, and the hardest starts.

        The narrowest starts are looked for among all starts, or among 20,000 if there are more;
        `sample` of the result is this number.

        Parameters
        ----------
        `hardest`
            The number of hardest starts of each kind to list.
        `progress`
            A function that is called from time to time with the number of values that were read so
            far. A value may be read several times. An exception in the function stops the work.

        Examples
        --------
        >>> import catmouse
        >>> catmouse.solve("[[1,3],[0],[3],[0,2]]").survey().shares
        Shares(total=12, over=6, mouse=3, cat=3, draw=0)
        """
        found = Survey._of(json.loads(self._native.survey(hardest, progress=progress)), self._to_nodes)
        return found._told_by(lambda: self._native.told("survey", hardest=hardest))

    @checked
    def starts(self, *, progress: Callable[[int], object] | None = None) -> list[StartRow]:
        """Every start with its value, and with the number of moves that keep it.

        Parameters
        ----------
        `progress`
            As for `survey`.
        """
        return [StartRow._of(start, self._to_nodes) for start in json.loads(self._native.starts(progress))]

    def annotate(self, moves: str | Iterable[Played]) -> Annotation:
        """Judges the moves of a game from the start.

        Parameters
        ----------
        `moves`
            The moves: the plies of a line, moves that `moves()` has listed, or their targets. A
            text is written like `M 1→7 C 2→3`.

        Raises
        ------
        MoveError
            If a move is not legal.

        Examples
        --------
        >>> import catmouse
        >>> game = catmouse.solve(["M.#.F", "..#..", "....C"])
        >>> {judged.judgement for judged in game.annotate(game.line).moves}
        {'best'}
        """
        found, told = self._native.annotate(self._notation(moves))
        return Annotation._of(json.loads(found), self._to_nodes)._told_by(lambda: told)

    @checked
    def evaluate(self, policy: Policy, side: Side) -> Evaluation:
        """Finds the worst case of a policy: what the best play against it achieves from the start.

        Parameters
        ----------
        `policy`
            A function that is given a position at which the side is to move, and returns a move as
            `GamePosition.play` takes it; or a mapping from positions to moves. It is asked once about
            each position that can arise while it is followed and has several legal moves.
        `side`
            The side that follows the policy: `mouse` or `cat`.

        Returns
        -------
        The worst case, the play that shows it, and the first move of the policy that is not one of the
        best.

        Raises
        ------
        MoveError
            If the policy returns a move that is not legal, or None, or if the mapping has no move at a
            position that can arise.

        Examples
        --------
        A mouse that keeps as far from the cat as it can is never caught on a cycle of six vertices. One
        that goes to the vertex with the least number is:

        >>> import catmouse, networkx as nx
        >>> graph = nx.cycle_graph(6)
        >>> game = catmouse.solve(graph, preset="cops", mouse=3, cat=0)
        >>> def away(here):
        ...     return max(here.targets(), key=lambda to: nx.shortest_path_length(graph, to, here.cats[0]))
        >>> game.evaluate(away, "mouse").worst.outcome
        'mouse'
        >>> found = game.evaluate(lambda here: min(here.targets()), "mouse")
        >>> found.worst.outcome, found.worst.distance, found.first_mistake
        ('cat', 1, None)
        """
        if not isinstance(policy, Mapping) and not callable(policy):
            raise ArgumentError(f"policy is a function of a position, or a mapping from positions to moves, not {policy!r}")
        if isinstance(policy, Mapping) and (odd := [key for key in policy if not _is_position(key)]):
            raise ArgumentError(f"the keys of a policy are positions, such as catmouse.Position(mouse, (cat,), {side!r}), not {odd[0]!r}")
        choose = policy.get if isinstance(policy, Mapping) else policy

        def index(mouse: int, cats: list[int], moves: list[tuple[list[int], int]]) -> int | None:
            here = GamePosition._of_numbers(self, mouse, cats, side, moves)
            move = choose(here)
            return None if move is None else index_of(move, here, self._prepared, self._numbers, moves)

        found, told = self._native.evaluate(side, index)
        return Evaluation._of(json.loads(found), self._to_nodes)._told_by(lambda: told)

    @checked
    def whatif(
        self,
        kinds: str | Sequence[str] | None = None,
        *,
        pairs: bool = False,
        only: str | None = None,
        top: int | None = None,
        time: float | None = None,
        max_memory: int | None = None,
        threads: int | None = None,
        progress: Callable[[int, int], object] | None = None,
    ) -> WhatIfTable:
        """Makes every single change of the board, solves each changed board, and ranks the effects.

        A change concerns a wall, an edge, a start or a rule. Ctrl-C stops the work.

        Parameters
        ----------
        `kinds`
            The kinds of changes to make: `wall`, `thin-wall`, `edge`, `start` or `rule`; by default all.
        `pairs`
            If true, make two changes at a time, and list the pairs that change the outcome although
            neither change alone does.
        `only`
            List only rows that satisfy these comparisons, such as `"flips=true, distance_plies>=9"`.
        `top`
            The greatest number of rows to list.
        `time`
            Stop after this many seconds, with the changes tried so far, those near the line first. By
            default all changes are tried on grids of up to 144 free cells and graphs of up to 100
            vertices, and two seconds are spent on larger boards. `untried` of the table says how many
            changes are missing.
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
        native, answers, refused, told = _catmouse.whatif(
            self._native,
            None if kinds is None else [kinds] if isinstance(kinds, str) else list(kinds),
            pairs=pairs,
            only=only,
            top=top,
            time=time,
            max_memory=max_memory,
            threads=threads,
            progress=progress,
        )
        return WhatIfTable(native, answers, refused, self._to_nodes, told)

    # Proof, and files.

    @checked
    def check(self, *, progress: Callable[[int], object] | None = None) -> Check:
        """Checks the values by local conditions that need no solver.

        Parameters
        ----------
        `progress`
            As for `survey`.

        Examples
        --------
        >>> import catmouse
        >>> catmouse.solve("[[1,3],[0],[3],[0,2]]").check()
        Check(ok=True, positions=24, refutation=None, unmet=())
        """
        return Check._of(json.loads(self._native.check(progress)), self._to_nodes)

    @checked
    def certificate(self, *, progress: Callable[[int], object] | None = None) -> Certificate:
        """Makes a certificate of the outcome of the start, which `check_certificate` checks.

        Parameters
        ----------
        `progress`
            As for `survey`.

        Examples
        --------
        >>> import catmouse
        >>> bool(catmouse.check_certificate(catmouse.solve("petersen", preset="cops", cats=3).certificate()))
        True
        """
        return Certificate(self._native.certificate(progress), self._asked)

    @checked
    def save(
        self,
        path: str | os.PathLike[str],
        *,
        outcomes_only: bool = False,
        progress: Callable[[int], object] | None = None,
    ) -> None:
        """Saves the values for `catmouse.load` and for the command line.

        The file has the board and the rules too. If a node is no number, text or tuple of these, it
        cannot be in the file, and `load` wants the board again.

        Parameters
        ----------
        `path`
            The file, which is replaced if it exists.
        `outcomes_only`
            Whether to leave the distances out.
        `progress`
            As for `survey`.
        """
        nodes = None if self._prepared.nodes is None else in_words(self._prepared.nodes)
        self._native.save(os.fspath(path), outcomes_only or not self._native.has_distances, nodes, progress)

    # Pictures.

    @checked
    def svg(self, what: Picture = "board") -> str:
        """Draws a picture as SVG.

        `what` is `board` (with the values of places), `line` (a film strip), `animation` (the
        same, moving), `survey` (all starts), `lesson` (idea, hinge and rule), or `choices` (the
        moves that keep the outcome along the line).
        """
        return self._native.svg(what)

    def page(self) -> Page:
        """The game as one HTML document in which the pieces can be moved, and which shows the value of every move.

        It is a text, which `pathlib.Path.write_text` writes into a file. A notebook shows it in a frame.
        """
        return Page(self._native.page())

    def __repr__(self) -> str:
        count = self.answer().positions.total
        return f"<catmouse.Solved: {self._headline()}; {self._told_start()}, {count} positions>"

    def __str__(self) -> str:
        return str(self._explanation if self._native.has_distances else self._result)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        # A solved board is immutable, and its values may be large.
        return self

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "a solved board is not pickled, since its values may be large: save(path) writes them, and catmouse.load(path) has them again, in "
            "another process too; answer(), explain() and values() give what is pickled"
        )

    def _repr_html_(self) -> str:
        """What a notebook shows: a picture of the board if it is small. `page()` shows the pieces in motion."""
        if self._native.has_distances and len(self._nodes) <= 400 and len(picture := self.svg()) <= _SHOWN_IN_NOTEBOOK:
            return f"{picture}<p>{html.escape(repr(self))}</p>"
        return f"<pre>{html.escape(repr(self))}</pre>"

    def _headline(self) -> str:
        answer = self.answer()
        winner = {"mouse": "the Mouse", "cat": "the Cat"}.get(answer.outcome)
        decided = answer.decided_by
        if winner is None:
            return {"limit": "a draw by the limit", "stalemate": "a draw by stalemate"}.get(decided, "a draw by endless play")
        if decided == "endless":
            return "the Mouse is never caught" if answer.outcome == "mouse" else "the Cat wins by endless play"
        if decided == "limit":
            return f"{winner} wins by the limit"
        if not self._native.has_distances or answer.value.distance is None:
            return f"{winner} wins"
        plies, cost = answer.value.distance, answer.value.cost
        far = f"in {plies} {'ply' if plies == 1 else 'plies'}"
        return f"{winner} wins {far}" + ("" if cost is None else f" at a cost of {cost}")

    def _told_start(self) -> str:
        start = self.start
        cats = " ".join(f"C{self._word(cat)}" for cat in start.cats)
        return f"M{self._word(start.mouse)} {cats} {start.turn}"

    def _word(self, node: Any) -> str:
        return word_for(node, self._prepared, self._words)

    @cached_property
    def _words(self) -> list[str]:
        return [label_word(label) for label in self._native.labels()]

    @cached_property
    def _numbers(self) -> dict[Any, int]:
        return {node: number for number, node in enumerate(self._nodes)}

    @cached_property
    def _result(self) -> Result:
        return Result._of(json.loads(self._native.answer()), self._to_nodes)._told_by(lambda: self._native.told("answer"))

    @cached_property
    def _explanation(self) -> Explanation:
        found = Explanation._of(json.loads(self._native.explain()), self._to_nodes)
        return found._told_by(lambda: self._native.told("explain"))

    @property
    def _to_nodes(self) -> Nodes:
        return Nodes(self._nodes, self._prepared.is_grid is True, has_distances=self._native.has_distances)

    def _node(self, vertex: Any) -> Any:
        return vertex if isinstance(vertex, tuple) else self._nodes[vertex]

    def _notation(self, moves: str | Iterable[Played]) -> str:
        return notation(moves, self._prepared, self._words, self.start.turn, has_costs=self._native.has_costs)

    def _placements(self) -> list[tuple[Any, ...]]:
        _, placements, cats = self._native.shape
        numbers = np.frombuffer(self._native.placements(), dtype=np.uint32).reshape(placements, cats)
        return [tuple(self._nodes[cat] for cat in row) for row in numbers.tolist()]

    def _asked_position(
        self, mouse: Any, cat: Any, turn: Side | None, position: Position | None
    ) -> tuple[Any, Any, Side | None]:
        if cat is None and _is_position(mouse):
            position, mouse = mouse, None
        if position is not None:
            if not _is_position(position):
                raise ArgumentError(f"position is a catmouse.Position, not {position!r}: mouse, cat and turn give one by its parts")
            if (mouse, cat, turn) != (None, None, None):
                raise ArgumentError("a position is given, and besides it mouse, cat or turn, which it has already: leave these out")
            mouse, cat, turn = position.mouse, list(position.cats), position.turn
        if mouse is None and cat is None:
            if turn is not None:
                raise ArgumentError("turn is given without mouse and cat: give all three, or none for the start")
            return None, None, None
        if turn is not None and not is_text(turn):
            raise ArgumentError(f"turn is 'mouse' or 'cat', not {turn!r}")
        if mouse is None or cat is None:
            given, other = ("mouse", "cat") if cat is None else ("cat", "mouse")
            raise ArgumentError(f"{given} is given without {other}: give both, or none for the start")
        prepared = self._prepared
        return prepared.vertex(mouse, "mouse"), prepared.vertices(cat, "cat"), turn or self.start.turn


def _is_position(thing: Any) -> bool:
    """Whether an object says where the pieces stand and whose turn it is."""
    return all(hasattr(thing, part) for part in ("mouse", "cats", "turn"))


def _categories(nodes: Sequence[Any]) -> Callable[[npt.NDArray[Any]], Any]:
    """Makes columns of nodes from their numbers: integers if all nodes are, otherwise categories."""
    import pandas

    if all(type(node) is int for node in nodes):
        return np.array(nodes, dtype=np.int64).__getitem__
    categories = pandas.Index(nodes, tupleize_cols=False)
    return lambda numbers: pandas.Categorical.from_codes(numbers, categories=categories)
