"""What the core writes of a board as JSON is what the module json writes."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

from sapper import _core

TINY = [0.0, 1.0, 0.1, 1 / 3, 0.0001, 0.00012345, 1e-05, 1.5e-07, 5e-324, 0.2057142857142857]


def test_numbers_are_written_as_python_writes_them() -> None:
    rng = np.random.default_rng(3)
    chances = np.concatenate([TINY, rng.random(2000), 10 ** rng.uniform(-20, 0, 2000)])
    chances[rng.random(len(chances)) < 0.3] = np.nan
    chances = np.concatenate([chances, chances])[: len(chances) // 30 * 60].reshape(-1, 30)
    verdicts = rng.integers(0, 4, chances.shape, np.uint8)
    for columns in (6, 30):
        for i, text in enumerate(_core.board_json(chances, verdicts, columns)):
            values = [None if math.isnan(chance) else chance for chance in chances[i].tolist()]
            cells = [divmod(cell, columns) for cell in range(30)]
            expected = {
                "chances": [values[start : start + columns] for start in range(0, 30, columns)],
                "safe": [cell for cell in cells if verdicts[i].reshape(-1, columns)[cell] == 2],
                "mines": [cell for cell in cells if verdicts[i].reshape(-1, columns)[cell] == 3],
            }
            assert f"{{{text.decode()}}}" == json.dumps(expected, separators=(",", ":"))


def test_no_boards_have_no_texts() -> None:
    assert _core.board_json(np.empty((0, 4)), np.empty((0, 4), np.uint8), 2) == []


def test_verdicts_of_another_size_are_refused() -> None:
    with pytest.raises(ValueError, match="one verdict for every chance"):
        _core.board_json(np.empty((2, 4)), np.empty((1, 4), np.uint8), 2)
