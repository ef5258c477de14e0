"""Every format is read back to what was written."""

import json
import re

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sapper.board import FLAG, HIDDEN, MINE, QUESTION, Geometry, Position, read_position
from sapper.board.formats.emoji import format_emoji
from sapper.board.inputs import position_of

POSITIONS = st.from_type(Position)


def geometry_for(position):
    """Return what a text cannot tell by itself: the neighbours of a graph."""
    return position.geometry if position.geometry.shape == "graph" else None


def within(position, faces):
    """Return the position with all faces that a format cannot tell hidden."""
    kept = bytes(face if face in faces else HIDDEN for face in position.faces)
    return Position(position.geometry, position.mines, kept)


@given(POSITIONS)
def test_canonical_line(position):
    reading = read_position(str(position), geometry=geometry_for(position))
    assert reading.position == position
    assert reading.format == "line"
    assert reading.notes == ()


@given(POSITIONS)
def test_canonical_line_needs_no_escape_in_a_fragment(position):
    assert re.fullmatch(r"[0-9A-Za-z_/:?-]+", str(position))


@given(POSITIONS)
def test_pretty(position):
    reading = read_position(position.pretty(), geometry=geometry_for(position))
    assert reading.position == position
    assert reading.format == "pretty"


def test_pretty_looks_like_the_board():
    grid, hexagons = Position.parse("2x3/2:1_F/0QX"), Position.parse("hex-3x2/?:12/30/45")
    assert grid.pretty() == "2x3/2\n1 # F\n. ? *"
    assert hexagons.pretty() == "hex-3x2/?\n1 2\n 3 0\n4 5"


@given(POSITIONS)
def test_json_stands_alone(position):
    assert read_position(position.to_json()).position == position
    document = json.loads(position.to_json())
    assert read_position(json.dumps(document, indent=2)).format == "json"
    assert position_of(document) == position


@given(POSITIONS)
def test_matrix(position):
    position = within(position, {*range(9), HIDDEN, FLAG, QUESTION, MINE})
    matrix, geometry, mines = position.matrix(), position.geometry, position.mines
    assert matrix.shape == (position.rows, position.columns)
    assert Position.from_matrix(matrix, mines, geometry=geometry) == position
    assert Position.from_matrix(matrix.tolist(), mines, geometry=geometry) == position
    for text in (str(matrix.tolist()), np.array2string(matrix, threshold=10**6)):
        assert read_position(text, mines, geometry).position == position


def test_matrix_has_the_papers_integers():
    assert Position.parse("1x6/2:08_FQX").matrix().tolist() == [[0, 8, -1, 9, 10, -2]]


@given(POSITIONS, st.sampled_from([" ", ",", ", ", "\t"]))
def test_matrix_in_plain_rows(position, separator):
    position = within(position, {*range(9), HIDDEN, FLAG, QUESTION, MINE})
    assume(position.columns > 1)  # a single digit alone is not told from a block, nor need it be
    text = "\n".join(separator.join(map(str, row)) for row in position.matrix().tolist())
    reading = read_position(text, position.mines, position.geometry)
    assert reading.position == position
    assert reading.format == "matrix"


@given(POSITIONS)
def test_emoji(position):
    position = within(position, {*range(10), HIDDEN, FLAG, QUESTION, MINE})
    reading = read_position(format_emoji(position), position.mines, position.geometry)
    assert reading.position == position
    assert reading.format == "emoji"


@pytest.mark.parametrize("write", [str, Position.pretty, Position.to_json,
                                   lambda p: str(p.matrix().tolist())])  # fmt: skip
def test_a_million_cells_are_read_and_written(write):
    faces = bytes([0, 1, 2, HIDDEN, FLAG] * 200_000)
    position = Position(Geometry.grid(1000, 1000), 150_000, faces)
    assert Position.parse(write(position), 150_000) == position
