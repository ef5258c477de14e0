"""Many games at once, stepped by the core on all threads: what `gymnasium.make_vec` returns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

import numpy as np
import numpy.typing as npt
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from sapper.board.number_checks import check_seed, whole_number
from sapper.board.position import Position
from sapper.board.spec import BoardSpec, StartRule
from sapper.errors import InputError
from sapper.gym.boards import Boards
from sapper.gym.rules import (
    COVERED,
    NO_CHANCE,
    Invalid,
    Oracle,
    RenderMode,
    Reward,
    Rules,
    check_index,
    check_mode,
    game_number,
    seed_or_new,
)
from sapper.processors import available_processors

__all__ = ["MinesweeperVectorEnv"]

_MOST_BOARDS = 10_000_000
_MOST_STEPS = 2**63 - 1
_MOST_WORKERS = 1024
_Faces = npt.NDArray[np.int8]
_Actions = npt.NDArray[np.int64]


class MinesweeperVectorEnv(VectorEnv[_Faces, _Actions, npt.NDArray[Any]]):
    """`num_envs` games of Minesweeper side by side.

    Environment i plays what `MinesweeperEnv(index=index + i)` plays with the same seed, whatever
    `num_envs` and `workers` are. Unless `copy` is set, the arrays returned are those that the next
    step updates.
    """

    def __init__(
        self,
        num_envs: int = 1,
        board: BoardSpec | str = "beginner",
        start: StartRule | str = StartRule.SAFE,
        *,
        reward: Reward = "win",
        oracle: Oracle = "none",
        invalid: Invalid = "end",
        index: int = 0,
        max_episode_steps: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        workers: int | None = None,
        copy: bool = True,
        render_mode: RenderMode | None = None,
    ) -> None:
        self.rules = Rules.of(board, start, reward, oracle, invalid)
        self.num_envs = whole_number(num_envs, 1, _MOST_BOARDS, "1 to 10,000,000 environments")
        self.single_observation_space = self.rules.observation_space
        self.single_action_space = self.rules.action_space
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.render_mode = check_mode(render_mode)
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {
            "render_modes": get_args(RenderMode),
            "autoreset_mode": self.autoreset_mode,
        }
        self.copy = copy
        self._index = check_index(index)
        check_index(self._index + self.num_envs - 1)
        self._is_seeded = False
        self._boards = Boards(
            self.rules,
            self.num_envs,
            autoreset=self.autoreset_mode,
            most_steps=_step_limit(max_episode_steps),
            workers=_worker_count(workers),
        )

    def reset(
        self,
        *,
        seed: int | Sequence[int] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[_Faces, dict[str, Any]]:
        """Start the next game of all environments, or of those in `options["reset_mask"]`.

        One seed is the seed of all; of a sequence each environment takes its own.
        """
        which = self._reset_mask(options)
        if seed is not None or not self._is_seeded:
            self._choose_games(self._seeds(seed), which)
        self._is_seeded = True
        self._boards.reset(which)
        return self._given(self._boards.observations), self._infos(self._boards.told(), which)

    def step(
        self, actions: _Actions
    ) -> tuple[_Faces, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """Open one cell in every environment."""
        boards, given = self._boards, self._given
        if not self._is_seeded:
            raise ResetNeeded("call reset() before the first step")
        if self.autoreset_mode is AutoresetMode.DISABLED and boards.over.any():
            raise ResetNeeded(
                f"the games of environments {np.flatnonzero(boards.over).tolist()} are over: call "
                'reset(options={"reset_mask": ...})'
            )
        games = boards.games.copy()
        boards.step(self.rules.actions_of(actions, self.num_envs))
        infos = self._infos(boards.told(), np.ones(self.num_envs, np.bool_))
        if self.autoreset_mode is AutoresetMode.SAME_STEP:
            self._add_final(infos, games)
        return (
            given(boards.observations), given(boards.rewards), given(boards.terminations),
            given(boards.truncations), infos,
        )  # fmt: skip

    def render(self) -> tuple[Any, ...] | None:
        """Return a picture of every environment."""
        if self.render_mode is None:
            return None
        return tuple(self._boards.picture(i, self.render_mode) for i in range(self.num_envs))

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return which actions are valid, a row for each environment."""
        return self._boards.masks.astype(np.bool_)

    def position(self, environment: int) -> Position:
        """Return what the player of one environment sees."""
        return self._boards.position(environment)

    def line(self, environment: int) -> str:
        """Return the game of one environment, without moves: `BOARD START SEED GAME`."""
        return self._boards.line(environment)

    def _given(self, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return values.copy() if self.copy else values

    def _infos(
        self, told: dict[str, npt.NDArray[Any]], which: npt.NDArray[np.bool_]
    ) -> dict[str, Any]:
        infos: dict[str, Any] = {}
        for name, values in told.items():
            infos[name], infos[f"_{name}"] = self._given(values), which.copy()
        return infos

    def _add_final(self, infos: dict[str, Any], games: npt.NDArray[np.uint64]) -> None:
        """Move what belongs to the games that ended in this step to `final_obs` and `final_info`.

        An ended game has no chances, and no cell is decided; nor is one that was truncated asked.
        """
        boards = self._boards
        ended = boards.terminations | boards.truncations
        if not ended.any() or boards.final_observations is None:
            return
        seen = np.full(self.num_envs, None, dtype=object)
        for i in np.flatnonzero(ended):
            seen[i] = boards.final_observations[i].copy()
        covered = (boards.final_observations == COVERED).reshape(self.num_envs, -1)
        final: dict[str, npt.NDArray[Any]] = {
            "action_mask": covered.astype(np.int8), "won": boards.won.copy(), "game": games,
        }  # fmt: skip
        told = boards.told()
        if "certain" in told:
            final["certain"] = np.zeros_like(told["certain"])
        if "chances" in told:
            final["chances"] = np.full_like(told["chances"], NO_CHANCE)
        if "win_chance" in told:
            final["win_chance"] = np.where(boards.terminations, boards.won, NO_CHANCE)
        infos["final_obs"], infos["_final_obs"] = seen, ended.copy()
        infos["final_info"], infos["_final_info"] = self._infos(final, ended), ended.copy()
        infos["won"] = infos["won"] & ~ended

    def _choose_games(self, seeds: list[int], which: npt.NDArray[np.bool_]) -> None:
        for i in np.flatnonzero(which).tolist():
            self._boards.choose_games(i, seeds[i], game_number(self._index + i))

    def _seeds(self, seed: int | Sequence[int] | None) -> list[int]:
        """Return the seed of every environment."""
        if seed is None or not isinstance(seed, Sequence | np.ndarray):
            one = seed_or_new(seed, self.np_random)
            self._np_random, self._np_random_seed = np.random.default_rng(one), one
            return [one] * self.num_envs
        if len(seed) != self.num_envs:
            raise InputError(f"expected {self.num_envs} seeds, got {len(seed)}")
        return [check_seed(each) for each in seed]

    def _reset_mask(self, options: dict[str, Any] | None) -> npt.NDArray[np.bool_]:
        unknown = sorted(set(options or {}) - {"reset_mask"})
        if unknown:
            raise InputError(f"expected option 'reset_mask', got {', '.join(map(repr, unknown))}")
        if not options:
            return np.ones(self.num_envs, np.bool_)
        mask = np.asarray(options["reset_mask"])
        if mask.shape != (self.num_envs,) or mask.dtype != np.bool_ or not mask.any():
            raise InputError(
                f"expected a reset_mask of {self.num_envs} booleans with at least one True"
            )
        if not self._is_seeded and not mask.all():
            raise ResetNeeded("the first reset starts all environments: leave the mask out")
        return np.ascontiguousarray(mask)


def _step_limit(steps: int | None) -> int:
    return 0 if steps is None else whole_number(steps, 1, _MOST_STEPS, "a positive limit of steps")


def _worker_count(workers: int | None) -> int:
    if workers is None:
        return min(_MOST_WORKERS, available_processors())
    return whole_number(workers, 1, _MOST_WORKERS, f"1 to {_MOST_WORKERS} workers")
