"""Every bad text gets a ParseError that says expected, got and where."""

import json
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sapper.board import HIDDEN, Geometry, Position, read_position
from sapper.board.geometry import SHAPES
from sapper.board.inputs import position_of
from sapper.errors import InputError, ParseError

CANONICAL = "expected 0-9, a-z (10-35), _ (hidden), F (flag), Q (question mark) or X (mine)"
OBJECT = "expected a JSON object of rows, columns and cells (also shape, mines, neighbours), got "
MATRIX = "expected 0-8, -1 or 999 (covered), 9 (flag), 10 (question mark) or -2 (mine)"
SHAPE_NAMES = ", ".join([*SHAPES, "graph"])
HEADER = "expected a header such as 16x30/99 (rows x columns / mines), got "

BAD = {
    "": "expected a position, got an empty text",
    # the canonical line
    "4x4/2": "expected ':' and rows behind it, as in 3x3/2:01_/12_/___, got '4x4/2'",
    "4x4:____": HEADER + "'4x4'",
    "4x-4/2:____": HEADER + "'4x-4/2'",
    "٤x4/2:____": HEADER + "'٤x4/2'",
    "ring-2x2/1:__/__": f"expected the shape {SHAPE_NAMES}, got 'ring'",
    "2x2/1:__": "expected 2 rows, got 1",
    "2x2/1:__/_": "expected 2 cells in row 1, got 1: '_'",
    "2x2/1:__/_.": CANONICAL + " at row 1, column 1, got '.'",
    "2x2/1:__/\n_": CANONICAL + " at row 1, column 0, got '\\n'",
    "2x2/1:_\ud800/__": CANONICAL + " at row 0, column 1, got '\\ud800'",
    "2x2/5:__/__": "expected 0 to 4 mines on 2x2 cells, got 5",
    "0x3/0:": "expected 1 to 4000000 cells, got 0x3",
    "99999999x99999999/9:_": "expected 1 to 4000000 cells, got 99999999x99999999",
    "9" * 5000 + "x1/1:_": "expected a number of rows below 1000000000, got "
    "'999999999999999999999...'",
    "graph-1x2/1:__": "a graph needs geometry=, because the text does not contain its neighbours",
    # blocks
    "#1\n1": "expected 2 cells in row 1, got 1: '1'",
    "# 1\n# 1 1": "expected 2 cells in row 1, got 3: '#11'",
    "#1\n1%": "expected 0-9, a-z, # _ H . (hidden), . or space (opened 0), F (flag), "
    "? Q (question), * X (mine) at row 1, column 1, got '%'",
    "mines 3": "expected rows of cells, got none",
    "2x2/z\n#1\n1": HEADER + "'2x2/z'",
    # matrices
    "[[1, -1], [0]]": "expected 2 cells in row 1, got 1: '0'",
    "[[1, -1], [0, 12]]": MATRIX + " at row 1, column 1, got '12'",
    "[[1, -1], [0, 1.5]]": MATRIX + " at row 1, column 1, got '1.5'",
    "1 -1\n1 --1": MATRIX + " at row 1, column 1, got '--1'",
    "[1, -1]": "expected rows such as [[1, -1], [0, 1]], got '[1, -1]'",
    "[[]]": "expected 1 to 4000000 cells, got 1x0",
    "[" * 100_000: "expected rows such as [[1, -1], [0, 1]], got '[[[[[[[[[[[[[[[[[[[[[...'",
    # JSON
    "{": "expected JSON of a position, got '' "
    "(Expecting property name enclosed in double quotes: line 1 column 2 (char 1))",
    "{}": OBJECT + "'{}'",
    '{"rows":1,"columns":1,"cells":["_"],"mimes":1}': OBJECT + "\"['mimes']\"",
    '{"rows":"1","columns":1,"cells":["_"]}': "expected a whole number in 'rows', got \"'1'\"",
    '{"rows":1,"columns":1,"mines":1.0,"cells":["_"]}': "expected a whole number in 'mines', "
    "got '1.0'",
    '{"rows":1,"columns":1,"cells":"_"}': "expected a list of strings in 'cells', got \"'_'\"",
    '{"rows":1,"columns":2,"cells":["_"]}': "expected 2 cells in row 0, got 1: '_'",
    '{"rows":1,"columns":1,"mines":-1,"cells":["_"]}': "expected 0 to 1 mines on 1x1 cells, got -1",
    '{"rows":1,"columns":1,"cells":["_"],"shape":[]}': "expected the shape "
    f"{SHAPE_NAMES}, got '[]'",
    '{"rows":1,"columns":1,"cells":["_"],"neighbours":[[]]}': "expected 'neighbours' only with "
    "shape 'graph', got 'grid'",
    '{"rows":1,"columns":2,"cells":["__"],"shape":"graph","neighbours":[[1],[]]}': "expected a "
    "symmetric list: 0 has 1 but 1 lacks 0 in 'neighbours'",
    '{"rows":1,"columns":2,"cells":["__"],"shape":"graph","neighbours":[1,2]}': "expected a list "
    "of lists in 'neighbours', got '[1, 2]'",
}


