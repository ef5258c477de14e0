"""Planes of observations, and pictures of boards."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sapper.gym import (
    MinesweeperEnv,
    planes_of,
)
from tests.support.environments import BOARDS


def test_planes_by_hand() -> None:
    planes = planes_of(np.array([[-1, 0], [3, -2]], np.int8), highest=3)
    assert planes.tolist() == [
        [[1, 0], [0, 0]], [[1, 1], [1, 1]], [[0, 1], [0, 0]], [[0, 0], [0, 0]], [[0, 0], [0, 0]],
        [[0, 0], [1, 0]],
    ]  # fmt: skip


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_pictures_of_every_geometry(board: Any) -> None:
    shown, drawn, nothing = (MinesweeperEnv(board, render_mode=m) for m in ("ansi", "svg", None))  # type: ignore[arg-type]
    for env in (shown, drawn, nothing):
        env.reset(seed=1)
        env.step(0)
    assert shown.render() == shown.position.pretty()
    assert str(drawn.render()) == drawn.position.svg()
    assert nothing.render() is None
