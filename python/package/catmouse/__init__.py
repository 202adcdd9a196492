"""Pursuit games on graphs, solved and explained: Cat and Mouse, Cops and Robbers.

A mouse and one or several cats move in turn on a graph. `solve` finds the value of every position,
and the `Solved` board answers all questions about it: who wins and how soon, the line of best play
with the reason for each move, the best moves at any position, the values as arrays, a proof, the
effects of changes. `compare` compares two boards, and `hunt` finds boards with a property.
`cop_number`, `capture_time` and `cops` find how many cats graphs need.

>>> import catmouse
>>> import networkx as nx
>>> game = catmouse.solve(nx.petersen_graph(), preset="cops", cats=3)
>>> game.outcome, game.capture_time
('cat', 1)
>>> catmouse.cop_number(nx.icosahedral_graph())
2

All exceptions are subclasses of `CatmouseError`, and of the nearest built-in exception. A board that
makes no game raises a `ValueError` with the place in the text, and a board that does not fit into
memory raises a `MemoryError`. A file that cannot be opened raises Python's own `OSError`.
"""

from catmouse._catmouse import __version__
from catmouse._cops import CopsTable, capture_time, cop_number, cops, dismantling, placement
from catmouse._errors import (
    ArgumentError,
    BoardError,
    CatmouseError,
    CertificateError,
    MoveError,
    NoDistancesError,
    NoEffectWarning,
    NoStrategyError,
    NumberingWarning,
    Problem,
    TableError,
    TooLargeError,
)
from catmouse._hunt import compare, hunt
from catmouse._rules import CopsRules, Preset, Rules, Side
from catmouse._solved import (
    Certificate,
    Certified,
    Check,
    Move,
    Ply,
    Position,
    Solved,
    Value,
    Values,
    check_certificate,
    load,
    solve,
)
from catmouse._workbench import WhatIfTable

__all__ = [
    "ArgumentError",
    "BoardError",
    "CatmouseError",
    "Certificate",
    "CertificateError",
    "Certified",
    "Check",
    "CopsRules",
    "CopsTable",
    "Move",
    "MoveError",
    "NoDistancesError",
    "NoEffectWarning",
    "NoStrategyError",
    "NumberingWarning",
    "Ply",
    "Position",
    "Preset",
    "Problem",
    "Rules",
    "Side",
    "Solved",
    "TableError",
    "TooLargeError",
    "Value",
    "Values",
    "WhatIfTable",
    "__version__",
    "capture_time",
    "check_certificate",
    "compare",
    "cop_number",
    "cops",
    "dismantling",
    "hunt",
    "load",
    "placement",
    "solve",
]