def read_or_message(text, mines=None):
    try:
        return read_position(text, mines)
    except ParseError as error:
        return str(error)


@pytest.mark.parametrize(("text", "message"), BAD.items(), ids=[repr(text[:40]) for text in BAD])
def test_a_bad_text_says_expected_got_and_where(text, message):
    with pytest.raises(ParseError) as caught:
        Position.parse(text)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    "text",
    [
        "mines" + " " * 200_000 + "z",
        "1 " * 200_000 + "#",
        "1x" * 200_000,
        '{"a":' * 100_000,
        '{"rows": ' + "9" * 5000,
        "\n" * 1_000_000 + "#",
        "#\n" * 100_000 + "%",
        "-" * 100_000,
    ],
    ids=lambda text: repr(text[:12]),
)
def test_an_adversarial_text_takes_no_time(text):
    outcome = read_or_message(text)  # what is not linear takes minutes: the test would time out
    assert not isinstance(outcome, str) or len(outcome) < 300


FRAGMENTS = st.sampled_from(
    ["4x4/2", "2x2/1:", "hex-", "graph-1x1/0:", "mines 3", "3x2x1", "\n", " ", "/", ":", "[", "[[",
     "]", "]]", ",", "-1", "999", "{", "}", '"rows"', '"cells"', "#", ".", "_", "*", "?", "F", "0",
     "1", "9", "z", "é", "\r\n", "\t", "\0", "\ud800", "x"]
)  # fmt: skip


@given(st.text() | st.lists(FRAGMENTS, max_size=14).map("".join), st.none() | st.integers(-2, 20))
@example("1x1/0\n,", None)
@example("mines 1\n[", None)
@example("graph-1x1/0:0", None)
def test_garbage_is_read_or_gets_a_parse_error(text, mines):
    outcome = read_or_message(text, mines)
    if isinstance(outcome, str):
        assert re.match(r"expected .* got |a graph needs geometry=", outcome, re.DOTALL)
    else:
        assert Position.parse(str(outcome.position)) == outcome.position


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
)
KEYS = ["rows", "columns", "mines", "cells", "shape", "neighbours"]


@given(st.dictionaries(st.sampled_from(KEYS), st.integers(0, 2) | JSON, max_size=6))
@example({"rows": 1, "columns": 1, "cells": ["_"], "shape": "graph", "neighbours": [[None]]})
@example({"rows": 1, "columns": 1, "cells": ["_"], "shape": "graph", "neighbours": [[{}]]})
def test_garbage_in_json_gets_a_parse_error(document):
    with pytest.raises(ParseError, match=r"expected .* got "):
        Position.parse(json.dumps(document))
    with pytest.raises(ParseError):
        position_of(document)


def test_a_matrix_tells_no_number_above_eight():
    position = Position(Geometry.grid(1, 2), 0, bytes([HIDDEN, 9]))
    with pytest.raises(InputError, match="expected numbers 0 to 8 for a matrix, got 9 at r0c1"):
        position.matrix()


def test_other_neighbours_than_the_given_are_an_error():
    path = Position.hidden(Geometry.graph([[1], [0, 2], [1]]), 1)
    with pytest.raises(ParseError, match="expected the neighbours of the given"):
        Position.parse(path.to_json(), geometry=Geometry.graph([[1, 2], [0], [0]]))


@pytest.mark.parametrize(
    ("text", "most", "sign", "row", "column"),
    [
        ("3x3/2:01_/12x/___", 8, "x", 1, 2),
        ("torus-3x3/2:01_/129/___", 8, "9", 1, 2),
        ("hex-3x3/2:01_/127/___", 6, "7", 1, 2),
        ("hello", 8, "h", 0, 0),
        ('{"rows": 1, "columns": 2, "cells": ["_a"]}', 8, "a", 0, 1),
    ],
)
def test_a_number_that_no_cell_can_show_is_refused(text, most, sign, row, column):
    message = rf"above {most} at row {row}, column {column}, got '{sign}'; boards are read from"
    with pytest.raises(ParseError, match=message) as error:
        Position.parse(text)
    assert error.value.where == {"row": row, "column": column}
