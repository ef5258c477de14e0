"""Errors survive pickling with their message, fields and notes."""

from __future__ import annotations

import pickle

import pytest

from sapper.board.cell import Cell
from sapper.errors import BudgetExceeded, ContradictionError, InputError, ParseError, SapperError


@pytest.mark.parametrize(
    "error",
    [
        InputError("expected 1, got 2"),
        ParseError("expected a digit, got 'x'", row=1, column=2),
        ContradictionError("no layout", cells=frozenset({Cell(1, 2)}), is_mine_count=True),
        BudgetExceeded("too much", states=7, milliseconds=1.5),
    ],
)
def test_an_error_survives_a_round_trip(error: SapperError) -> None:
    error.add_note("in game 3")
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)
    assert again.__notes__ == ["in game 3"]
