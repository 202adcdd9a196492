"""Functions that solve LeetCode's problems are tested, and their mistakes are named."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import catmouse
import pytest


def solver(may_stay: bool) -> Any:
    """A solution of problem 913 by value iteration, in which the mouse may stay or not."""

    def solve(graph: list[list[int]]) -> int:
        value: dict[tuple[int, int, int], int] = {}
        size = range(len(graph))
        for turn in (0, 1):
            for place in size:
                value[place, place, turn] = 2
                value[0, place, turn] = 1
        changed = True
        while changed:
            changed = False
            for mouse in size:
                for cat in size:
                    for turn in (0, 1):
                        if (mouse, cat, turn) in value:
                            continue
                        stay = [mouse] if may_stay else []
                        after = (
                            [value.get((mouse, to, 0), 0) for to in graph[cat] if to]
                            if turn
                            else [value.get((to, cat, 1), 0) for to in graph[mouse] + stay]
                        )
                        own = turn + 1
                        if own in after or after and all(it == 3 - own for it in after):
                            value[mouse, cat, turn] = own if own in after else 3 - own
                            changed = True
        return value.get((1, 2, 0), 0)

    return solve


class Solution:
    """As LeetCode takes it, right, with a memory of its own that each board starts with."""

    def __init__(self) -> None:
        self.calls = 0

    def catMouseGame(self, graph: list[list[int]]) -> int:  # noqa: N802
        self.calls += 1
        return int(solver(may_stay=False)(graph)) if self.calls == 1 else 0


def test_right_solutions_are_right() -> None:
    progress: list[tuple[int, int]] = []
    found = catmouse.test(Solution, tries=150, progress=lambda *step: progress.append(step))
    assert (found.broken, found.boards, found.puzzle) == (None, 150, "cat-and-mouse")
    assert progress[-1] == (150, 150)
    assert "right about all of them" in str(found)
    assert catmouse.test(solver(may_stay=False), problem=913, tries=50).broken is None


def test_the_mistake_is_named_and_the_board_is_one() -> None:
    found = catmouse.test(solver(may_stay=True), problem=913)
    broken = found.broken
    assert broken is not None and broken.is_smallest
    assert broken.reason.mistakes is not None
    assert [mistake.kind for mistake in broken.reason.mistakes] == ["mouse-stays"]
    assert (broken.outcome, broken.distance) == ((it := catmouse.solve(broken.board)).outcome, it.distance)
    assert catmouse.solve(broken.setup).check()
    for part in ("Your program answers", "It lets the mouse stay", "Each side has to move along an edge."):
        assert part in str(found).replace("\n", " ")
        assert part in str(found._repr_markdown_())


def test_a_solution_of_grids_is_asked_with_its_jumps() -> None:
    asked: dict[str, set[Any]] = defaultdict(set)

    def canMouseWin(grid: list[str], catJump: int, mouseJump: int) -> bool:  # noqa: N802, N803
        asked["cat"].add(catJump)
        asked["mouse"].add(mouseJump)
        return catmouse.solve(grid, cat_jump=mouseJump, mouse_jump=catJump).outcome == "mouse"

    broken = catmouse.test(canMouseWin).broken
    assert broken is not None and broken.reason.mistakes is not None
    assert [mistake.kind for mistake in broken.reason.mistakes] == ["jumps-swapped"]
    assert {1, 2} <= asked["cat"] and {1, 2} <= asked["mouse"]


def test_failures_are_told_apart() -> None:
    def fails(graph: list[list[int]]) -> int:
        if len(graph) > 4:
            raise KeyError("five vertices")
        return int(solver(may_stay=False)(graph))

    broken = catmouse.test(fails, problem=913).broken
    assert broken is not None and broken.reason.kind == "failed"
    assert (broken.vertices, broken.said, broken.is_smallest) == (5, None, True)
    assert broken.stderr is not None and "raise KeyError" in broken.stderr and "_hunt.py" not in broken.stderr

    def never(graph: list[list[int]]) -> int:
        raise ValueError("never")

    with pytest.raises(catmouse.ArgumentError, match="answers no board: it ended without an answer: ValueError: never") as caught:
        catmouse.test(never, problem=913)
    assert isinstance(caught.value.__cause__, ValueError)
    with pytest.raises(catmouse.ArgumentError, match="it printed `'1'`, which is no answer"):
        catmouse.test(lambda graph: "1", problem=913)

    def interrupted(graph: list[list[int]]) -> int:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        catmouse.test(interrupted, problem=913)

    def refused(boards: int, of: int) -> None:
        raise RuntimeError(boards)

    with pytest.raises(RuntimeError):
        catmouse.test(Solution, progress=refused)


@pytest.mark.parametrize(
    ("function", "problem", "message"),
    [
        (lambda graph: 0, None, "give problem=913 or problem=1728"),
        (lambda graph: 0, 914, "problem is 913 or 1728, not 914"),
        (Solution, 1728, "a class with the method canMouseWin"),
        (3, 913, "test takes a function"),
    ],
)
def test_what_is_no_solution_is_refused(function: Any, problem: int | None, message: str) -> None:
    with pytest.raises(catmouse.ArgumentError, match=message):
        catmouse.test(function, problem=problem)
