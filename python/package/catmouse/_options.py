"""The keyword arguments that several functions share, declared once for each group.

Functions show these arguments in their signatures, and check them against the declared types.
"""

from __future__ import annotations

import difflib
import functools
import inspect
import os
import re
from collections.abc import Callable, Collection, Mapping
from typing import Any, Literal, TypedDict, TypeVar, cast, get_args

import numpy as np

from catmouse import _catmouse
from catmouse._boards import Walls, Weight, is_unicode
from catmouse._errors import ArgumentError
from catmouse._reading import Outcome
from catmouse._rules import CopsRules, Format, Preset, Rules, Side


class GameOptions(Rules, total=False):
    """The choice of a game: the rules, the starts, and how to read the board."""

    preset: Preset | None
    mouse: Any
    cat: Any
    first: Side | None
    weight: Weight
    input: Format | None


class BoardOptions(GameOptions, total=False):
    """The choice of a game and of a single board."""

    base: int | None
    graph: int | None
    parallel_edges: bool
    walls: Walls
    max_memory: int | None


class HuntOptions(GameOptions, total=False):
    """The choice of a game, and what a hunt looks for, where, and how long."""

    longest: Side | None
    narrowest: Outcome | None
    outcome: Outcome | None
    draws: bool
    lesson: str | None
    law: int | None
    capture_time: bool
    cop_number: int | None
    graded: bool
    vertices: int | None
    all: bool | None
    grid: tuple[int, int] | None
    walls: int | None
    thin_walls: int | None
    symmetry: Literal["none", "mirror", "turn", "both"] | None
    changes: int | None
    disconnected: bool
    planar: bool
    max_degree: int | None
    regular: int | None
    no_early_catch: bool
    no_stalemate: bool
    at_least: int | None
    at_most: int | None
    keep: int
    seed: int | None
    tries: int | None
    time: float | None


class CopsOptions(CopsRules, total=False):
    """The options that all functions about Cops and Robbers share."""

    lazy: bool
    first: Side | None
    directed: bool | None
    max_memory: int | None
    max_time: float | None
    threads: int | None
    input: Format | None
    base: int | None
    parallel_edges: bool


class OneGraphOptions(CopsOptions, total=False):
    """The options of functions about Cops and Robbers on a single graph."""

    graph: int | None
    walls: Walls
    progress: Callable[[int, int], object] | None


READING = ("input", "base", "graph", "parallel_edges", "weight", "directed")
"""The options for reading a board, which `prepare` takes."""

READING_ONE = (*READING, "walls")
"""The same where `walls` are those of the board. For `hunt` they are the number of walls of boards that it makes."""

READING_GRAPHS = ("input", "base", "parallel_edges", "directed")
"""The options for reading graphs without costs, one or many."""

READING_ONE_GRAPH = (*READING_GRAPHS, "graph", "walls")
"""The same for a single graph, which may be one of several in a text."""

CHECKING_COPS = ("lazy", "first", "directed", "max_memory", "threads")
"""The options that the extension module takes in addition to the rules, to check the proof of a cop number."""

ASKING_COPS = (*CHECKING_COPS, "max_time")
"""The same in Cops and Robbers."""

ASKING_ABOUT_ONE = (*ASKING_COPS, "progress")
"""The same for a single graph."""

_DEFAULTS: dict[str, object] = {
    **{"weight": "weight", "keep": 1},
    **dict.fromkeys(("parallel_edges", "lazy", "draws", "capture_time", "graded", "disconnected", "planar", "no_early_catch", "no_stalemate"), False),
}
"""The defaults of options; None for an option that is not listed."""

_Function = TypeVar("_Function", bound=Callable[..., Any])


def part(options: Mapping[str, Any], keys: tuple[str, ...]) -> dict[str, Any]:
    """The given options that have one of these keys."""
    return {key: options[key] for key in keys if key in options} if options else {}


def own_options(options: Mapping[str, Any], declared: Any, shared: Any) -> dict[str, Any]:
    """The options that only `declared` has, and not `shared`, with defaults for those that are left out."""
    own = declared.__annotations__.keys() - shared.__annotations__.keys()
    return {key: options.get(key, _DEFAULTS.get(key)) for key in own}


