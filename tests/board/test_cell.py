"""Cells as text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper import Cell, InputError

PLACES = st.integers(0, 99_999)


@given(PLACES, PLACES)
def test_every_way_to_write_a_cell_is_read(row: int, column: int) -> None:
    cell = Cell(row, column)
    for text in (str(cell), f"{row},{column}", f"({row}, {column})", f" R{row}C{column} "):
        assert Cell.parse(text) == cell


def test_another_text_is_refused() -> None:
    bad = ["", "4", "here", "r1", "c1r1", "1,2,3", "(1, 2", "1, 2)", "-1,0", "r1c1r1c1", "٣,3"]
    for text in [*bad, "1" * 10 + ",1"]:
        with pytest.raises(InputError, match="expected a cell like r2c3 or 2,3"):
            Cell.parse(text)
