"""Positions, cells, boards and start rules: values that are frozen, checked, and texts."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.board import FLAG, HIDDEN, MINE, QUESTION, Cell, Geometry, Position
from sapper.board.spec import PRESETS, BoardSpec, StartRule
from sapper.errors import GeometryError, InputError

EXAMPLE = "4x4/2:1_11/12_1/0111/0000"


@pytest.fixture
def example():
    return Position.parse(EXAMPLE)


def test_shows_its_cells(example):
    assert (example.rows, example.columns, example.mines) == (4, 4, 2)
    assert example.face((1, 1)) == 2
    assert list(example.covered()) == [Cell(0, 1), Cell(1, 2)]
    assert example.is_covered((0, 1))
    assert not example.is_covered((0, 0))
    assert len(list(example.numbers())) == 14


def test_marks_are_covered_and_a_shown_mine_is_not():
    position = Position.parse("1x4/1:_FQX")
    assert bytes([HIDDEN, FLAG, QUESTION, MINE]) == position.faces
    assert list(position.covered()) == [(0, 0), (0, 1), (0, 2)]


def test_is_frozen(example):
    with pytest.raises(AttributeError, match="frozen: cannot set 'mines'"):
        example.mines = 3
    with pytest.raises(AttributeError, match="frozen: cannot delete 'faces'"):
        del example.faces
    with pytest.raises(AttributeError, match="frozen: cannot set 'other'"):
        example.other = 1


@given(st.from_type(Position))
def test_copies_are_equal(position):
    trusted = Position._trusted(position.geometry, position.mines, position.faces)
    for twin in (pickle.loads(pickle.dumps(position)), copy.deepcopy(position), trusted):
        assert twin == position
        assert hash(twin) == hash(position)


def test_differs_by_faces_mines_and_shape(example):
    others = [
        example,
        example.with_mines(3),
        example.with_mines(None),
        example.with_faces({Cell(0, 1): FLAG}),
        Position(Geometry.torus(4, 4), 2, example.faces),
    ]
    for i, one in enumerate(others):  # not by a set, which would trust the hashes
        assert [one == other for other in others] == [i == j for j in range(len(others))]
    assert example != str(example)


def test_changes_make_a_new_position(example):
    changed = example.with_faces([(Cell(0, 1), QUESTION), (Cell(3, 3), 8)])
    assert str(changed) == "4x4/2:1Q11/12_1/0111/0008"
    assert str(example) == EXAMPLE
    assert str(Position.hidden(Geometry.grid(1, 2), 1)) == "1x2/1:__"


@pytest.mark.parametrize(
    ("mines", "faces", "message"),
    [
        (1, b"\0", "expected 2 faces, got 1"),
        (1, b"\0\x24", "expected a known face at r0c1, got 36"),
        (1, b"\xff\0", "expected a known face at r0c0, got 255"),
        (-1, b"\0\0", "expected 0 to 2 mines, got -1"),
        (3, b"\0\0", "expected 0 to 2 mines, got 3"),
        (1.5, b"\0\0", "expected a whole number of mines or None, got 1.5"),
    ],
)
def test_refuses_what_no_board_shows(mines, faces, message):
    with pytest.raises(InputError, match=message):
        Position(Geometry.grid(1, 2), mines, faces)


@pytest.mark.parametrize("face", [36, -1, 256, "1", None])
def test_refuses_an_unknown_face(example, face):
    with pytest.raises(InputError, match="expected a known face at r0c1, got"):
        example.with_faces({Cell(0, 1): face})


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
