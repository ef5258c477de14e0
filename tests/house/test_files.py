"""Files, errors and processors: written whole or not at all, pickled, counted."""

from __future__ import annotations

import os
import pickle
from pathlib import Path

import pytest

from sapper.board.cell import Cell
from sapper.errors import BudgetExceeded, ContradictionError, InputError, ParseError, SapperError
from sapper.files import write_text
from sapper.processors import available_processors


def test_a_failed_write_keeps_the_old_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot write .*nowhere"):
        write_text(tmp_path / "nowhere" / "page.html", "x")
    path = tmp_path / "page.html"
    path.write_text("old")
    with pytest.raises(InputError, match="cannot write"):
        write_text(path / "below", "x")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text("old and longer")
    write_text(path, "new ✓")
    assert path.read_text(encoding="utf-8") == "new ✓"
    assert list(tmp_path.iterdir()) == [path]


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


def test_only_processors_that_the_process_may_use_are_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0, 3}, raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 8)
    assert available_processors() == 2
