"""How a batch reads lists and arrays: at once, as one by one; an error names the board."""

from __future__ import annotations

import pickle
import random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from sapper import Budget, Geometry, InputError, ParseError, Position, analyse_many
from sapper.analysis.batch_input import BoardStack
from sapper.analysis.batch_input import read_boards as read_any_boards
from sapper.documents import document
from tests.support.exact_chances import assert_same
from tests.support.middle_games import mid_game


def read_boards(boards: npt.NDArray[np.integer[Any]], mines: int | None) -> BoardStack:
    stack = read_any_boards(boards, mines)
    assert isinstance(stack, BoardStack)
    return stack


def test_lists_of_one_size_are_read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a Position for each; and they are the positions that one by one are read."""
    rng = random.Random(8)
    positions = [mid_game(rng, Geometry.grid(6, 7), 9, 0.3) for _ in range(20)]
    lists = [position.matrix().tolist() for position in positions]
    mines = [position.mines for position in positions]

    def refuse(*_: object) -> None:
        raise AssertionError("read one by one")

    with monkeypatch.context() as patch:
        patch.setattr("sapper.analysis.batch_input._read_board", refuse)
        patch.setattr(Position, "_trusted", refuse)
        batch = analyse_many(lists, mines=mines)
        assert len(batch) == 20
        assert batch.chances.shape == batch.verdicts.shape == (20, 6, 7)
    assert list(batch.positions) == positions
    for board in batch:
        assert_same(board)
    copy = pickle.loads(pickle.dumps(batch))
    assert document(copy) == document(batch)


CODES = [*range(-2, 11), 999]
STRANGE = [-3, 11, 127, -128, 998, 1000, 1021, 1022, -32768, 32767, 2**16, 2**16 + 1, 2**16 + 999,
           2**31 - 1, -(2**31), 2**32, 2**32 - 1, 2**62, 2**63 - 1, -(2**63), 2**64 - 1,
           2**64 - 2]  # fmt: skip


@pytest.mark.parametrize(
    "dtype", [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint64]
)
def test_arrays_of_every_kind_are_read_as_lists_are(dtype: npt.DTypeLike) -> None:
    """Every code, wherever it stands in what is read at once; and no other integer passes."""
    kind = np.iinfo(dtype)
    codes = [code for code in CODES if kind.min <= code <= kind.max]
    for size in (1, 7, 8, 16, 17, 33):
        stack = np.array([(codes * 3)[:size], codes[-1:] * size], dtype)[:, None, :]
        expected = [Position.from_matrix(board.tolist(), None) for board in stack]
        assert read_boards(stack, None).positions() == tuple(expected)
        for strange in STRANGE:
            if kind.min <= strange <= kind.max:
                stack[1, 0, -1] = strange
                with pytest.raises(InputError, match=f"board 1: expected 0-8.* got '{strange}'"):
                    read_boards(stack, None)


def test_the_order_of_bytes_does_not_matter() -> None:
    stack = np.array([[[1, -1, 999]]], ">i4")
    assert [str(board) for board in read_boards(stack, 1).positions()] == ["1x3/1:1__"]


def test_lists_of_several_sizes_keep_their_own_mine_counts() -> None:
    """More mines than the first board has cells; and one count for all."""
    lists = [[[1, -1]], [[-1] * 5, [-1] * 5]]
    batch = analyse_many(lists, mines=[1, 9], workers=2)
    assert [str(position) for position in batch.positions] == ["1x2/1:1_", "2x5/9:_____/_____"]
    assert [board.chances[0][-1] for board in batch] == pytest.approx([1, 0.9])
    assert [p.mines for p in analyse_many(lists, mines=1).positions] == [1, 1]


def test_a_large_board_among_small_ones_takes_no_memory_for_all() -> None:
    """Twenty thousand boards of the size of the first would take 200 GB."""
    large, small = [[-1] * 1000 for _ in range(1000)], [[-1, 1], [1, 1]]
    batch = analyse_many([large, *[small] * 20_000], mines=1)
    assert len(batch) == 20_001
    assert set(batch.outcomes) == {"possible"}


def test_reading_takes_nothing_of_the_time_limit() -> None:
    """One worker begins when all is read, and so do the others if time is limited."""
    lists = [[[-1] * 30 for _ in range(16)]] * 60_000  # read in some hundred milliseconds
    for workers in (1, 2):
        batch = analyse_many(lists, mines=99, budget=Budget(milliseconds=20), workers=workers)
        assert batch.is_possible.any()


POSSIBLE = "1x3/1:_1_"


@pytest.mark.parametrize(
    ("boards", "options", "words"),
    [
        ([POSSIBLE, "1x3/1:_!_"], {}, "board 1: .*'!'"),
        ([[[1, -1]], [[1, -7]]], {"mines": 1}, "board 1: expected 0-8, .* column 1, got '-7'"),
        ([[[1, -1]], [[1], [1, 2]]], {"mines": 1}, "board 1: expected 1 cells in row 1, got 2"),
        ([[[1, -1]], 5], {"mines": 1}, "board 1: expected rows of integers, got '5'"),
        (np.array([[[1, -1]], [[1, -7]]]), {"mines": 1}, "board 1: expected 0-8, .* got '-7'"),
        (np.array([[[1, -1]], [[1, 0.5]]]), {"mines": 1}, "board 1: expected an integer at .*0.5"),
        (np.full((2, 2, 2), -1), {"mines": [1, 5]}, "board 1: expected 0 to 4 mines, got 5"),
        (np.full((2, 2, 2), -1), {"mines": [1]}, "one for each of 2 boards, got 1"),
        (np.full((2, 2, 2), -1), {}, "board 0: the mine count is unknown"),
        (np.full((2, 2, 2), -1), {"mines": [1, None]}, "board 1: the mine count is unknown"),
        (np.full((2, 2, 2), -1), {"mines": 1, "geometry": Geometry.grid(2, 3)}, "boards of 2x3"),
        (np.full((2, 2), -1), {"mines": 1}, "board 0: expected rows of integers"),
        ([Position.parse(POSSIBLE)], {"mines": 2}, "board 0: expected 2 mines as the caller"),
        ([Position.parse(POSSIBLE)], {"geometry": Geometry.hex(1, 3)}, "board 0: expected Geo"),
        ([POSSIBLE], {"density": 0.2}, "board 0: a density is only for an unknown mine count"),
        (["1x3/?:_1_"], {"density": 2}, "board 0: expected a density between 0 and 1"),
        ([POSSIBLE], {"workers": 0}, "expected 1 to 1024 workers, got 0"),
        (POSSIBLE, {}, "expected many boards, got str: `analyse` takes a single one"),
        (7, {}, "expected many boards, got int"),
    ],
)  # fmt: skip
def test_errors_name_the_board(boards: object, options: dict[str, object], words: str) -> None:
    with pytest.raises(InputError, match=words) as caught:
        analyse_many(boards, **options)  # type: ignore[arg-type]
    if "board " in words:
        assert caught.value.where["board"] == int(words[6])


def test_an_error_keeps_its_kind_and_place() -> None:
    with pytest.raises(ParseError) as caught:
        analyse_many([[[1, -1], [1, -7]]], mines=1)
    assert caught.value.where == {"row": 1, "column": 1, "board": 0}
    assert caught.value.place == {"row": 1, "column": 1, "board": 0}