def rules_of(options: Mapping[str, Any], declared: type[GameOptions] | type[CopsOptions] | type[OneGraphOptions]) -> dict[str, Any]:
    """The settings of the rules among the given options.

    These are all options that are not declared as something else, so that the library refuses
    unknown ones.
    """
    if not options:
        return {}
    rules = _rules_among(declared).__annotations__
    return {key: value for key, value in options.items() if key in rules or key not in declared.__annotations__}


def _rules_among(declared: Any) -> type[Rules] | type[CopsRules]:
    """The class of the settings of the rules that `declared` includes."""
    return Rules if Rules.__annotations__.keys() <= declared.__annotations__.keys() else CopsRules


def _declared(function: Callable[..., Any], options: inspect.Parameter) -> Any:
    """The class of options in the annotation of a parameter `**options: Unpack[…]`."""
    return function.__globals__[options.annotation.removeprefix("Unpack[").removesuffix("]")]


def showing_options(function: _Function) -> _Function:
    """Decorates a function that takes `**options: Unpack[…]`.

    `help` and notebooks then show each option in the signature, and arguments are checked. The
    settings of the rules are shown as `**rules`. Editors and type checkers read the annotation.
    """
    signature = inspect.signature(function)
    *named, options = signature.parameters.values()
    declared = _declared(function, options)
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
    shown_signature = signature.replace(parameters=[*positional, *shown, *own, rest])
    function = checked(function, {it.name: it.annotation for it in shown}, rules.__annotations__)
    vars(function)["__signature__"] = shown_signature
    return function


def checked(function: _Function, options: Mapping[str, str] | None = None, rules: Collection[str] | None = None) -> _Function:
    """Decorates a function so that it refuses arguments of the wrong type, with an error that names the argument.

    `options` has the types of further keyword arguments, and `rules` the keywords of the rules. The
    library checks words. A parameter of the type `Any` is not checked.
    """
    signature = inspect.signature(function)
    takes_more = any(it.kind is inspect.Parameter.VAR_KEYWORD for it in signature.parameters.values())
    known = None if takes_more and options is None else {*signature.parameters, *(options or {}), *(rules or ())}
    declared = {it.name: str(it.annotation) for it in signature.parameters.values() if it.kind is not inspect.Parameter.VAR_KEYWORD}
    every = {name: _test(name, annotation) for name, annotation in {**declared, **(options or {})}.items()}
    tests = {name: test for name, test in every.items() if test is not None}
    positional = [it.name for it in signature.parameters.values() if it.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD]
    _TAKE[function.__module__, function.__name__] = {*(known or ())}

    @functools.wraps(function)
    def calling(*arguments: Any, **keywords: Any) -> Any:
        if len(arguments) > len(positional):
            raise ArgumentError(_too_many(function, positional, arguments))
        for name, value in zip(positional, arguments, strict=False) if arguments else ():
            if name in tests and (wanted := tests[name](value)) is not None:
                raise ArgumentError(f"{name} is {wanted}, not {value!r}")
        for name, value in keywords.items():
            if known is not None and name not in known:
                raise ArgumentError(_unknown(function, name, known))
            if name in tests and (wanted := tests[name](value)) is not None:
                raise ArgumentError(f"{name} is {wanted}, not {value!r}")
        return function(*arguments, **keywords)

    return cast("_Function", calling)


_LONG = ("max_memory", "at_least", "seed", "tries", "graph")
"""The parameters whose numbers may have 64 bits; others have 32."""

_WITH_BOUNDS = ("threads", "cats", "max_cats")
"""The parameters whose bounds the functions check themselves."""


_TAKE: dict[tuple[str, str], set[str]] = {}
"""The keyword arguments of each function, by its module and its name."""

