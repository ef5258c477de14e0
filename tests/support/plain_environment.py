"""The environment in slow, obvious Python, and boards of every geometry with all rewards."""

from __future__ import annotations

from math import isnan, log1p, nan

import numpy as np
import numpy.typing as npt

import sapper
from sapper.board.cell import HIDDEN, MINE
from sapper.board.geometry import Geometry
from sapper.board.spec import BoardSpec
from sapper.games.game import Game, Status
from sapper.players.engine.engine import Engine

__all__ = ["BOARDS", "REWARDS", "PlainEnvironment"]


class PlainEnvironment:
    """One game, opened cell by cell, with the rewards as docs/how-to/learning.md defines them."""

    def __init__(self, spec: BoardSpec, start: str, seed: int, game: int) -> None:
        self.game = Game(spec, start, seed=seed, game=game)
        self.win_chance = nan

    @property
    def observation(self) -> npt.NDArray[np.int8]:
        names = {HIDDEN: -1, MINE: -2}
        faces = [names.get(face, face) for face in self.game.position.faces]
        return np.array(faces, np.int8).reshape(self.game.spec.rows, self.game.spec.columns)

    @property
    def mask(self) -> npt.NDArray[np.int8]:
        mask: npt.NDArray[np.int8] = (self.observation == -1).astype(np.int8).ravel()
        return mask

    @property
    def chances(self) -> npt.NDArray[np.float64]:
        if self.game.is_over:
            return np.full((self.game.spec.rows, self.game.spec.columns), nan)
        return np.asarray(sapper.analyse(self.game.position).chances)

    @property
    def verdicts(self) -> npt.NDArray[np.uint8]:
        found = np.zeros((self.game.spec.rows, self.game.spec.columns), np.uint8)
        if self.game.is_over:
            return found
        analysis = sapper.analyse(self.game.position)
        found[self.observation == -1] = 1
        for cell in analysis.safe:
            found[cell] = 2
        for cell in analysis.mines:
            found[cell] = 3
        return found

    def rewards_of(self, index: int) -> dict[str, float]:
        """Open a covered cell and return its reward by every rule."""
        game, cell = self.game, self.game.geometry.cell(index)
        rewards = {"provable": 0.0, "risk": 0.0, "regret": 0.0}
        if game.layout is not None or game.start == "raw":
            rewards = self._rewards_before(index)
        before, left = self.win_chance, game.safe_left
        status = game.open(cell)
        if status is Status.PLAYING:
            wins = Engine("champion").exact_wins(game.position)
            self.win_chance = nan if wins is None else wins.wins / wins.layouts
        else:
            self.win_chance = float(status is Status.WON)
        known = [0.0 if isnan(chance) else chance for chance in (before, self.win_chance)]
        return rewards | {
            "win": float(status is Status.WON),
            "progress": (left - game.safe_left) / game.spec.safe_cells,
            "value": known[1] - known[0],
        }

    def _rewards_before(self, index: int) -> dict[str, float]:
        chances, verdicts = self.chances.ravel(), self.verdicts.ravel()
        chance, is_needless = chances[index], 2 in verdicts or verdicts[index] == 3
        proved = 1.0 if verdicts[index] == 2 else -1.0 if is_needless else 0.0
        risk = -20.0 if chance == 1 else max(-20.0, log1p(-chance))
        return {"provable": proved, "risk": risk, "regret": np.nanmin(chances) - chance}


RING = BoardSpec.on(Geometry.graph([[11, 1], *([i - 1, i + 1] for i in range(1, 11)), [10, 0]]), 3)
BOARDS = ["5x5/4", "torus-5x6/5", "hex-5x5/4", RING]
REWARDS = ["win", "progress", "provable", "risk", "regret", "value"]
