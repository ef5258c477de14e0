"""What texts are taken for: formats, ambiguous characters, claims of the caller."""

import pytest

from sapper.board import Geometry, Position, read_position
from sapper.errors import ParseError

UNKNOWN = "no mine count was given: it was taken for unknown"
MARGIN = "the spaces around the rows were taken for a margin"


@pytest.mark.parametrize(
    ("text", "line", "format_", "notes"),
    [
        (" 1x2/1:1_\n", "1x2/1:1_", "line", []),
        ("\ufeff1x2/1:1_", "1x2/1:1_", "line", []),
        ("grid-1x2/?:1_", "1x2/?:1_", "line", []),
        # a dot beside # _ H is a 0, otherwise it is hidden
        ("#1.", "1x3/?:_10", "pretty", ["'.' was taken for an opened 0 (once)", UNKNOWN]),
        ("_1..", "1x4/?:_100", "pretty", ["'.' was taken for an opened 0 (2 times)", UNKNOWN]),
        ("H1.", "1x3/?:_10", "pretty", ["'.' was taken for an opened 0 (once)",
                                       "'H' was taken for a hidden cell (once)", UNKNOWN]),
        (".1F", "1x3/?:_1F", "pretty", ["'.' was taken for a hidden cell (once)", UNKNOWN]),
        ("0.1", "1x3/?:0_1", "pretty", ["'.' was taken for a hidden cell (once)", UNKNOWN]),
        # spaces: margin, separators, cells
        ("\n    1#1\n    1#1\n  ", "2x3/?:1_1/1_1", "pretty", [MARGIN, UNKNOWN]),
        ("1 # 1\n1 # 1", "2x3/?:1_1/1_1", "pretty", [UNKNOWN]),
        ("  1 # 1\n  1 # 1\n", "2x3/?:1_1/1_1", "pretty", [UNKNOWN]),
        ("1\t#\n1\t#", "2x2/?:1_/1_", "pretty", [UNKNOWN]),
        ("1 #  \n1 # 1", "2x3/?:1_0/1_1", "pretty",
         ["' ' was taken for an opened 0 (once)", UNKNOWN]),
        ("#1 \n#1 \n11 \n   ", "4x3/?:_10/_10/110/000", "pretty",
         ["' ' was taken for an opened 0 (6 times)", UNKNOWN]),
        ("   \n1##", "2x3/?:000/1__", "pretty",
         ["' ' was taken for an opened 0 (3 times)", UNKNOWN]),
        (" 1#\n1##", "2x3/?:01_/1__", "pretty", ["' ' was taken for an opened 0 (once)", UNKNOWN]),
        # marks and letters
        ("#?Q*XF", "1x6/?:_QQXXF", "pretty", ["'?' was taken for a question mark (once)",
                                            "'*' was taken for a mine that is shown (once)",
                                            UNKNOWN]),
        # first lines
        ("mines 2\n#1\n##", "2x2/2:_1/__", "pretty", []),
        ("Mines: 2\r\n#1\r\n##\r\n", "2x2/2:_1/__", "pretty", []),
        ("mines = ?\n#1", "1x2/?:_1", "pretty", []),
        ("2x2/1\n#1\n11", "2x2/1:_1/11", "pretty", []),
        ("hex-2x2/1\n# 1\n 1 1", "hex-2x2/1:_1/11", "pretty", []),
        ("torus-2x2/?\n#1\n11", "torus-2x2/?:_1/11", "pretty", []),
        ("mines 1\n-1 1", "1x2/1:_1", "matrix", []),
        ("2x1/1\n[[-1],\n [1]]", "2x1/1:_/1", "matrix", []),
        # a header with a size makes spaced digits a block, where 9 is a number
        ("1 9", "1x2/?:1F", "matrix", ["9 was taken for a flag (once)", UNKNOWN]),
        ("10 999 -2", "1x3/?:Q_X", "matrix",
         ["10 was taken for a question mark (once)", "999 was taken for a covered cell (once)",
          "-2 was taken for a shown mine (once)", UNKNOWN]),
        ("12\n10", "2x2/?:12/10", "pretty", [UNKNOWN]),
        ('{"rows": 1, "columns": 2, "cells": ["_1"]}', "1x2/?:_1", "json", []),
    ],
)  # fmt: skip
def test_a_text_is_taken_for(text, line, format_, notes):
    reading = read_position(text)
    assert (str(reading.position), reading.format) == (line, format_)
    assert list(reading.notes) == notes


@pytest.mark.parametrize(
    ("text", "mines", "line"),
    [
        ("1x2/?:_1", 1, "1x2/1:_1"),
        ("1x2/1:_1", 1, "1x2/1:_1"),
        ("#1", 2, "1x2/2:_1"),
        ("mines ?\n#1", 2, "1x2/2:_1"),
        ("mines 2\n#1", 2, "1x2/2:_1"),
        ("[[-1, 1]]", 0, "1x2/0:_1"),
        ('{"rows": 1, "columns": 2, "mines": null, "cells": ["_1"]}', 1, "1x2/1:_1"),
    ],
)
def test_the_caller_may_tell_the_mines(text, mines, line):
    assert str(Position.parse(text, mines)) == line
    assert UNKNOWN not in read_position(text, mines).notes


@pytest.mark.parametrize(
    "text",
    [
        "1x2/1:_1",
        "mines 1\n#1",
        "1x2/1\n#1",
        "1x2/1\n-1 1",
        '{"rows": 1, "columns": 2, "mines": 1, "cells": ["_1"]}',
    ],
)
def test_the_caller_may_not_tell_other_mines(text):
    with pytest.raises(ParseError, match="expected 2 mines as the caller says, got 1 in the text"):
        read_position(text, 2)


@pytest.mark.parametrize("text", ["#1\n11", "-1 1\n1 1"])
def test_the_caller_may_tell_the_shape(text):
    geometry = Geometry.torus(2, 2)
    assert read_position(text, geometry=geometry).position.geometry is geometry


@pytest.mark.parametrize("text", ["2x2/1:_1/11", "hex-2x2/1:_1/11", "2x2/1\n#1\n11", "2x1/1:_/1"])
def test_the_caller_may_not_tell_another_shape(text):
    with pytest.raises(ParseError, match="expected torus-2x2 as the given geometry says, got "):
        read_position(text, geometry=Geometry.torus(2, 2))
