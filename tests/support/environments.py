"""Boards of every geometry and all rewards, for the tests of environments."""

from __future__ import annotations

from sapper.board.geometry import Geometry
from sapper.board.spec import BoardSpec

__all__ = ["BOARDS", "REWARDS"]

RING = BoardSpec.on(Geometry.graph([[11, 1], *([i - 1, i + 1] for i in range(1, 11)), [10, 0]]), 3)
BOARDS = ["5x5/4", "torus-5x6/5", "hex-5x5/4", RING]
REWARDS = ["win", "progress", "provable", "risk", "regret", "value"]
