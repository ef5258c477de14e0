"""The bar appears by itself, before anything is done."""

from __future__ import annotations

from io import StringIO
from time import monotonic, sleep

import pytest
from rich.console import Console

from sapper.cli import progress_bar


def test_a_long_wait_for_the_first_part_shows_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = StringIO()
    console = Console(file=shown, force_terminal=True, width=80)
    monkeypatch.setattr(progress_bar, "error_console", lambda: console)
    monkeypatch.setattr(progress_bar, "_PATIENCE", 0.0)
    with progress_bar.show_bar("tasks"):
        end = monotonic() + 30
        while "tasks" not in shown.getvalue() and monotonic() < end:
            sleep(0.01)
    assert "tasks" in shown.getvalue()


def test_no_bar_is_drawn_for_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = StringIO()
    monkeypatch.setattr(progress_bar, "error_console", lambda: Console(file=shown))
    monkeypatch.setattr(progress_bar, "_PATIENCE", 0.0)
    with progress_bar.show_bar("tasks") as report:
        report(1, 2)
    assert shown.getvalue() == ""
