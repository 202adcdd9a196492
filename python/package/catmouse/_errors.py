"""The exceptions of the package. Each is also a subclass of the nearest built-in exception."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field, replace
from typing import Any

__all__ = [
    "ArgumentError",
    "BoardError",
    "CatmouseError",
    "CertificateError",
    "MoveError",
    "NoDistancesError",
    "NoEffectWarning",
    "NoStrategyError",
    "NumberingWarning",
    "Problem",
    "TableError",
    "TooLargeError",
]


@dataclass(frozen=True)
class Problem:
    """A problem with a board or its rules."""

    message: str
    """What is wrong."""
    wanted: str
    """What is expected instead."""
    line: int | None = None
    """The line of the text, counted from 1; None if the board is no text."""
    column: int | None = None
    """The column in this line, counted from 1."""
    text: str | None = None
    """The piece of the text with the problem; None if the problem is not in a text."""
    setting: str | None = None
    """The keyword argument with the problem; None if the problem is in no keyword argument."""
    edge: tuple[Any, Any] | None = None
    """The edge with the problem, by its nodes; None if the problem is in no edge, or the edges have no nodes."""
    edge_index: int | None = None
    """The place of this edge in the list of the edges, from 0; None if the problem is in no edge."""
    index: tuple[int, ...] | None = None
    """The place of the problem in a list: the row of a grid, the neighbour of a vertex, or the row and
    the column of an entry of a matrix. `(1, 2)` is `board[1][2]`."""
    remedies: tuple[dict[str, Any], ...] = field(default=(), hash=False)
    """The keyword arguments that would settle the problem, each as a dict: `catmouse.solve(board, **remedy)`.
    Empty if no keyword argument is known to settle it."""

    def __str__(self) -> str:
        place = ""
        if self.line is not None:
            place = f"line {self.line}, column {self.column}: "
        elif self.setting is not None:
            place = f"{self.setting}: "
        elif self.edge is not None:
            place = f"edge {self.edge!r}: "
        elif self.index is not None:
            place = f"board{''.join(f'[{number}]' for number in self.index)}: "
        return f"{place}{self.message}" + (f": {self.wanted}" if self.wanted else "")


class CatmouseError(Exception):
    """The base class of all exceptions of the package."""

    def __init__(self, message: str) -> None:
        super().__init__(message)


class ArgumentError(CatmouseError, TypeError, ValueError):
    """An argument has the wrong type or value, or has no effect next to the others.

    >>> import catmouse
    >>> try:
    ...     catmouse.hunt(longest="cat", vertices=5, walls=3)
    ... except catmouse.ArgumentError as error:
    ...     print(error)
    walls has no effect: it goes with grid, and this hunt has vertices; leave walls out
    """


class BoardError(CatmouseError, ValueError):
    """The board or its rules make no game.

    >>> import catmouse
    >>> try:
    ...     catmouse.solve("[[1,2],[0,7],[0]]")
    ... except catmouse.BoardError as error:
    ...     print(error.line, error.column, error.problems[0].text)
    ...     print(error)
    1 11 7
    <board>: line 1, column 11: vertex 7 does not exist: vertices are 0 to 2
    """

    problems: list[Problem]
    """All problems that were found; there is at least one."""

    def __init__(self, message: str, *, problems: list[Problem] | None = None, origin: str = "") -> None:
        self.problems = problems or [Problem(message, "")]
        self.origin = origin
        super().__init__(message or "\n".join(f"{origin}: {problem}" if origin else str(problem) for problem in self.problems))

    @property
    def line(self) -> int | None:
        """The line of the first problem, counted from 1; None if the board is no text."""
        return self.problems[0].line

    @property
    def column(self) -> int | None:
        """The column of the first problem, counted from 1."""
        return self.problems[0].column

    def in_nodes(self, edges: list[tuple[Any, Any]]) -> BoardError:
        """The same error, in which edges have their nodes."""

        if all(problem.edge_index is None for problem in self.problems):
            return self
        named = [it if it.edge_index is None else replace(it, edge=edges[it.edge_index]) for it in self.problems]
        return BoardError("", problems=named, origin=self.origin)


class TooLargeError(CatmouseError, MemoryError):
    """A question needs more memory than is available or allowed. It is refused before it allocates any.

    >>> import catmouse
    >>> try:
    ...     catmouse.solve("grid:60x60", preset="cops", max_memory=1 << 24)
    ... except MemoryError as error:
    ...     print(error.wanted > error.allowed == 1 << 24)
    True
    """

    def __init__(self, message: str, *, wanted: int = 0, allowed: int | None = None) -> None:
        self.wanted = wanted
        self.allowed = allowed
        super().__init__(message)


class MoveError(CatmouseError, ValueError):
    """A text is no move, or the move is not legal. `column` is its place, counted from 1."""

    def __init__(self, message: str, *, column: int | None = None) -> None:
        self.column = column
        super().__init__(message)


class TableError(CatmouseError, ValueError):
    """A file is no table of values, or belongs to another board or other rules."""


class CertificateError(CatmouseError, ValueError):
    """A text is no certificate, or a certificate cannot be made."""


class NoDistancesError(CatmouseError, ValueError):
    """A question needs distances, but only outcomes are known."""


def unknown(said: str) -> NoDistancesError:
    """The error that a distance is not known. `said` says who asks for it."""
    return NoDistancesError(f"{said}, and the board was solved with outcomes_only=True: solve it without")


class NoStrategyError(CatmouseError, ValueError):
    """The rules of a strategy cannot be learned, because too many positions can arise."""


class NumberingWarning(UserWarning):
    """A board may be meant otherwise than it was read: vertices counted from 1, or edges one way."""


class NoEffectWarning(UserWarning):
    """A keyword argument has no effect next to the others, or on this board."""


def problem(
    message: str,
    wanted: str,
    line: int | None,
    column: int | None,
    text: str | None,
    setting: str | None,
    edge_index: int | None,
    index: list[int] | None,
    remedies: list[dict[str, Any]],
) -> Problem:
    """Makes a problem that the extension module reports."""
    place = None if index is None else tuple(index)
    return Problem(message, wanted, line, column, text or None, setting, None, edge_index, place, tuple(remedies))


def warn(notes: list[tuple[str, str]], *, inside: int = 1) -> None:
    """Issues the notes of the extension module as warnings, at the line that calls the package.

    `inside` is the number of functions from the public one to the caller of `warn`, both included.
    """
    classes = {kind.__name__: kind for kind in (NumberingWarning, NoEffectWarning)}
    for kind, text in notes:
        # One more call is that of the function that checks the arguments.
        warnings.warn(text, classes[kind], stacklevel=3 + inside)
