"""Pursuit games on graphs, solved and explained: Cat and Mouse, Cops and Robbers.

A mouse and one or several cats move in turn on a graph. `solve` finds the value of every position,
and the `Solved` board answers all questions about it: who wins and how soon, the line of best play
with the reason for each move, the best moves at any position, the values as arrays, a proof, the
effects of changes. `compare` compares two boards, and `hunt` finds boards with a property.
`test` finds a board that a solution of LeetCode's problems gets wrong.
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

from types import FunctionType as _FunctionType
from typing import get_type_hints as _get_type_hints, is_typeddict as _is_typeddict

from catmouse._catmouse import __version__
from catmouse._cops import CopsTable, capture_time, cop_certificate, cop_number, cops, cops_on, dismantling, placement
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
from catmouse._hints import of_package as _of_package
from catmouse._hunt import compare, hunt, test
from catmouse._position import GamePosition
from catmouse._reading import Outcome, Value
from catmouse._rules import CopsRules, Format, Preset, Rules, Side
from catmouse._solve import Certified, check_certificate, load, solve, solve_unseen, unseen_certificate
from catmouse._solved import Certificate, Page, Picture, Policy, Solved, Values
from catmouse._workbench import WhatIfTable
from catmouse.answers import Check, Claim, Move, Ply, Position

__all__ = [
    "ArgumentError",
    "BoardError",
    "CatmouseError",
    "Certificate",
    "CertificateError",
    "Certified",
    "Check",
    "Claim",
    "CopsRules",
    "CopsTable",
    "Format",
    "GamePosition",
    "Move",
    "MoveError",
    "NoDistancesError",
    "NoEffectWarning",
    "NoStrategyError",
    "NumberingWarning",
    "Outcome",
    "Page",
    "Picture",
    "Ply",
    "Policy",
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
    "cop_certificate",
    "cop_number",
    "cops",
    "cops_on",
    "dismantling",
    "hunt",
    "load",
    "placement",
    "solve",
    "solve_unseen",
    "test",
    "unseen_certificate",
]

# Tracebacks, pickles and pages show the names under which the package is imported. Annotations of
# attributes are evaluated before, because their names are those of the module that has the class.
for _name in __all__:
    if isinstance(_thing := globals()[_name], (type, _FunctionType)):
        if isinstance(_thing, type) and not _is_typeddict(_thing):
            _hints = _get_type_hints(_thing)
            _thing.__annotations__ = {key: _hints[key] for key in vars(_thing).get("__annotations__", ())}
        _thing.__module__ = __name__

globals()["__getattr__"] = _of_package([*__all__, "answers", "pettingzoo"])
