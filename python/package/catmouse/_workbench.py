"""The table of the effects of changes."""

from __future__ import annotations

import json
from typing import Any

from catmouse import _catmouse
from catmouse._tables import Table


class WhatIfTable(Table):
    """The effects of the changes of a board, in a row for each change, the greatest effects first.

    The first row is the original board.

    | column | meaning |
    |---|---|
    | `rank` | the rank of the change among all that were made, from 1; 0 is the original board |
    | `kind` | `wall`, `edge`, `start` or `rule`; both kinds for a pair |
    | `text` | the change in words |
    | `outcome`, `decided_by` | who wins the changed board, and what decides this |
    | `distance_plies`, `distance_cost` | the distance to the forced end; null if no end is forced, or if moves have no costs |
    | `flips` | whether the outcome differs from that of the original board |
    | `difference` | the greatest difference: `outcome`, `distance`, `moves` or `nothing` |
    | `distance_change` | the change of the distance |
    | `moves`, `right_moves` | the number of moves at the winner's first turn, and how many of them win |
    | `flags` | the flags of the command line that make the change; null if there are none |
    | `setup` | the changed board as a text, which `catmouse.solve` takes |
    """

    _rows_are = ("board", "boards")

    def __init__(self, native: _catmouse.Table, answers: list[str], refused: list[tuple[str, str]]) -> None:
        super().__init__(native)
        self._answers = answers
        self._refused = refused

    @property
    def refused(self) -> list[tuple[str, str]]:
        """The changes that make no game, or a game that does not fit into memory, each with the reason."""
        return list(self._refused)

    def answers(self) -> list[dict[str, Any]]:
        """The rows as `catmouse whatif --format json` prints them. Vertices are numbers, names, or cells."""
        return [json.loads(answer) for answer in self._answers]