_MEANT = {
    **dict.fromkeys(("cops", "k", "n_cats", "num_cats", "n_cops", "police"), ("cats",)),
    **dict.fromkeys(("cop", "cat_start", "start_cat"), ("cat",)),
    **dict.fromkeys(("robber", "mouse_start", "start_mouse", "evader"), ("mouse",)),
    **dict.fromkeys(("game", "variant", "rules"), ("preset",)),
    **dict.fromkeys(("turn", "to_move", "start"), ("first",)),
    **dict.fromkeys(("exit", "goal", "holes", "food"), ("hole",)),
    **dict.fromkeys(("max_plies", "max_depth", "horizon", "turns"), ("limit",)),
    **dict.fromkeys(("format", "fmt", "kind"), ("input", "kinds")),
    **dict.fromkeys(("timeout", "time_limit", "time_budget"), ("time", "max_time")),
    **dict.fromkeys(("n_jobs", "workers", "cores"), ("threads",)),
    **dict.fromkeys(("memory", "mem"), ("max_memory",)),
}
"""Names that people give to arguments, each with ours."""


def _too_many(function: Callable[..., Any], positional: Collection[str], arguments: tuple[Any, ...]) -> str:
    """The message that arguments need names."""
    takes = [name for name in positional if name != "self"]
    first = arguments[len(positional)]
    is_game = isinstance(first, str) and first in get_args(Preset)
    example = f"preset={first!r}" if is_game else f"NAME={first!r}"
    return f"{function.__name__} takes {', '.join(takes) or 'nothing'} without a name, and every other argument with one, as in {example}"


def _unknown(function: Callable[..., Any], name: str, known: Collection[str]) -> str:
    """The message that a function has no such keyword argument."""
    others = [other for (module, other), takes in _TAKE.items() if module == function.__module__ and name in takes]
    if others:
        return f"{function.__name__} has no keyword argument {name!r}: {' and '.join(others)} {'takes' if len(others) == 1 else 'take'} it"
    near = [it for it in _MEANT.get(name, ()) if it in known] or difflib.get_close_matches(name, known, 1, 0.6)
    guess = f"did you mean {near[0]}?" if near else f"there are {', '.join(sorted(known - {'self', 'options'}))}"  # type: ignore[operator]
    return f"{function.__name__} has no keyword argument {name!r}: {guess}"


def _test(name: str, annotation: str) -> Callable[[Any], str | None] | None:
    """Makes the test of a parameter. It returns the expected type, or None if a value has the declared type.

    None if every value has the declared type.
    """
    while annotation != (annotation := re.sub(r"\[[^\[\]]*\]", "", annotation)):
        pass
    kinds = annotation.split(" | ")
    if "os.PathLike" in kinds:
        kinds.remove("str")
    if not all(kind in _KINDS for kind in kinds):
        return None
    least, most = (-(2**63), 2**63) if name in _WITH_BOUNDS else (0, 2**64 if name in _LONG else 2**32)
    least = _catmouse.LEAST_MEMORY if name == "max_memory" else least

    def wanted(value: Any) -> str | None:
        if not any(_KINDS[kind][1](value) for kind in kinds):
            return " or ".join(_KINDS[kind][0] for kind in kinds)
        if "int" in kinds and value is not None and not least <= value < most:
            return f"a whole number from {least} to {most - 1}"
        return None

    return wanted


def _is_whole(value: Any) -> bool:
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def is_text(value: Any) -> bool:
    """Whether a value is a text that the extension module accepts."""
    return isinstance(value, str) and is_unicode(value)


def is_path(value: Any) -> bool:
    """Whether a value can be the name of a file."""
    return isinstance(value, (str, os.PathLike)) and "\0" not in os.fsdecode(value)


_KINDS: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "None": ("None", lambda value: value is None),
    "bool": ("True or False", lambda value: isinstance(value, (bool, np.bool_))),
    "int": ("a whole number", _is_whole),
    "float": ("a number", lambda value: _is_whole(value) or isinstance(value, (float, np.floating))),
    "tuple": (
        "a tuple of two whole numbers",
        lambda value: isinstance(value, tuple) and len(value) == 2 and all(_is_whole(it) and 0 <= it < 2**32 for it in value),
    ),
    "str": ("a text", is_text),
    **dict.fromkeys(("Side", "Outcome", "Preset", "Literal"), ("a word", is_text)),
    "os.PathLike": ("the name of a file", is_path),
    "Sequence": ("a list of words", lambda value: isinstance(value, Collection) and all(is_text(it) for it in value)),
    "Callable": ("a function", callable),
}
"""The types that are checked, by their names without brackets: the name in messages, and a test of a value."""
