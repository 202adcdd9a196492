"""Every long operation reports its progress while it works, and an exception of the report stops it."""

from __future__ import annotations

import functools
import pathlib
import time
from collections.abc import Callable
from typing import Any

import networkx as nx
import pytest

import catmouse

Work = Callable[[Callable[..., object]], Any]


@functools.cache
def large() -> catmouse.Solved:
    return catmouse.solve("grid:40x40", preset="cops", mouse=0, cat=820)


@functools.cache
def team() -> catmouse.Solved:
    return catmouse.solve("grid:9x9", preset="cops", cats=2)


def repeated(ask: Callable[..., Any]) -> Work:
    """Asks again and again, as a large board would take."""

    def work(progress: Callable[..., object]) -> None:
        for _ in range(1000):
            ask(progress=progress)

    return work


CATS: dict[str, Work] = {
    "cop_number": lambda progress: catmouse.cop_number(nx.hypercube_graph(8), progress=progress),
    "cops_on": lambda progress: catmouse.cops_on(nx.hypercube_graph(8), progress=progress),
    "capture_time": lambda progress: catmouse.capture_time(nx.hypercube_graph(8), 5, progress=progress),
    "placement": lambda progress: catmouse.placement(nx.hypercube_graph(8), 5, progress=progress),
    "dismantling": repeated(functools.partial(catmouse.dismantling, nx.random_labeled_tree(40_000, seed=1))),
}
READ: dict[str, Work] = {
    "survey": repeated(lambda **it: large().survey(**it)),
    "hardest": repeated(lambda **it: large().hardest("cat", **it)),
    "starts": repeated(lambda **it: team().starts(**it)),
    "check": repeated(lambda **it: large().check(**it)),
    "certificate": repeated(lambda **it: large().certificate(**it)),
    "laws": repeated(lambda **it: catmouse.solve("grid:14x14", preset="cops", mouse=0, cat=80).laws(**it)),
    "strategies": repeated(lambda **it: team().strategies(**it)),
    "compare": repeated(lambda **it: catmouse.compare(large(), large(), **it)),
    "save": repeated(lambda **it: large().save("/dev/null", **it)),
}
OTHERS: dict[str, Work] = {
    "solve": lambda progress: catmouse.solve("grid:26x26", preset="cops", cats=2, progress=progress),
    "whatif": lambda progress: large().whatif(time=600, progress=progress),
    "hunt": lambda progress: catmouse.hunt(longest="cat", vertices=12, tries=10**12, progress=progress),
    "cops": lambda progress: catmouse.cops(["IheA@GUAo"] * 3_000_000, progress=progress),
}
EVERY = {**CATS, **READ, **OTHERS}


class Enough(Exception):
    """Stops the work."""


@pytest.mark.parametrize("name", EVERY)
def test_progress_is_reported_while_the_work_is_done(name: str) -> None:
    """The work would take much longer than these reports. The numbers rise until the exception stops it."""
    seen: list[tuple[Any, ...]] = []

    def progress(*numbers: Any) -> None:
        seen.append(numbers)
        if len(seen) == 5:
            raise Enough

    begun = time.monotonic()
    with pytest.raises(Enough):
        EVERY[name](progress)
    assert time.monotonic() - begun < 60
    wanted = 1 if name in (*READ, "cops") else 2
    assert len(seen) >= 5 and all(len(numbers) == wanted for numbers in seen)


@pytest.mark.parametrize("name", READ)
def test_values_that_are_read_are_counted(name: str) -> None:
    """The numbers do not fall while a question is answered, and in the end there are some."""
    seen: list[int] = []

    def progress(read: int) -> None:
        seen.append(read)
        if len(seen) > 100 or (len(seen) > 3 and read > 0):
            raise Enough

    with pytest.raises(Enough):
        READ[name](progress)
    assert max(seen) > 0


def test_the_cats_that_are_tried_are_counted() -> None:
    """A hypercube of 8 dimensions needs 5 cats (Maamoun and Meyniel 1987: ⌈(n + 1) / 2⌉), and their trial takes long."""
    seen: list[tuple[int, int]] = []
    found = catmouse.cop_number(nx.hypercube_graph(8), progress=lambda cats, decided: seen.append((cats, decided)))
    assert found == 5
    cats = [number for number, _ in seen]
    assert cats == sorted(cats) and cats[-1] == 5 and any(decided > 0 for _, decided in seen)


def test_an_answer_is_the_same_with_progress(tmp_path: pathlib.Path) -> None:
    small = catmouse.solve("[[1,3],[0],[3],[0,2]]")
    ignored: Callable[..., object] = lambda *numbers: None  # noqa: E731
    assert small.survey(progress=ignored) == small.survey() and small.check(progress=ignored) == small.check()
    assert small.starts(progress=ignored) == small.starts() and small.laws(progress=ignored) == small.laws()
    assert small.strategies(progress=ignored) == small.strategies()
    assert small.hardest("cat", progress=ignored) == small.hardest("cat")
    assert small.certificate(progress=ignored) == small.certificate()
    assert catmouse.compare(small, small, progress=ignored) == catmouse.compare(small, small)
    small.save(tmp_path / "one", progress=ignored)
    small.save(tmp_path / "other")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()
    board = nx.petersen_graph()
    assert catmouse.cop_number(board, progress=ignored) == 3 and catmouse.capture_time(board, progress=ignored) == 1
    assert catmouse.cops_on(board, progress=ignored) == catmouse.cops_on(board)
    assert catmouse.placement(board, progress=ignored) == catmouse.placement(board)
    assert catmouse.dismantling(nx.path_graph(4), progress=ignored) == catmouse.dismantling(nx.path_graph(4))


@pytest.mark.parametrize("name", [*CATS, *READ])
def test_progress_is_a_function(name: str) -> None:
    with pytest.raises(catmouse.ArgumentError, match="progress is a function or None, not 3"):
        EVERY[name](3)  # type: ignore[arg-type]
