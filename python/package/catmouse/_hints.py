"""What to write instead of an attribute that does not exist."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

_Class = TypeVar("_Class", bound=type)

_OUTCOME = ("outcome", "value.outcome", "value().outcome", "winner")
_DISTANCE = ("distance", "value.distance", "value().distance")
_MOVES = ("moves()", "position().moves()", "solve(board).moves()")
_TEXT = ("explain()", "text", "__str__()", "solve(board).explain()")
_PICTURE = ("svg()", "solve(board).svg()")

INSTEAD: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("winner", "winners", "result", "who_wins", "verdict"), _OUTCOME),
    **dict.fromkeys(("outcome", "distance", "cost"), ("value.{}", "value().{}")),
    **dict.fromkeys(("plies", "distance_plies", "depth", "dtm", "rounds", "length", "distances"), _DISTANCE),
    **dict.fromkeys(("legal_moves", "actions", "move_list"), _MOVES),
    **dict.fromkeys(("best_move", "best"), ("best_moves()",)),
    **dict.fromkeys(("target", "vertex", "node", "move"), ("to", "play(to)", "position().play(to)")),
    **dict.fromkeys(("play", "step", "push"), ("play(to)", "position().play(to)", "solve(board).position().play(to)")),
    **dict.fromkeys(("hint", "analyse", "analyze"), ("best_moves()", "moves()", "solve(board).explain()")),
    **dict.fromkeys(("text", "story_text", "explanation", "explain"), _TEXT),
    **dict.fromkeys(("draw", "plot", "show", "picture", "render", "image"), _PICTURE),
    **dict.fromkeys(("graph", "level"), ("board", "game")),
    **dict.fromkeys(("options", "settings", "keywords"), ("asked",)),
    **dict.fromkeys(("solve", "run"), ("outcome", "game")),
    **dict.fromkeys(("table", "dataframe", "df", "to_dataframe", "to_csv"), ("to_pandas()", "solve(board).to_pandas()")),
    **dict.fromkeys(("array", "arrays", "to_numpy"), ("values()", "winner")),
    **dict.fromkeys(("strategy", "policy"), ("strategies()", "solve(board).strategies()")),
    **dict.fromkeys(("law",), ("laws()", "solve(board).laws()")),
    **dict.fromkeys(("mouse", "cats", "turn"), ("start.{}", "position.{}")),
    **dict.fromkeys(("cat",), ("start.cats", "cats")),
    **dict.fromkeys(("positions", "states"), ("__iter__()",)),
    **dict.fromkeys(("heat_map", "heatmap"), ("values().heat_map(cat=...)", "heat_map(cat=...)")),
    **dict.fromkeys(("cop_number", "copnumber", "copnum"), ("cop_number(board)", "rules()")),
    **dict.fromkeys(("Board", "Game", "Graph", "Solver", "read", "read_graph", "Position"), ("solve(board)",)),
    **dict.fromkeys(("proof", "prove"), ("certificate()", "solve(board).certificate()")),
}
"""Names that people try, each with what has the answer, by the object that is asked: the first that exists counts."""

PACKAGE = "module 'catmouse'"
"""What messages call the package."""

SAID = {
    "asked": "`catmouse.solve(game.board, **game.asked)` solves it again",
    "cop_number(board)": "`catmouse.cop_number(board)` has the answer",
    "rules()": "`catmouse.cop_number(board)` has the answer",
    "__iter__()": "`for position, value in game` visits the positions",
    "__str__()": "`str(...)` is its text",
    "solve(board)": "`catmouse.solve(board)` takes graphs, lists and files as they are",
}
"""Some of these as a sentence."""


def no_attribute(whose: str, name: str, known: Iterable[str], columns: Collection[str] = ()) -> str:
    """The message that an object or the package has no such attribute, with what to write instead."""
    known = set(known)
    said = f"{whose} has no attribute {name!r}"
    if name in columns:
        return f"{said}: `[{name!r}]` is this column"
    found = next((it for it in INSTEAD.get(name, ()) if re.match(r"\w+", it)[0] in known), None)  # type: ignore[index]
    if found is not None:
        begin = "catmouse" if whose == PACKAGE else ""
        return f"{said}: {SAID.get(found) or f'`{begin}.{found.format(name)}` has the answer'}"
    near = difflib.get_close_matches(name, [it for it in known if not it.startswith("_")], 1, 0.7)
    return f"{said}: did you mean {near[0]!r}?" if near else said


def hinting(kind: _Class) -> _Class:
    """Decorates a class so that the message about an unknown attribute says what to write instead."""

    def missing(self: Any, name: str) -> Any:
        # Programs ask for names such as `__array__` and `_repr_png_` and expect a plain answer.
        is_private = name.startswith("_")
        columns = () if is_private or name == "columns" else getattr(self, "columns", ())
        words = no_attribute(repr(type(self).__name__), name, () if is_private else dir(self), columns)
        raise AttributeError(words, name=name, obj=self)

    if not TYPE_CHECKING:
        kind.__getattr__ = missing
    return kind


def of_package(names: Iterable[str]) -> Callable[[str], Any]:
    """The function that the package calls for an attribute that it does not have."""
    known = tuple(names)

    def missing(name: str) -> Any:
        raise AttributeError(no_attribute(PACKAGE, name, () if name.startswith("_") else known), name=name)

    return missing
