"""Reading a batch: arrays of every kind, and the core's reader beside Python's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sapper import ParseError, Position, analyse_many


@pytest.mark.parametrize("dtype", ["i1", "i2", "i4", "i8", "u1", "u2", ">i2", ">i8"])
def test_arrays_of_every_kind_of_integer(dtype: str) -> None:
    codes = np.array([[[9, 1, 10]], [[0, 1, 9]]], dtype=dtype)
    batch = analyse_many(codes, mines=1)
    assert list(batch.positions) == [Position.parse("1x3/1:F1Q"), Position.parse("1x3/1:01F")]
    if codes.itemsize > 1:
        batch = analyse_many(np.where(codes == 9, np.array(999, dtype), codes), mines=1)
        assert batch[1].position == Position.parse("1x3/1:01_")
    with pytest.raises(ParseError, match=r"board 1: .*'11'"):
        analyse_many(np.where(codes == 0, np.array(11, dtype), codes), mines=1)


def test_the_core_reads_matrices_as_python_does() -> None:
    """The fast reader of plain lists, and the one that also explains what is wrong."""
    from sapper import _core
    from sapper.board.formats.matrix import _read_any, _read_plain

    for code in [*range(-20, 1100), 2**31, 2**63, 2**70, -(2**70)]:
        plain = _read_plain([[code, 1]])
        codes = _core.read_codes(np.array([code])) if abs(code) < 2**62 else None
        try:
            assert plain == _read_any([[code, 1]])
            assert codes == plain[1][:1]
        except ParseError:
            assert plain is None
            assert codes is None
    matrices: list[Any] = [
        [],
        [[]],
        [[1], [1, 2]],
        [[True]],
        [[1.0]],
        [["1"]],
        ["11"],
        "11",
        7,
        [7],
        [None],
    ]
    for strange in matrices:
        assert _core.read_matrix(strange) is None
