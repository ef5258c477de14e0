"""What `sapper.document` makes of values: plain data that JSON can carry."""

import json
from array import array
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

import sapper
from sapper.board.cell import Cell
from sapper.documents import Digits, document, document_keys, json_text


class Colour(StrEnum):
    RED = "red"


class Pair(NamedTuple):
    left: int
    right: int


@dataclass(frozen=True)
class Plain:
    cell: Cell
    colour: Colour


@dataclass(frozen=True)
class Chosen:
    hidden: int
    cells: frozenset[Cell]

    document_as = ("cells", "size", ("many", "as_digits"))

    @property
    def size(self) -> int:
        return len(self.cells)

    @property
    def as_digits(self) -> Digits:
        return Digits(10**30)


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (None, None),
        (True, True),
        (3, 3),
        (1.5, 1.5),
        (float("nan"), None),
        ("text", "text"),
        (Colour.RED, "red"),
        (Fraction(1, 3), "1/3"),
        (Path("a/b"), "a/b"),
        (Digits(10**30), "1" + 30 * "0"),
        (Cell(1, 2), [1, 2]),
        (Pair(1, 2), {"left": 1, "right": 2}),
        ({Cell(1, 0), Cell(0, 1)}, [[0, 1], [1, 0]]),
        ((1, (2, 3)), [1, [2, 3]]),
        (range(3), [0, 1, 2]),
        ({Colour.RED: Fraction(1, 2)}, {"red": "1/2"}),
        (np.array([[0.5, np.nan]]), [[0.5, None]]),
        (np.int64(7), 7),
        (np.float64(0.25), 0.25),
        (memoryview(array("d", [0.5, float("nan")])), [0.5, None]),
        (sapper.Position.parse("1x2/1:_1"), "1x2/1:_1"),
        (sapper.BoardSpec.parse("expert"), "16x30/99"),
        (Plain(Cell(0, 1), Colour.RED), {"cell": [0, 1], "colour": "red"}),
        (
            Chosen(1, frozenset({Cell(0, 1)})),
            {"cells": [[0, 1]], "size": 1, "many": "1" + 30 * "0"},
        ),
    ],
)
def test_a_value_is_written(value: object, written: object) -> None:
    found = document(value)
    assert found == written
    assert type(found) is type(written)
    assert json.loads(json.dumps(found)) == written


def test_a_value_without_a_document_is_refused() -> None:
    with pytest.raises(TypeError, match="no document can be made of a function"):
        document(test_a_value_without_a_document_is_refused)


def test_the_keys_of_a_class() -> None:
    assert document_keys(Plain) == {"cell": "cell", "colour": "colour"}
    assert document_keys(Chosen) == {"cells": "cells", "size": "size", "many": "as_digits"}
    assert document_keys(Cell) is document_keys(int) is None


def test_json_bears_the_version_first() -> None:
    assert json_text(Pair(1, 2)) == '{"schema": 1, "left": 1, "right": 2}'
