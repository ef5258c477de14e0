"""How a batch reads lists and arrays: at once, and as Python reads them one by one."""

from __future__ import annotations

import pickle
import random

import pytest

from sapper import Geometry, Position, analyse_many
from tests.support.batches import assert_same
from tests.support.middle_games import mid_game


def test_lists_of_one_size_are_read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a Position for each; and they are the positions that one by one are read."""
    rng = random.Random(8)
    positions = [mid_game(rng, Geometry.grid(6, 7), 9, 0.3) for _ in range(20)]
    lists = [position.matrix().tolist() for position in positions]
    mines = [position.mines for position in positions]

    def refuse(*_: object) -> None:
        raise AssertionError("read one by one")

    with monkeypatch.context() as patch:
        patch.setattr("sapper.analysis.boards._read_board", refuse)
        patch.setattr(Position, "_trusted", refuse)
        batch = analyse_many(lists, mines=mines)
        assert len(batch) == 20
        assert batch.chances.shape == batch.verdicts.shape == (20, 6, 7)
    assert list(batch.positions) == positions
    for board in batch:
        assert_same(board)
    copy = pickle.loads(pickle.dumps(batch))
    assert copy.to_dict() == batch.to_dict()
