"""The keyword arguments that several functions share, each list declared once, and how a function's signature shows them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any, Literal, TypedDict, TypeVar

from catmouse._boards import Weight
from catmouse._rules import CopsRules, Preset, Rules, Side


class GameOptions(Rules, total=False):
    """Which game is meant: the rules, the starts, and how the board is read."""

    preset: Preset | None
    mouse: Any
    cat: Any
    first: Side | None
    weight: Weight
    input: str | None


class BoardOptions(GameOptions, total=False):
    """Which game on which board is meant, where exactly one board is read."""

    base: int | None
    graph: int | None
    parallel_edges: bool
    max_memory: int | None


class HuntOptions(GameOptions, total=False):
    """What a hunt looks for, where, and how long, beside the game that is meant."""

    longest: Side | None
    narrowest: str | None
    outcome: str | None
    draws: bool
    lesson: str | None
    capture_time: bool
    cop_number: int | None
    vertices: int | None
    all: bool | None
    grid: tuple[int, int] | None
    walls: int
    symmetry: Literal["none", "mirror", "turn", "both"]
    changes: int
    disconnected: bool
    planar: bool
    max_degree: int | None
    regular: int | None
    lasting: bool
    moving: bool
    at_least: int | None
    keep: int
    seed: int
    tries: int | None
    time: float | None


class CopsOptions(CopsRules, total=False):
    """What the questions of Cops and Robbers have in common."""

    lazy: bool
    first: Side | None
    directed: bool | None
    max_memory: int | None
    threads: int | None
    input: str | None
    base: int | None
    parallel_edges: bool


READING = ("input", "base", "graph", "parallel_edges", "weight", "directed")
"""The options that say how a board is read: those of `prepare`."""

READING_GRAPHS = ("input", "base", "parallel_edges", "directed")
"""The options that say how graphs without costs are read, one or many."""

ASKING_COPS = ("lazy", "first", "directed", "max_memory", "threads")
"""The options that the extension module takes beside the rules, in Cops and Robbers."""

_DEFAULTS: dict[str, object] = {
    **{"weight": "weight", "walls": 0, "symmetry": "none", "changes": 1, "keep": 1, "seed": 1},
    **dict.fromkeys(("parallel_edges", "lazy", "draws", "capture_time", "disconnected", "planar", "lasting", "moving"), False),
}
"""What an option is where it is left out; None for those that are not listed."""

_Function = TypeVar("_Function", bound=Callable[..., Any])


def part(options: Mapping[str, Any], keys: tuple[str, ...]) -> dict[str, Any]:
    """Those of the given options that have one of these keys."""
    return {key: options[key] for key in keys if key in options}


def own_options(options: Mapping[str, Any], declared: Any, shared: Any) -> dict[str, Any]:
    """The options that a list declares beside those of a shared list, with their defaults where they are left out."""
    own = declared.__annotations__.keys() - shared.__annotations__.keys()
    return {key: options.get(key, _DEFAULTS.get(key)) for key in own}


def rules_of(options: Mapping[str, Any], declared: type[GameOptions] | type[CopsOptions]) -> dict[str, Any]:
    """The settings of the rules among the given options: all that is not declared as something else, so that the library refuses what
    it does not know."""
    rules = _rules_among(declared).__annotations__
    return {key: value for key, value in options.items() if key in rules or key not in declared.__annotations__}


def _rules_among(declared: Any) -> type[Rules] | type[CopsRules]:
    """The settings of the rules that a list of options includes."""
    return Rules if Rules.__annotations__.keys() <= declared.__annotations__.keys() else CopsRules


def showing_options(function: _Function) -> _Function:
    """Lists the options of a function that takes `**options: Unpack[…]` in the signature that `help` and notebooks show.

    Editors and type checkers read the annotation itself. The settings of the rules are shown as `**rules`.
    """
    signature = inspect.signature(function)
    *named, options = signature.parameters.values()
    declared = function.__globals__[options.annotation.removeprefix("Unpack[").removesuffix("]")]
    rules = _rules_among(declared)
    keyword_only = inspect.Parameter.KEYWORD_ONLY
    shown = [
        inspect.Parameter(key, keyword_only, default=_DEFAULTS.get(key), annotation=kind.__forward_arg__)
        for key, kind in declared.__annotations__.items()
        if key not in rules.__annotations__
    ]
    positional = [it for it in named if it.kind is not keyword_only]
    own = [it for it in named if it.kind is keyword_only]
    rest = options.replace(name="rules", annotation=f"Unpack[{rules.__name__}]")
    vars(function)["__signature__"] = signature.replace(parameters=[*positional, *shown, *own, rest])
    return function
