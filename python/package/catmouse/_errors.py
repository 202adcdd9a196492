"""The exceptions of the package. Each is also a subclass of the nearest built-in exception."""

from __future__ import annotations

import re
import warnings
from dataclasses import dataclass, replace
from typing import Any

from ._rules import Rules

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
    """The edge with the problem, by its nodes; None if the problem is in no edge."""
    index: tuple[int, ...] | None = None
    """The place of the problem in a list: the row of a grid, the neighbour of a vertex, or the row and
    the column of an entry of a matrix. `(1, 2)` is `board[1][2]`."""
    entry: str | None = None
    """The part of the board with the problem, in the library's own notation, if it is in neither text nor keyword."""

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
        return f"{place}{self.message}: {self.wanted}"


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
    walls has no effect: it goes with grid, and this hunt has vertices
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

    def in_nodes(self, edges: list[tuple[Any, Any]], nodes: dict[str, Any]) -> BoardError:
        """The same error, in which nodes replace the numbers of edges and the names that the library uses."""

        def node(name: re.Match[str]) -> str:
            return f"={nodes[name[1]]!r}" if name[1] in nodes else name[0]

        named = []
        for problem in self.problems:
            match = re.fullmatch(r"Edge \{ index: (\d+) \}", problem.entry or "")
            edge = edges[int(match[1])] if match else problem.edge
            named.append(replace(problem, edge=edge, wanted=re.sub(r"='([^']*)'", node, problem.wanted)))
        return self if named == self.problems else BoardError("", problems=named, origin=self.origin)


class TooLargeError(CatmouseError, MemoryError):
    """A question needs more memory than is available or allowed. It is refused before it allocates any.

    >>> import catmouse
    >>> try:
    ...     catmouse.solve("grid:30x30", preset="cops", max_memory=1_000_000)
    ... except MemoryError as error:
    ...     print(error.wanted > error.allowed == 1_000_000)
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


class NoStrategyError(CatmouseError, ValueError):
    """The rules of a strategy cannot be learned, because too many positions can arise."""


class NumberingWarning(UserWarning):
    """The vertices of a board are numbered otherwise than in its text."""


class NoEffectWarning(UserWarning):
    """A keyword argument has no effect next to the others, or on this board."""


def problem(
    message: str,
    wanted: str,
    line: int | None,
    column: int | None,
    text: str | None,
    setting: str | None,
    entry: str | None,
) -> Problem:
    """Converts a problem that the extension module reports."""
    in_a_list = re.match(r"(GridRow|GridCell|Neighbours?) ", entry or "")
    index = tuple(int(number) for number in re.findall(r"\d+", entry or "")) if in_a_list else None
    return Problem(in_keywords(message), in_keywords(wanted), line, column, text or None, setting, None, index, entry)


def warn(notes: list[tuple[str, str]], *, inside: int = 1) -> None:
    """Issues the notes of the extension module as warnings, at the line that calls the package.

    `inside` is the number of functions from the public one to the caller of `warn`, both included.
    """
    classes = {kind.__name__: kind for kind in (NumberingWarning, NoEffectWarning)}
    for kind, text in notes:
        # One more call is that of the function that checks the arguments.
        warnings.warn(in_keywords(text), classes[kind], stacklevel=3 + inside)


def in_keywords(text: str) -> str:
    """Replaces flags and settings in a message by keyword arguments.

    `--hole none` becomes `hole='none'`, and `parallel-edges` becomes `parallel_edges`.
    """

    def keyword(flag: re.Match[str]) -> str:
        name, value = flag[1].replace("-", "_"), flag[2]
        shown = "" if value is None else f"={value}" if value.isdigit() or value.isupper() else f"={value!r}"
        return f"{name}{shown}"

    flags = re.sub(r"--([a-z][a-z-]*)(?: ([^\s`]+))?", keyword, text.replace("--set ", ""))
    return re.sub(r"(?<=`)[a-z]+(?:-[a-z]+)+(?=[`=])", lambda key: key[0].replace("-", "_") if is_setting(key[0]) else key[0], flags)


def is_setting(key: str) -> bool:
    """Whether a key of a setup is also a keyword argument."""
    return key.replace("-", "_") in {*Rules.__annotations__, "parallel_edges"}
