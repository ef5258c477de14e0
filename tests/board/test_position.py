"""Position as a value: frozen, hashable, checked."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.board import FLAG, HIDDEN, MINE, QUESTION, Cell, Geometry, Position
from sapper.errors import InputError

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
