"""`sapper ledger`: what it shows, checks and saves."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.command import sapper
from tests.support.damage import flip


@pytest.fixture
def ledger(tmp_path: Path) -> str:
    path = str(tmp_path / "ledger")
    for words in (("fast", "--games", "200", "--keep", "outcomes"), ("greedy", "--games", "50")):
        done = sapper("run", *words, "--seed", "1", "--workers", "1", "--ledger", path)
        assert done.returncode == 0, done.stderr
    return path


def test_it_checks_every_chunk(ledger: str) -> None:
    sound = sapper("lab", "ledger", "--check", "--ledger", ledger)
    assert sound.returncode == 0
    assert sound.stdout.endswith("2 runs, 250 games: all sound\n")
    flip(Path(ledger), "sums")
    damaged = sapper("lab", "ledger", "--check", "--ledger", ledger, "--json")
    assert damaged.returncode == 5
    (chunk,) = json.loads(damaged.stdout)["damaged"]
    assert "of run 2 (greedy on 9x9/10 safe (0,0) seed 1)" in chunk
    again = sapper("run", "greedy", "--games", "50", "--seed", "1", "--ledger", ledger)
    assert "are damaged; they are played again" in " ".join(again.stderr.split())
    assert sapper("lab", "ledger", "--check", "--ledger", ledger).returncode == 0


def test_a_report_says_what_it_leaves_out(ledger: str, tmp_path: Path) -> None:
    flip(Path(ledger), "sums")
    done = sapper("lab", "report", "--ledger", ledger, "--json")
    assert done.returncode == 0, done.stderr
    words = " ".join(done.stderr.split())
    assert "of run 2 (greedy on 9x9/10 safe (0,0) seed 1) are damaged and left out" in words
    assert "is reported up to game" in words
    fast, greedy = json.loads(done.stdout)["players"]
    assert fast["games"] == 200
    assert greedy["games"] < 50
