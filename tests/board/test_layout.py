"""Layouts: values, texts that survive a round trip, formats of other programs, refusals."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.board import Geometry, Layout
from sapper.board.cell import MINE
from sapper.board.formats.layouts import LAYOUT_FORMATS, read_layout, write_layout
from sapper.board.formats.mbf import read_mbf, write_mbf
from sapper.errors import InputError, ParseError
from tests.support.layouts import LAYOUTS, random_layout


@st.composite
def layouts(draw: st.DrawFn) -> Layout:
    shape = draw(st.sampled_from(["grid", "torus", "hex"]))
    rows, columns = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    size = rows * columns
    mines = draw(st.sets(st.integers(0, size - 1), max_size=size - 1))
    cells = bytes(i in mines for i in range(size))
    return Layout(Geometry.of_shape(shape, rows, columns), cells)  # type: ignore[arg-type]


@given(layouts())
def test_a_text_survives_a_round_trip(layout: Layout) -> None:
    assert Layout.parse(layout.text) == layout
    assert pickle.loads(pickle.dumps(layout)) == layout
    assert Layout.of_mines(layout.geometry, layout.mines) == layout


@given(layouts())
def test_numbers_count_the_mines_around(layout: Layout) -> None:
    for index, around in enumerate(layout.geometry.neighbour_lists):
        if layout.cells[index]:
            assert layout.numbers[index] == MINE
        else:
            assert layout.numbers[index] == sum(layout.cells[i] for i in around)


def test_a_graph_is_read_with_its_geometry() -> None:
    graph = Geometry.graph([[1], [0, 2], [1]])
    layout = Layout(graph, b"\1\0\0")
    assert layout.text == "graph-1x3/1=4"
    assert Layout.parse(layout.text, geometry=graph) == layout


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("3x3/2", "expected a layout like '3x3/2=044'"),
        ("3x3/2=", "hexadecimal digits"),
        ("3x3/2=xyz", "hexadecimal digits"),
        ("3x3/2=fff", "expected a layout of 9 cells"),
        ("3x3/2=0ff", "'3x3/2' says 2 mines, but 8 follow"),
        ("3x3/9=1ff", "one cell must be safe"),
        ("nonsense=00", "expected a board like"),
    ],
)
def test_a_bad_text_is_refused(text: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        Layout.parse(text)


def test_bad_values_are_refused() -> None:
    grid = Geometry.grid(1, 2)
    values: list[tuple[Any, str]] = [(b"\1", "2 bytes 0 or 1, got 1"), (b"\2\0", "2 bytes 0 or 1")]
    for cells, says in values:
        with pytest.raises(InputError, match=says):
            Layout(grid, cells)
    with pytest.raises(InputError, match="r0c0 is given twice"):
        Layout.of_mines(grid, [(0, 0), "r0c0"])
    with pytest.raises(ParseError):
        Layout.parse("")
    with pytest.raises(AttributeError, match="cannot assign"):
        Layout(grid, b"\0\1").cells = b""  # type: ignore[misc]


READ = [form for form in LAYOUT_FORMATS if form != "game"]  # sapper.games reads games


@pytest.mark.parametrize("form", READ)
@given(layout=LAYOUTS)
def test_what_is_written_is_read_back(form, layout):
    written = write_layout(layout, form)
    reading = read_layout(written, form=None if _is_clear(form, layout) else form)
    assert reading.layout == layout


def _is_clear(form, layout):
    """Return whether a text cannot be taken for another format: not a board without mines."""
    return sum(layout.cells) > 0 and layout.geometry.columns > 1


def test_an_mbf_file_of_160_mines_has_unsigned_bytes():
    layout = random_layout(Random(1), 16, 30, 160)
    data = write_mbf(layout)
    assert data[:4] == bytes([30, 16, 0, 160])
    assert len(data) == 4 + 2 * 160
    assert read_mbf(data) == layout
    assert read_layout(data).layout == layout
    large = random_layout(Random(2), 255, 255, 40_000)
    assert read_mbf(write_mbf(large)) == large


def test_an_mbf_file_is_written_column_by_column():
    layout = Layout.of_mines(Geometry.grid(2, 3), [(0, 2), (1, 0)])
    assert write_mbf(layout) == bytes([3, 2, 0, 2, 0, 1, 2, 0])


@pytest.mark.parametrize(
    ("size", "rows", "columns", "has_note"),
    [("0830", 30, 8, False), ("830", 30, 8, False), ("8100", 100, 8, True), ("4020", 20, 40, False),
     ("1", 9, 9, False), ("2", 16, 16, False), ("3", 16, 30, False), ("10008", 8, 1000, True)],
)  # fmt: skip
def test_the_size_of_a_link(size, rows, columns, has_note):
    layout = random_layout(Random(3), rows, columns, 5)
    mines = str(write_layout(layout, "link")).partition("&m=")[2]
    reading = read_layout(f"https://example.org/#/game?b={size}&m={mines}")
    assert reading.layout == layout
    assert bool(reading.notes) == has_note


def test_a_link_of_llamasweeper():
    text = "https://llamasweeper.com/#/game/zini-explorer?b=88&m=0020oo40o010g"
    rows = ["........", ".....*..", "....**..", ".**.....", "*.......", "**......"]
    reading = read_layout(text)
    assert str(reading.layout.spec) == "8x8/10"
    shown = ["".join(".*"[c] for c in reading.layout.cells[at : at + 8]) for at in range(0, 64, 8)]
    assert shown[:6] == rows


@pytest.mark.parametrize(
    ("text", "layout", "form", "notes"),
    [
        ("*1\n11", "2x2/1=8", "pretty", 1),
        ("*.\n..", "2x2/1=8", "pretty", 3),
        ("*0\n00", "2x2/1=8", "pretty", 2),
        ("0 1\n1 0", "2x2/2=6", "matrix", 1),
        ("2x2/1:X1/11", "2x2/1=8", "line", 0),
        ("2x2/1:X_/__", "2x2/1=8", "line", 0),
        ("💣1️⃣\n1️⃣1️⃣", "2x2/1=8", "emoji", 0),
        ("||:bomb:||||:one:||\n||:one:||||:one:||", "2x2/1=8", "emoji", 0),
        ("torus-3x3/1=001", "torus-3x3/1=001", "layout", 0),
    ],
)
def test_a_board_is_taken_for(text, layout, form, notes):
    reading = read_layout(text)
    assert (str(reading.layout), reading.format) == (layout, form)
    assert len(reading.notes) == notes, reading.notes


BAD = {
    b"": "expected a board, got an empty text",
    b"\x09\x09": "expected a board, got an empty text",
    b"\x09\x00\x01": "expected an MBF file of at least 4 bytes, got 3",
    b"\x00\x09\x00\x01\x00": "expected 1 to 4000000 cells, got 9x0",
    b"\x09\x09\x00\x01\x00": "expected an MBF file of 6 bytes for 1 mines, got 5",
    b"\x02\x02\x00\x04" + bytes(8): "expected an MBF file with 0 to 3 mines on 2x2 cells, got 4",
    b"\x02\x02\x00\x01\x00\x02": "expected mine 1 of the MBF file on 2x2 cells, got row 2, "
    "column 0",
    b"\x02\x02\x00\x02\x00\x01\x00\x01": "the MBF file has the mine at r1c0 twice",
    b"?b=1&m=0": "b=1 and m= of the link do not fit: 1 digits hold 1 to 5 cells",
    b"?b=11&m=g": "expected 0 to 0 mines on 1x1 (one cell must be safe), got 1",
    b"?b=11&m=1": "expected 1 cells, but a mine lies behind the last one",
    b"?b=x&m=0": "expected 1, 2, 3 or width and height in b= of the link, got 'x'",
    b"?b=22&m=w": "expected digits 0-9 and a-v in m= of the link, got 'w'",
    b"?b=99999999999999&m=0": "b=99999999999999 and m= of the link do not fit: 1 digits hold 1 "
    "to 5 cells",
    b"2x2/1=f": "expected 0 to 3 mines on 2x2 (one cell must be safe), got 4",
    b"*2\n11": "r0c1 shows 2, but 1 of the mines touch it",
    b"[[-2, 2], [1, 1]]": "r0c1 shows 2, but 1 of the mines touch it",
    b"2x2/1:__/__": "the board does not show where all mines are: 0 of 1",
    b"#1\n*1": "the board does not show where all mines are: 1 of an unknown number",
}


@pytest.mark.parametrize(("data", "message"), BAD.items())
def test_a_wrong_board_gets_one_sentence(data, message):
    with pytest.raises(ParseError) as error:
        read_layout(data, form="mbf" if "MBF" in message or b"\0" in data else None)
    assert str(error.value) == message


def test_a_binary_file_of_another_length_is_no_mbf_file():
    with pytest.raises(ParseError, match="a text or an MBF file, got 8 bytes of another kind"):
        read_layout(b"\x89PNG\r\n\x1a\n")


def test_layouts_that_a_format_cannot_hold_are_refused():
    torus = Layout(Geometry.torus(3, 3), bytes([1, *[0] * 8]))
    wide = Layout(Geometry.grid(1, 256), bytes(256))
    for layout, form in ((torus, "mbf"), (torus, "link"), (wide, "mbf")):
        with pytest.raises(InputError, match="holds"):
            write_layout(layout, form)
    with pytest.raises(InputError, match="expected one of layout, game"):
        write_layout(wide, "gif")
    with pytest.raises(ParseError, match="expected bytes or a text, got int"):
        read_layout(3)
