"""A position of a solved board that can be played on."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from catmouse._moves import Played, index_of
from catmouse.answers import Move, Ply, Position
from catmouse._reading import Value
from catmouse._rules import Side

if TYPE_CHECKING:
    from catmouse._solved import Solved


class GamePosition(Position):
    """A position of a solved board. It is a `Position` that knows its moves. It is immutable.

    A limit of the rules is counted from this position.

    Examples
    --------
    >>> import catmouse, networkx as nx
    >>> game = catmouse.solve(nx.path_graph("abcd"), hole="a", mouse="b", cat="d")
    >>> here = game.position()
    >>> here.value.outcome, [move.to for move in here.moves()]
    ('mouse', ['a', 'c'])
    >>> there = here.play("c")
    >>> there.turn, there.value.outcome, there.is_over
    ('cat', 'cat', False)
    >>> [ply.to for ply in there.line_from()]
    [('c',)]
    >>> there.play(there.moves()[0]).is_over
    True
    """

    @classmethod
    def _of_numbers(cls, game: Solved, mouse: int, cats: list[int], turn: Side, legal: list[tuple[list[int], int]]) -> GamePosition:
        """The position of pieces on these vertices, with its legal moves."""
        nodes = game._nodes
        found = cls._at(game, Position(nodes[mouse], tuple(nodes[cat] for cat in cats), turn))
        vars(found)["_legal"] = legal
        return found

    @classmethod
    def _at(cls, game: Solved, position: Position) -> GamePosition:
        found = cls(position.mouse, tuple(position.cats), position.turn)
        object.__setattr__(found, "_game", game)
        return found

    @property
    def game(self) -> Solved:
        """The solved board."""
        return cast("Solved", vars(self)["_game"])

    @property
    def value(self) -> Value:
        """The value of the position under perfect play."""
        return self.game.value(self)

    @property
    def is_over(self) -> bool:
        """Whether the game is over here: somebody has won, or the side to move has no move."""
        return not self._legal

    def moves(self) -> list[Move]:
        """The legal moves, best first, with the values of the positions after them.

        Where play is endless, ranking them takes a while; `targets` does not rank.
        """
        return list(self._moves)

    def targets(self) -> list[Any]:
        """The target of each legal move, in no particular order: a node for the Mouse, a tuple of nodes for the Cat."""
        nodes = self.game._nodes
        targets = (tuple(nodes[place] for place in places) for places, _ in self._legal)
        return [target[0] if self.turn == "mouse" else target for target in targets]

    @cached_property
    def _moves(self) -> list[Move]:
        return self.game.moves(self)

    @cached_property
    def _legal(self) -> list[tuple[list[int], int]]:
        game = self.game
        return game._native.legal(*game._asked_position(None, None, None, self))[2]

    def line_from(self) -> list[Ply]:
        """The line of perfect play from here, with the reason for each move."""
        return list(self.game.explain(self).line)

    def play(self, move: Played) -> GamePosition:
        """The position after a move.

        Parameters
        ----------
        `move`
            One of `moves()` or `targets()`, a ply of a line, or the node of the only cat.

        Raises
        ------
        MoveError
            If the move is not legal.
        """
        game = self.game
        legal = [(places, None) for places, _ in self._legal]
        target = [game._nodes[place] for place in legal[index_of(move, self, game._prepared, game._numbers, legal)][0]]
        if self.turn == "mouse":
            return self._at(game, Position(target[0], self.cats, "cat"))
        return self._at(game, Position(self.mouse, tuple(target), "mouse"))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (self.mouse, self.cats, self.turn) == (other.mouse, other.cats, other.turn)

    def __hash__(self) -> int:
        return hash((self.mouse, self.cats, self.turn))

    def __reduce__(self) -> tuple[Any, ...]:
        # A solved board is not pickled, so the place alone is.
        return Position, (self.mouse, self.cats, self.turn)
