"""The settings of the rules as keyword arguments. Written by `python -m catmouse._write_rules` from the library's own table."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, TypedDict

__all__ = ["CopsRules", "Preset", "Rules", "Side"]

Side: TypeAlias = Literal["mouse", "cat"]
"""One of the two players."""

Preset: TypeAlias = Literal["cat-and-mouse", "cat-and-mouse-ii", "cops"]
"""A game whose rules hold where nothing else is said."""


class Rules(TypedDict, total=False):
    """Settings of the rules of a game; what is left out is as the board or the preset says."""

    directed: bool
    """Whether moves may lead one way only."""
    hole: Any
    """Where a hole (the food) is: a number, a name, or row,column; may be repeated; `none` for no hole."""
    cat_in_hole: Literal["forbidden", "allowed", "guards", "wins"]
    """What the hole is to the cat."""
    mouse_may_stay: bool
    """Whether the mouse may stay where it is."""
    cat_may_stay: bool
    """Whether the cat may stay where it is."""
    cats: int
    """How many cats there are, where nothing says where they start."""
    cats_move: Literal["all", "one"]
    """Which cats move in the Cat's ply."""
    placement: bool
    """Whether the players place the pieces that are given no start, the cats first."""
    mouse_jump: int
    """How many cells the mouse may jump in a straight line (grids only)."""
    cat_jump: int
    """How many cells the cat may jump in a straight line (grids only)."""
    mouse_speed: int
    """Along how many edges the mouse may run in one move."""
    cat_speed: int
    """Along how many edges the cat may run in one move."""
    mouse_uses: str | list[str]
    """Which kinds of edges the mouse may use, as in `taxi,ferry`."""
    cat_uses: str | list[str]
    """Which kinds of edges the cat may use."""
    capture_distance: int
    """From how many edges away a cat catches the mouse, along a shortest way on the board."""
    endless: Literal["mouse", "cat", "draw"]
    """Who wins if play never ends."""
    limit: int | None
    """After how many plies the limit decides; `none` for no limit."""
    limit_winner: Literal["mouse", "cat", "draw"]
    """Who wins when the limit runs out; as for endless play unless given."""
    stalemate: Literal["draw", "pass", "loss"]
    """What happens to a player who has no legal move."""


class CopsRules(TypedDict, total=False):
    """Settings of the rules that make a difference on a bare graph."""

    mouse_may_stay: bool
    """Whether the mouse may stay where it is."""
    cat_may_stay: bool
    """Whether the cat may stay where it is."""
    cats_move: Literal["all", "one"]
    """Which cats move in the Cat's ply."""
    mouse_speed: int
    """Along how many edges the mouse may run in one move."""
    cat_speed: int
    """Along how many edges the cat may run in one move."""
    capture_distance: int
    """From how many edges away a cat catches the mouse, along a shortest way on the board."""
