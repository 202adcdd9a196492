"""The table of what changes do."""

from __future__ import annotations

import json
from typing import Any

from catmouse import _catmouse
from catmouse._tables import Table


class WhatIfTable(Table):
    """What each change of a board does, a row each, those first that do most; the first row is the board as it is.

    | column | what it is |
    |---|---|
    | `rank` | which place the change has among all that were asked about, from 1; 0 is the board as it is |
    | `kind` | `wall`, `edge`, `start` or `rule`; of a pair both |
    | `text` | the change in words |
    | `outcome`, `decided_by` | who wins the changed board, and what decides that |
    | `distance_plies`, `distance_cost` | how far the forced end is; null where none is, or where nothing is counted so |
    | `flips` | whether the outcome is another than on the board as it is |
    | `difference` | what is other: `outcome`, `distance`, `moves` or `nothing` |
    | `distance_change` | how much farther the forced end is |
    | `moves`, `right_moves` | among how many moves the winner has to find how many, at its first turn |
    | `flags` | the flags of the command line that make the change; null where none do |
    | `setup` | the changed board as a text, which `catmouse.solve` takes |
    """

    _rows_are = ("board", "boards")

    def __init__(self, native: _catmouse.Table, answers: list[str], refused: list[tuple[str, str]]) -> None:
        super().__init__(native)
        self._answers = answers
        self._refused = refused

    @property
    def refused(self) -> list[tuple[str, str]]:
        """The changes that make no game, or none that fits into memory, and why."""
        return list(self._refused)

    def answers(self) -> list[dict[str, Any]]:
        """The rows as `catmouse whatif --format json` prints them; in these vertices are numbers, names, or cells of a grid."""
        return [json.loads(answer) for answer in self._answers]
