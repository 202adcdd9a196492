"""A solved board as an environment of PettingZoo: `pip install catmouse[pettingzoo]`.

>>> import catmouse, catmouse.pettingzoo
>>> game = catmouse.solve(["M.#.F", "..#..", "....C"])
>>> env = catmouse.pettingzoo.env(game, opponents={"cat": 1.0})
>>> env.reset(seed=1)
>>> env.agent_selection, env.agents
('mouse', ['mouse'])
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv

from catmouse._errors import ArgumentError, CatmouseError
from catmouse._position import GamePosition
from catmouse._rules import Side
from catmouse._solve import solve
from catmouse._solved import Solved
from catmouse.answers import Position

__all__ = ["CatAndMouse", "env"]


class CatAndMouse(AECEnv):  # type: ignore[misc]
    """The game of a solved board, played by the agents `"mouse"` and `"cat"`.

    An action is the number of a move, counted from 0 in the order of the targets' vertices; the
    `action_mask` of the observation says which numbers are moves. The `observation` has the vertices
    of the mouse and of each cat, and whose turn it is (0 the Mouse's). The winner gets 1 and the loser
    -1. A game that lasts `max_plies` is truncated, and is worth what endless play is.

    Parameters
    ----------
    `game`
        The solved board, with distances.
    `opponents`
        The sides that the solution plays, each with its level: the share of its moves, from 0 to 1,
        that are best; the others are random. Such a side is no agent.
    `max_plies`
        The number of plies after which a game ends.
    """

    metadata = {"name": "cat_and_mouse_v0", "is_parallelizable": False, "render_modes": ["ansi"]}

    def __init__(self, game: Solved, opponents: Mapping[Side, float] | None = None, max_plies: int = 200) -> None:
        super().__init__()
        self._opponents = dict(opponents or {})
        for side, level in self._opponents.items():
            # A program without types may give anything.
            if str(side) not in ("mouse", "cat") or not 0 <= level <= 1:
                raise ArgumentError(f"opponents maps 'mouse' or 'cat' to a level from 0 to 1, not {side!r} to {level!r}")
        if len(self._opponents) > 1:
            raise ArgumentError("opponents has both sides, and one side has to be left to the agent: leave it out")
        self._game = game
        self._max_plies = max_plies
        self._number = game._numbers
        self.render_mode = "ansi"
        self.agent_selection: str = "mouse"
        self.possible_agents = [agent for agent in ("mouse", "cat") if agent not in self._opponents]
        vertices, cats = len(self._number), game._native.shape[2]
        self._actions = max(len(position.targets()) for position in self._every_place())
        observation = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.MultiDiscrete([vertices] * (1 + cats) + [2]),
                "action_mask": gymnasium.spaces.MultiBinary(self._actions),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, observation)
        self.action_spaces = {agent: gymnasium.spaces.Discrete(self._actions) for agent in self.possible_agents}
        self._random = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        """The space of the observations of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of the actions of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. `options` may have the position `start`; the default is the start of the board."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self._here = self._game.position((options or {}).get("start"))
        self._plies = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._advance()

    @property
    def position(self) -> GamePosition:
        """The position of the game."""
        return self._here

    def __reduce__(self) -> tuple[Callable[..., CatAndMouse], tuple[Any, ...]]:
        # The copy solves the board again, because the values may be large.
        parts = {name: part for name, part in vars(self).items() if name not in ("_game", "_number", "_here")}
        here = vars(self).get("_here")
        place = here and Position(here.mouse, here.cats, here.turn)
        return _again, (self._game.board, self._game.asked, self._opponents, self._max_plies, parts, place)

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees: the whole position, and which actions are moves."""
        self._ensure_begun()
        here = self._here
        turn = 0 if here.turn == "mouse" else 1
        places = [self._number[node] for node in (here.mouse, *here.cats)]
        mask = np.zeros(self._actions, dtype=np.int8)
        if here.turn == agent:
            mask[: len(self._moves)] = 1
        return {"observation": np.array([*places, turn], dtype=np.int64), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Makes the move with this number, and those of the other side if the solution plays it."""
        self._ensure_begun()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if not 0 <= int(action) < len(self._moves):
            raise ArgumentError(f"action {action} is no move: there are {len(self._moves)}, and action_mask says which")
        self._play(self._moves[int(action)])
        self._advance()
        self._accumulate_rewards()

    def render(self) -> str:
        """The position in words."""
        return repr(self._here)

    def close(self) -> None:
        """Ends the environment, which holds nothing that needs to be closed."""

    def _ensure_begun(self) -> None:
        if "_here" not in vars(self):
            raise CatmouseError("no game has begun: reset() begins one")

    def _every_place(self) -> list[GamePosition]:
        """A position with every place of the mover's pieces, for both sides."""
        game = self._game
        found: dict[tuple[Side, Any], Position] = {}
        for position, value in game:
            # With costs, the values have no distances in plies.
            if 0 not in (value.distance, value.cost):
                found.setdefault((position.turn, position.mouse if position.turn == "mouse" else position.cats), position)
        return [game.position(position) for position in found.values()] or [game.position()]

    def _play(self, move: Any) -> None:
        self._here = self._here.play(move)
        self._plies += 1

    def _advance(self) -> None:
        """Plays the moves of the solution until it is an agent's turn, and ends the game if it is over."""
        while True:
            here = self._here
            self._moves = sorted(here.targets(), key=lambda to: [self._number[node] for node in (to if here.turn == "cat" else (to,))])
            if not self._moves:
                self._end(here.value.outcome, self.terminations)
                return
            if self._plies >= self._max_plies:
                self._end(self._game.rules.get("endless", "draw"), self.truncations)
                return
            level = self._opponents.get(here.turn)
            if level is None:
                self.agent_selection = here.turn
                return
            rated = here.moves()
            best = [move for move in rated if move.best]
            choice = best if self._random.random() < level else rated
            self._play(choice[int(self._random.integers(len(choice)))])

    def _end(self, outcome: str, ended: dict[str, bool]) -> None:
        for agent in self.agents:
            ended[agent] = True
            self.rewards[agent] = 0.0 if outcome == "draw" else 1.0 if outcome == agent else -1.0
        if self._here.turn in self.agents:
            self.agent_selection = self._here.turn
        else:
            self.agent_selection = self.agents[0]


def _again(
    board: Any, asked: Mapping[str, Any], opponents: Mapping[Side, float], max_plies: int, parts: Mapping[str, Any], place: Position | None
) -> CatAndMouse:
    """The environment of a solved board like this one, in the midst of its game if there is a place."""
    made = CatAndMouse(solve(board, **asked), opponents, max_plies)
    for name, part in parts.items():
        setattr(made, name, part)
    if place is not None:
        made._here = made._game.position(place)
    return made


def env(game: Solved, opponents: Mapping[Side, float] | None = None, max_plies: int = 200) -> CatAndMouse:
    """The environment of a solved board. The parameters are those of `CatAndMouse`."""
    return CatAndMouse(game, opponents, max_plies)
