"""Moves in the notation that the extension module reads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from catmouse._boards import Prepared, some
from catmouse._errors import ArgumentError, MoveError
from catmouse._options import is_text
from catmouse._rules import Side
from catmouse.answers import Alternative, JudgedMove, Move, Ply, Position

Played: TypeAlias = Move | Ply | JudgedMove | Alternative | Any
"""A move: an answer that is one, or its target, a node for the Mouse and a node or a tuple of nodes for the Cat."""

_SHOWN = 8
"""The most moves that a message lists."""

_ANSWERS = (Move, Ply, JudgedMove, Alternative)


def places_of(move: Played, prepared: Prepared, turn: Side) -> tuple[Any, ...]:
    """The nodes of the mover's pieces after a move."""
    if isinstance(move, (Ply, JudgedMove)) and move.player != turn:
        raise MoveError(f"the move to {move.to!r} is one of the {move.player.capitalize()}, and it is the turn of the {turn.capitalize()}: moves() lists the moves")
    if isinstance(move, _ANSWERS):
        # An answer of the Cat has a tuple of nodes, even if this tuple is a node itself.
        return tuple(move.to) if turn == "cat" and isinstance(move.to, tuple) else (move.to,)
    if turn == "mouse" or prepared.is_place(move):
        return (move,)
    return tuple(move) if isinstance(move, (tuple, list, set, frozenset)) else (move,)


def index_of(
    move: Played, here: Position, prepared: Prepared, numbers: Mapping[Any, int], moves: Sequence[tuple[Sequence[int], int | None]]
) -> int:
    """The index of a move among the legal moves at a position. Each of these is the numbers of the mover's nodes after it, and its cost or None."""
    places = places_of(move, prepared, here.turn)
    try:
        wanted = sorted(numbers[place] for place in places)
    except (KeyError, TypeError):
        wanted = []
    shown = getattr(move, "to", move)
    found = [index for index, (target, _) in enumerate(moves) if sorted(target) == wanted]
    if isinstance(move, _ANSWERS) and move.cost is not None:
        found = [index for index in found if moves[index][1] in (None, move.cost)]
    if len({moves[index][1] for index in found}) > 1:
        costs = " and ".join(str(moves[index][1]) for index in found)
        raise MoveError(f"the moves to {shown!r} at {here!r} cost {costs}: one of moves() says which is meant")
    if not found:
        nodes = list(numbers)
        targets = [tuple(nodes[number] for number in target) for target, _ in moves]
        if not targets:
            raise MoveError(f"{shown!r} is no move at {here!r}: the game is over, and is_over says so")
        ways = ", ".join(repr(target[0] if here.turn == "mouse" else target) for target in targets[:_SHOWN])
        more = f" and {len(targets) - _SHOWN} others, which targets() lists" if len(targets) > _SHOWN else ""
        raise MoveError(f"{shown!r} is no move at {here!r}: the moves lead to {ways}{more}")
    return found[0]


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
        raise MoveError(f"{node!r} is no node of the graph: {some(prepared.nodes)}")
    return words[number]
