"""Planes and pictures."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import sapper
from sapper.gym import (
    MinesweeperEnv,
    MinesweeperVectorEnv,
    PlanesObservation,
    VectorPlanesObservation,
    planes_of,
)
from tests.support.environments import BOARDS


def test_planes_by_hand() -> None:
    planes = planes_of(np.array([[-1, 0], [3, -2]], np.int8), highest=3)
    assert planes.tolist() == [
        [[1, 0], [0, 0]], [[1, 1], [1, 1]], [[0, 1], [0, 0]], [[0, 0], [0, 0]], [[0, 0], [0, 0]],
        [[0, 0], [1, 0]],
    ]  # fmt: skip


def test_wrapped_environments_show_planes() -> None:
    env = PlanesObservation(MinesweeperEnv("hex-4x5/3"))
    observation, _ = env.reset(seed=1)
    assert observation in env.observation_space
    assert observation.shape == (9, 4, 5)
    assert env.get_wrapper_attr("action_masks")().all()
    batch = VectorPlanesObservation(MinesweeperVectorEnv(3, "hex-4x5/3"))
    observations, _ = batch.reset(seed=1)
    assert observations in batch.observation_space
    np.testing.assert_array_equal(observations[0], observation)
    with pytest.raises(ValueError, match="autoreset"):
        VectorPlanesObservation(MinesweeperVectorEnv(3, autoreset_mode="SameStep"))


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_pictures_of_every_geometry(board: Any) -> None:
    pictures = {}
    for mode in ("ansi", "rgb_array", "svg"):
        env = MinesweeperEnv(board, render_mode=mode)  # type: ignore[arg-type]
        env.reset(seed=1)
        env.step(0)
        pictures[mode] = env.render()
    assert pictures["ansi"] == env.position.pretty()
    assert pictures["svg"].startswith("<svg")
    assert pictures["rgb_array"].dtype == np.uint8
    assert pictures["rgb_array"].ndim == 3
    assert len(np.unique(pictures["rgb_array"].reshape(-1, 3), axis=0)) >= 3
    assert MinesweeperEnv(board).render() is None


def test_a_number_is_written_in_its_colour() -> None:
    from sapper.gym.rendering import render

    for number, colour in ((1, "#0b5fb3"), (8, "#5c636b")):
        around = "_" * 3
        position = sapper.Position.parse(f"3x3/{number}:{around}/_{number}_/{around}")
        picture = render(position, "rgb_array")
        wanted = np.frombuffer(bytes.fromhex(colour[1:]), np.uint8)
        assert (picture == wanted).all(axis=2).sum() > 20


def test_a_batch_is_drawn_board_by_board() -> None:
    env = MinesweeperVectorEnv(2, "4x4/3", render_mode="ansi")
    env.reset(seed=1)
    pictures = env.render()
    assert pictures is not None
    assert len(pictures) == 2
    assert MinesweeperVectorEnv(2).render() is None
