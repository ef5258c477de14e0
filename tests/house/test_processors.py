"""How many processors there are to work with."""

from __future__ import annotations

import os

import pytest

from sapper.processors import available_processors


def test_only_processors_that_the_process_may_use_are_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0, 3}, raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 8)
    assert available_processors() == 2
