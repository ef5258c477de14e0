"""Planes of observations, and pictures of boards."""

from __future__ import annotations

import numpy as np

from sapper.gym import (
    planes_of,
)


def test_planes_by_hand() -> None:
    planes = planes_of(np.array([[-1, 0], [3, -2]], np.int8), highest=3)
    assert planes.tolist() == [
        [[1, 0], [0, 0]], [[1, 1], [1, 1]], [[0, 1], [0, 0]], [[0, 0], [0, 0]], [[0, 0], [0, 0]],
        [[0, 0], [1, 0]],
    ]  # fmt: skip
