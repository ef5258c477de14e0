"""The boards of an environment: the arrays, and the core that writes to them.

One board or many, the core is the same; so a batch cannot differ from single environments.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode

from sapper import _core
from sapper.board.cell import HIDDEN, MINE
from sapper.board.position import Position
from sapper.gym.rules import COVERED, NO_CHANCE, OPENED_MINE, Rules

__all__ = ["Boards"]


class Boards:
    """The state of `count` games, as arrays that every step updates in place."""

    def __init__(
        self,
        rules: Rules,
        count: int,
        *,
        autoreset: AutoresetMode = AutoresetMode.DISABLED,
        most_steps: int = 0,
        workers: int = 1,
    ) -> None:
        geometry = rules.spec.geometry
        shape = (count, geometry.rows, geometry.columns)
        self.rules, self.count = rules, count
        self.observations = np.full(shape, COVERED, np.int8)
        self.masks = np.ones((count, geometry.size), np.int8)
        self.rewards = np.zeros(count, np.float64)
        self.terminations, self.truncations, self.won, self.over = np.zeros((4, count), np.bool_)
        self.games = np.zeros(count, np.uint64)
        self.chances = np.full(shape, NO_CHANCE) if rules.needs_chances else None
        self.verdicts = np.zeros(shape, np.uint8) if rules.needs_chances else None
        self.win_chances = np.full(count, NO_CHANCE) if rules.reward == "value" else None
        is_same_step = autoreset is AutoresetMode.SAME_STEP
        self.final_observations = np.zeros(shape, np.int8) if is_same_step else None
        flat = (count, geometry.size)
        self._core = _core.Environment(
            graph=geometry.native,
            mines=rules.spec.mines,
            start=rules.start.value,
            reward=rules.reward,
            invalid=rules.invalid,
            autoreset=autoreset.value,
            most_steps=most_steps,
            workers=workers,
            observations=self.observations.reshape(flat),
            masks=self.masks,
            rewards=self.rewards,
            terminations=self.terminations,
            truncations=self.truncations,
            won=self.won,
            over=self.over,
            games=self.games,
            chances=None if self.chances is None else self.chances.reshape(flat),
            verdicts=None if self.verdicts is None else self.verdicts.reshape(flat),
            win_chances=self.win_chances,
            final_observations=(
                None if self.final_observations is None else self.final_observations.reshape(flat)
            ),
        )

    def choose_games(self, board: int, seed: int, game: int) -> None:
        """Let a board play games number `game`, `game` + 1 ... of a seed from its next reset."""
        self._core.choose_games(board, seed, game)

    def seed_of(self, board: int) -> int:
        """Return the seed of a board."""
        return self._core.seed_of(board)

    def reset(self, which: npt.NDArray[np.bool_]) -> None:
        """Start the next game of the marked boards."""
        for values in (self.rewards, self.terminations, self.truncations, self.won):
            values[which] = 0
        self._core.reset(which)

    def step(self, actions: npt.NDArray[np.int64]) -> None:
        """Open one cell on every board."""
        self._core.step(actions)

    def told(self) -> dict[str, npt.NDArray[Any]]:
        """Return what `info` tells of every board, as the arrays themselves."""
        told: dict[str, npt.NDArray[Any]] = {
            "action_mask": self.masks, "won": self.won, "game": self.games,
        }  # fmt: skip
        if self.rules.oracle != "none" and self.verdicts is not None:
            told["certain"] = self.verdicts
        if self.rules.oracle == "chances" and self.chances is not None:
            told["chances"] = self.chances
        if self.win_chances is not None:
            told["win_chance"] = self.win_chances
        return told

    def line(self, board: int) -> str:
        """Return the line of a board's game, without its moves: `BOARD START SEED GAME`."""
        rules = self.rules
        return f"{rules.spec} {rules.start} {self.seed_of(board)} {self.games[board]}"

    def picture(self, board: int, mode: str | None) -> str | None:
        """Return a board as text or as SVG, by the render mode."""
        position = self.position(board)
        return None if mode is None else position.svg() if mode == "svg" else position.pretty()

    def position(self, board: int) -> Position:
        """Return what a board shows."""
        faces = self.observations[board].astype(np.uint8).ravel()
        faces[faces == np.uint8(COVERED % 256)] = HIDDEN
        faces[faces == np.uint8(OPENED_MINE % 256)] = MINE
        spec = self.rules.spec
        return Position(spec.geometry, spec.mines, faces.tobytes())
