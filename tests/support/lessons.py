"""Positions of the player's own games, as in the training of the learned value."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from sapper import BoardSpec, Position, _core, analyse

native_training = pytest.importorskip(
    "sapper._training",
    reason="sapper._training is not built: run `make test`, or build with"
    " -Ccmake.define.SAPPER_TRAINING=ON",
)


def guesses(board: str, games: int, workers: int = 1) -> tuple[npt.NDArray[np.generic], ...]:
    spec = BoardSpec.parse(board)
    played: tuple[npt.NDArray[np.generic], ...] = native_training.self_play(
        spec.geometry.native, spec.mines, "safe", 0, 7, 0, games, "champion", None, 0.3, 0.2,
        workers,
    )  # fmt: skip
    return played


def lessons(
    spec: BoardSpec, faces: npt.NDArray[np.uint8], cells: list[int], numbers: list[int]
) -> tuple[_core.Graph, int, npt.NDArray[np.uint8], npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    cell, number = np.array(cells, np.int32), np.array(numbers, np.int32)
    return spec.geometry.native, spec.mines, np.ascontiguousarray(faces), cell, number


def positions_before_guesses(board: str, games: int, most: int) -> list[Position]:
    """Return positions of all stages, with too many layouts for an exact search."""
    spec = BoardSpec.parse(board)
    faces, *_ = guesses(board, games)
    found = [Position(spec.geometry, spec.mines, row.tobytes()) for row in faces]
    found = [position for position in found if analyse(position).ways > 10**6]
    return sorted(found, key=lambda position: position.faces.count(0))[:: len(found) // most + 1]
