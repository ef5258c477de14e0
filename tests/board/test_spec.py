"""Cells, boards and start rules as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper import Cell
from sapper.board.spec import PRESETS, BoardSpec, StartRule
from sapper.errors import GeometryError, InputError


@pytest.mark.parametrize("text", ["9x9/10", "16x30/99", "1x1/0", "torus-5x7/3", "hex-10x12/20"])
def test_a_board_survives_a_round_trip(text):
    assert str(BoardSpec.parse(text)) == text


def test_rows_come_first():
    spec = BoardSpec.parse("16x30/99")
    assert (spec.rows, spec.columns, spec.mines, spec.safe_cells) == (16, 30, 99, 381)


def test_presets_are_the_standard_boards():
    assert {name: str(BoardSpec.parse(name)) for name in PRESETS} == {
        "beginner": "9x9/10",
        "intermediate": "16x16/40",
        "expert": "16x30/99",
    }


def test_the_grid_may_be_named():
    assert BoardSpec.parse("grid-9x9/10") == BoardSpec.parse("9x9/10")


def test_another_text_is_refused():
    for text in ("", "9x9", "9x9/", "x9/1", "9x9/-1", "cube-3x3/1", "9x9/10 ", "٣x3/1"):
        with pytest.raises(InputError, match="expected a board like 16x30/99"):
            BoardSpec.parse(text)
    with pytest.raises(InputError, match="one cell must be safe"):
        BoardSpec.parse("2x2/4")
    with pytest.raises(GeometryError):
        BoardSpec.parse("0x9/0")


def test_start_rules_by_name():
    assert [StartRule.parse(name) for name in ("raw", "safe", "open")] == list(StartRule)
    with pytest.raises(InputError, match="raw, safe or open"):
        StartRule.parse("easy")


def test_the_size_is_known_before_the_board_is_built():
    assert BoardSpec.cells_of("torus-16x30/99") == 480
    assert BoardSpec.cells_of("expert") == 480
    assert BoardSpec.cells_of("99999x99999/1") == 99999**2
    for text in ("9x9", "9x9/?"):
        with pytest.raises(InputError, match="expected a board like 16x30/99"):
            BoardSpec.cells_of(text)


PLACES = st.integers(0, 99_999)


@given(PLACES, PLACES)
def test_every_way_to_write_a_cell_is_read(row: int, column: int) -> None:
    cell = Cell(row, column)
    for text in (str(cell), f"{row},{column}", f"({row}, {column})", f" R{row}C{column} "):
        assert Cell.parse(text) == cell


def test_another_text_of_a_cell_is_refused() -> None:
    bad = ["", "4", "here", "r1", "c1r1", "1,2,3", "(1, 2", "1, 2)", "-1,0", "r1c1r1c1", "٣,3"]
    for text in [*bad, "1" * 10 + ",1"]:
        with pytest.raises(InputError, match="expected a cell like r2c3 or 2,3"):
            Cell.parse(text)
