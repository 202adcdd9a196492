"""Makes answers from JSON: replaces the numbers and cells of vertices by the caller's nodes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Self, TypeAlias

from catmouse import _catmouse
from catmouse._errors import unknown
from catmouse._hints import hinting

Outcome: TypeAlias = Literal["mouse", "cat", "draw"]
"""Who wins: the Mouse, the Cat, or neither."""


class Nodes:
    """The caller's nodes for the vertices of a board; None if they are the numbers of the vertices."""

    def __init__(self, nodes: Sequence[Any] | None, is_grid: bool, *, has_distances: bool = True) -> None:
        self._nodes = nodes
        self.is_grid = is_grid
        self.has_distances = has_distances

    def __call__(self, vertex: Any) -> Any:
        """The node of a vertex in JSON: a cell as a tuple, or the node with this number."""
        if isinstance(vertex, list):
            return (vertex[0], vertex[1])
        return vertex if self._nodes is None else self._nodes[vertex]


Reader: TypeAlias = Callable[[Any, Nodes], Any]
"""Makes a part of an answer from its JSON."""


WIDTH = 100
"""The most characters of a line that `print` shows."""


@hinting
class Answer:
    """An answer of the library. It is immutable.

    `print(answer)` tells it as the command line does, and a notebook shows it with its tables. A part of
    an answer has no text of its own, nor has an answer that was pickled.
    """

    _tells: Callable[[], _catmouse.Told] | None = None

    _readers: ClassVar[dict[type, tuple[tuple[str, str, Reader], ...]]] = {}

    @classmethod
    def _of(cls, found: Mapping[str, Any], nodes: Nodes) -> Self:
        """Makes the answer from its JSON. A part without a key of its own is made from the whole."""
        return cls(*(read(found.get(key) if key else found, nodes) for _, key, read in cls._readers[cls]))

    def _told_by(self, tells: Callable[[], _catmouse.Told]) -> Self:
        """The same answer, with what it says to people."""
        object.__setattr__(self, "_tells", tells)
        return self

    def __getstate__(self) -> dict[str, Any]:
        return {name: part for name, part in vars(self).items() if name != "_tells"}

    def _repr_html_(self) -> str | None:
        """What a notebook shows."""
        return None if self._tells is None else self._tells().html()

    def _repr_markdown_(self) -> str | None:
        """The same as Markdown, for an issue or a message."""
        return None if self._tells is None else self._tells().markdown()

    def __str__(self) -> str:
        if self._tells is not None:
            return self._tells().text(WIDTH).rstrip("\n")
        text = getattr(self, "text", None)
        if isinstance(text, tuple):
            return "\n".join(text)
        return text if isinstance(text, str) else repr(self)


@hinting
@dataclass(frozen=True)
class Value:
    """The value of a position under perfect play.

    If the board was solved with `outcomes_only`, the distance and the cost are not known, and asking for
    them raises `NoDistancesError`.
    """

    outcome: Outcome
    """Who wins: `mouse` or `cat`; otherwise `draw`."""
    distance: int | None
    """The number of plies to the forced end; None if no end is forced."""
    cost: int | None = None
    """The total cost of the moves to the forced end; None if moves have no costs or no end is forced."""


class OutcomeOnly(Value):
    """The outcome of a position whose distance is not known, because only outcomes were asked for."""

    def __init__(self, outcome: Outcome) -> None:
        object.__setattr__(self, "outcome", outcome)

    def __getattribute__(self, name: str) -> Any:
        if name in ("distance", "cost"):
            raise unknown(f"the {name} is asked for")
        return super().__getattribute__(name)

    def __repr__(self) -> str:
        return f"Value(outcome={self.outcome!r})"

    def __eq__(self, other: object) -> bool:
        return self.outcome == other.outcome if isinstance(other, OutcomeOnly) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.outcome)

    def __reduce__(self) -> tuple[type[Self], tuple[Outcome]]:
        return type(self), (self.outcome,)


class Judged:
    """What all answers with a value have."""

    value: Value

    @property
    def outcome(self) -> Outcome:
        """Who wins: `mouse` or `cat`; otherwise `draw`."""
        return self.value.outcome

    @property
    def distance(self) -> int | None:
        """The number of plies to the forced end; None if no end is forced."""
        return self.value.distance


class MaybeJudged:
    """What all answers with a value have that may be unknown."""

    value: Value | None

    @property
    def outcome(self) -> Outcome | None:
        """Who wins: `mouse` or `cat`; otherwise `draw`. None if the value is None."""
        return None if self.value is None else self.value.outcome

    @property
    def distance(self) -> int | None:
        """The number of plies to the forced end; None if no end is forced, or if the value is None."""
        return None if self.value is None else self.value.distance


def plain(found: Any, nodes: Nodes) -> Any:
    """A number, a text or a truth value as it is; a list as a tuple."""
    return tuple(found) if isinstance(found, list) else found


def vertex(found: Any, nodes: Nodes) -> Any:
    """The node of a vertex."""
    return nodes(found)


def places(found: Any, nodes: Nodes) -> Any:
    """The node of the mouse, or a tuple of the nodes of the cats."""
    are_cats = isinstance(found, list) and (not nodes.is_grid or not found or isinstance(found[0], list))
    return tuple(nodes(cat) for cat in found) if are_cats else nodes(found)


def value(found: Mapping[str, Any], nodes: Nodes) -> Value | None:
    """The value in an answer."""
    outcome = found["outcome"]
    if outcome is not None and not nodes.has_distances:
        return OutcomeOnly(outcome)
    return None if outcome is None else Value(outcome, found["distance_plies"], found["distance_cost"])


def several(read: Reader) -> Reader:
    """Makes a tuple of all items of a list."""
    return lambda found, nodes: tuple(read(item, nodes) for item in found)


def optional(read: Reader) -> Reader:
    """Leaves None as it is."""
    return lambda found, nodes: None if found is None else read(found, nodes)


def made(kind: type[Answer]) -> Reader:
    """Makes an answer that is a part of another."""
    return kind._of


def either(*reads: Reader) -> Reader:
    """Makes an answer of the first kind whose keys occur."""

    def read(found: Any, nodes: Nodes) -> Any:
        for attempt in reads[:-1]:
            try:
                return attempt(found, nodes)
            except (KeyError, TypeError):
                continue
        return reads[-1](found, nodes)

    return read


def facts(known: frozenset[str], *variants: tuple[frozenset[str], Mapping[str, Reader]]) -> Reader:
    """Makes a mapping of all keys that are not known. The keys say which variant has the readers."""

    def read(found: Mapping[str, Any], nodes: Nodes) -> Mapping[str, Any]:
        keys = found.keys() - known
        readers: Mapping[str, Reader] = next((readers for wanted, readers in variants if keys == wanted), {})
        return {key: readers.get(key, plain)(part, nodes) for key, part in found.items() if key not in known}

    return read
