"""Options that several functions share are declared once. Each function shows them with defaults and types."""

from __future__ import annotations

import inspect
from collections.abc import Callable

import pytest

import catmouse
from catmouse import _catmouse, _rules
from catmouse._boards import Prepared, prepare
from catmouse._hunt import hunt
from catmouse._options import READING_ONE, BoardOptions
from catmouse._solve import asked_of


def parameters(function: object) -> dict[str, tuple[object, object]]:
    """The keyword arguments of a function, with their defaults and types."""
    assert callable(function)
    every = inspect.signature(function).parameters.values()
    return {it.name: (it.default, it.annotation) for it in every if it.kind is inspect.Parameter.KEYWORD_ONLY}


def test_a_board_is_asked_about_alike() -> None:
    solve, load, check = (parameters(function) for function in (catmouse.solve, catmouse.load, catmouse.check_certificate))
    assert load == check
    assert load.items() <= solve.items()
    assert set(solve) - set(load) == {"outcomes_only", "threads", "progress"}
    for name in ("preset", "mouse", "cat", "first", "weight", "input"):
        assert parameters(hunt)[name] == solve[name]


@pytest.mark.parametrize("function", [catmouse.cop_number, catmouse.capture_time, catmouse.placement])
def test_a_graph_is_asked_about_alike(function: object) -> None:
    found = parameters(function)
    assert found == parameters(catmouse.cop_number)
    own = {name: parameters(catmouse.solve)[name] for name in ("graph", "walls", "progress")}
    assert found.items() <= (parameters(catmouse.cops) | own).items()


def test_all_of_it_reaches_the_extension_module() -> None:
    """The keyword arguments of `solve` are used in Python, or passed on under the same names."""
    read = set(READING_ONE)
    assert read | {"bare"} == set(parameters(prepare))
    handed_on = set(parameters(_catmouse.solve)) | set(asked_of(Prepared(_catmouse.Board.adjacency([])), {}, BoardOptions))
    assert set(parameters(catmouse.solve)) - read <= handed_on
    of_cops = set(parameters(_catmouse.cops)) | {"errors", "input", "base", "parallel_edges"}
    assert set(parameters(catmouse.cops)) <= of_cops
    whatif = parameters(catmouse.Solved.whatif)
    assert set(whatif) == set(parameters(_catmouse.whatif))
    assert {key: default for key, (default, _) in whatif.items()} == {
        key: default for key, (default, _) in parameters(_catmouse.whatif).items()
    }


@pytest.mark.parametrize(
    "ask",
    [
        lambda **unknown: catmouse.solve("petersen", **unknown),
        lambda **unknown: catmouse.cops(["DUW"], **unknown),
        lambda **unknown: catmouse.cop_number("petersen", **unknown),
        lambda **unknown: catmouse.hunt(longest="cat", vertices=4, **unknown),
    ],
)
@pytest.mark.parametrize("unknown", ["mouse_jmp", "seeds"])
def test_an_unknown_keyword_is_refused(ask: Callable[..., object], unknown: str) -> None:
    with pytest.raises((TypeError, ValueError), match=unknown):
        ask(**{unknown: 1})


def test_the_settings_are_those_of_the_library() -> None:
    assert set(_rules.Rules.__annotations__) == {key for key, *_ in _catmouse.settings()}
    assert set(_rules.CopsRules.__annotations__) == {key for key, *_ in _catmouse.cops_settings()}
    told = catmouse.solve.__doc__ or ""
    assert all(f"`{key}`" in told for key in _rules.Rules.__annotations__)


@pytest.mark.parametrize("name", [name for name in catmouse.__all__ if inspect.isfunction(getattr(catmouse, name))])
def test_every_keyword_is_documented(name: str) -> None:
    """In the docstring of the function itself, or of the function to which it refers."""
    function = getattr(catmouse, name)
    told = "".join(it.__doc__ or "" for it in (function, catmouse.solve, catmouse.cops))
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY:
            assert f"`{parameter.name}" in told, parameter.name
