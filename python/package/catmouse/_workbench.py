"""The table of the effects of changes."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from catmouse import _catmouse
from catmouse._reading import WIDTH
from catmouse._tables import Table


class WhatIfTable(Table):
    """The effects of the changes of a board, in a row for each change, the greatest effects first.

    The first row is the original board. `print` tells the greatest effects, on a grid with maps.

    | column | meaning |
    |---|---|
    | `rank` | the rank of the change among all that were made, from 1; 0 is the original board |
    | `kind` | `wall`, `thin-wall`, `edge`, `start` or `rule`; both kinds for a pair |
    | `text` | the change in words |
    | `outcome`, `decided_by` | who wins the changed board, and what decides this |
    | `distance_plies`, `distance_cost` | the distance to the forced end; null if no end is forced, or if moves have no costs |
    | `flips` | whether the outcome differs from that of the original board |
    | `difference` | the greatest difference: `outcome`, `distance`, `moves` or `nothing` |
    | `distance_change` | the change of the distance |
    | `moves`, `right_moves` | the number of moves at the winner's first turn, and how many of them win |
    | `settings` | the settings that make the change, as a JSON object; null for a wall or an edge. `changes` has them as keyword arguments |
    | `setup` | the changed board as a text, which `catmouse.solve` takes |
    """

    _rows_are = ("board", "boards")

    def __init__(
        self,
        native: _catmouse.Table,
        answers: list[str],
        refused: list[tuple[str, str]],
        node: Callable[[Any], Any],
        told: _catmouse.Told,
    ) -> None:
        super().__init__(native)
        self._answers = answers
        self._node = node
        self._refused = refused
        self._told: _catmouse.Told | None = told

    def __getstate__(self) -> dict[str, Any]:
        return {**super().__getstate__(), "_told": None}

    def __str__(self) -> str:
        return repr(self) if self._told is None else self._told.text(WIDTH).rstrip("\n")

    @property
    def refused(self) -> list[tuple[str, str]]:
        """The changes that make no game, or a game that does not fit into memory, each with the reason."""
        return list(self._refused)

    @property
    def untried(self) -> int:
        """The number of changes, or with `pairs` of pairs, that were not tried because the time was up."""
        return int(json.loads(self._answers[0])["untried"])

    @property
    def changes(self) -> list[dict[str, Any] | None]:
        """The keyword arguments that make the change of each row; None if there are none, as for a wall or an edge.

        >>> import catmouse
        >>> grid = ["M.#.F", "..#..", "....C"]
        >>> found = catmouse.solve(grid).whatif(["start", "rule"], top=2)
        >>> found.changes
        [{}, {'hole': [(2, 1)]}, {'mouse': (1, 3)}]
        >>> catmouse.solve(grid, **found.changes[2]).outcome == found["outcome"][2]
        True
        """
        return [self._change(json.loads(answer)) for answer in self._answers]

    def _change(self, answer: dict[str, Any]) -> dict[str, Any] | None:
        settings = {} if answer["rank"] == 0 else answer["settings"]
        if settings is None:
            return None
        place = {"mouse": self._node, "cat": self._placed, "hole": self._placed}
        return {key.replace("-", "_"): place[key](value) if key in place else value for key, value in settings.items()}

    def _placed(self, vertices: list[Any]) -> list[Any]:
        return [self._node(vertex) for vertex in vertices]

    def answers(self) -> list[dict[str, Any]]:
        """The rows as `catmouse whatif --format json` prints them. Vertices are numbers, names, or cells."""
        return [json.loads(answer) for answer in self._answers]
