"""Moves in the notation that the extension module reads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from catmouse._boards import Prepared
from catmouse._errors import ArgumentError, MoveError
from catmouse._options import is_text
from catmouse._rules import Side
from catmouse.answers import Alternative, JudgedMove, Move, Ply

Played: TypeAlias = Move | Ply | JudgedMove | Alternative | Any
"""A move: an answer that is one, or its target, a node for the Mouse and a node or a tuple of nodes for the Cat."""

_ANSWERS = (Move, Ply, JudgedMove, Alternative)


def places_of(move: Played, prepared: Prepared, turn: Side) -> tuple[Any, ...]:
    """The nodes of the mover's pieces after a move."""
    if isinstance(move, (Ply, JudgedMove)) and move.player != turn:
        raise MoveError(f"it is the turn of the {turn.capitalize()}, and the move is one of the {move.player.capitalize()}")
    if isinstance(move, _ANSWERS):
        # An answer of the Cat has a tuple of nodes, even if this tuple is a node itself.
        return tuple(move.to) if turn == "cat" and isinstance(move.to, tuple) else (move.to,)
    if turn == "mouse" or prepared.is_place(move):
        return (move,)
    return tuple(move) if isinstance(move, (tuple, list, set, frozenset)) else (move,)


def notation(moves: str | Iterable[Played], prepared: Prepared, labels: Sequence[str], first: Side, *, has_costs: bool) -> str:
    """The text of moves of a game in which `first` moves first."""
    if isinstance(moves, str):
        if not is_text(moves):
            raise ArgumentError(f"moves is a text or a list of moves, not {moves!r}")
        return moves
    if not isinstance(moves, Iterable):
        raise ArgumentError(f"moves is a text or a list of moves, not {moves!r}")
    sides: tuple[Side, Side] = ("mouse", "cat") if first == "mouse" else ("cat", "mouse")
    lines = []
    for number, move in enumerate(moves):
        places = places_of(move, prepared, sides[number % 2])
        # A colon marks a word as the place of a piece.
        text = "+".join(f":{word_for(place, prepared, labels)}" for place in places)
        lines.append(f"{text} ({move.cost})" if has_costs and isinstance(move, _ANSWERS) else text)
    return "\n".join(lines)


def label_word(label: Any) -> str:
    """The word for a vertex of a text: a cell of a grid, or a number or a name."""
    return f"({label[0]},{label[1]})" if isinstance(label, tuple) and len(label) == 2 else str(label)


def word_for(node: Any, prepared: Prepared, words: Sequence[str]) -> str:
    """The word for a node in texts. `words` are those of all nodes."""
    if prepared.nodes is None:
        return label_word(node)
    number = prepared.number(node)
    if number is None:
        raise MoveError(f"{node!r} is no node of the graph")
    return words[number]
