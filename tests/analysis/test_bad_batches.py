"""Batches that cannot be read: the error names the board, and keeps its kind and place."""

from __future__ import annotations

import numpy as np
import pytest

from sapper import Geometry, InputError, ParseError, Position, analyse_many

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
