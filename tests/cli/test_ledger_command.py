"""`sapper ledger`: what it shows, checks and saves."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.support.command import sapper
from tests.support.damage import flip
from tests.support.old_ledger import old_ledger
from tests.support.wrong_worker import ledger_with_wrong_worker


@pytest.fixture
def ledger(tmp_path: Path) -> str:
    path = str(tmp_path / "ledger")
    for words in (("fast", "--games", "200", "--keep", "outcomes"), ("greedy", "--games", "50")):
        done = sapper("run", *words, "--seed", "1", "--workers", "1", "--ledger", path)
        assert done.returncode == 0, done.stderr
    return path


def test_it_shows_what_is_kept_and_where_it_was_played(ledger: str) -> None:
    done = sapper("ledger", "show", "--ledger", ledger, "--json")
    document = json.loads(done.stdout)
    fast, greedy = document["runs"]
    assert (fast["games"], fast["keep"]) == (200, "outcomes")
    assert (greedy["games"], greedy["keep"]) == (50, "games")
    (origin,) = fast["origins"]
    assert origin["games"] == 200
    assert origin["origin"]["command"].startswith("sapper run fast --games 200 --keep outcomes")
    assert origin["origin"]["cores"] >= 1
    one = sapper("ledger", "show", "2", "--ledger", ledger)
    assert "greedy" in one.stdout
    assert "fast" not in one.stdout
    assert "by: sapper run greedy --games 50" in " ".join(one.stdout.split())
    none = sapper("ledger", "show", "7", "--ledger", ledger)
    assert (none.returncode, none.stderr) == (2, "sapper: there is no run 7 in the ledger\n")


def test_it_checks_every_chunk(ledger: str) -> None:
    sound = sapper("ledger", "check", "--ledger", ledger)
    assert sound.returncode == 0
    assert sound.stdout.endswith("2 runs, 250 games: all sound\n")
    flip(Path(ledger), "sums")
    damaged = sapper("ledger", "check", "--ledger", ledger, "--json")
    assert damaged.returncode == 5
    (chunk,) = json.loads(damaged.stdout)["damaged"]
    assert "of run 2 (greedy on 9x9/10 safe (0,0) seed 1)" in chunk
    again = sapper("run", "greedy", "--games", "50", "--seed", "1", "--ledger", ledger)
    assert "are damaged; they are played again" in " ".join(again.stderr.split())
    assert sapper("ledger", "check", "--ledger", ledger).returncode == 0


def test_a_report_says_what_it_leaves_out(ledger: str, tmp_path: Path) -> None:
    flip(Path(ledger), "sums")
    done = sapper("report", "--ledger", ledger, "--json")
    assert done.returncode == 0, done.stderr
    words = " ".join(done.stderr.split())
    assert "of run 2 (greedy on 9x9/10 safe (0,0) seed 1) are damaged and left out" in words
    assert "is reported up to game" in words
    fast, greedy = json.loads(done.stdout)["players"]
    assert fast["games"] == 200
    assert greedy["games"] < 50


def test_it_saves_a_truncated_ledger(ledger: str, tmp_path: Path) -> None:
    path = Path(ledger)
    path.write_bytes(path.read_bytes()[:-8192])
    broken = sapper("ledger", "show", "--ledger", ledger)
    assert broken.returncode == 2
    assert "is damaged" in broken.stderr
    assert "sapper ledger recover" in " ".join(broken.stderr.split())
    new = str(tmp_path / "new")
    saved = sapper("ledger", "recover", ledger, new)
    assert saved.returncode == 0, saved.stderr
    assert "games of" in saved.stdout
    assert sapper("ledger", "check", "--ledger", new).returncode == 0


def test_what_is_kept_must_be_known(tmp_path: Path) -> None:
    done = sapper("run", "fast", "--keep", "all", "--ledger", str(tmp_path / "ledger"))
    assert done.returncode == 2
    assert "expected to keep games, outcomes or summary, got 'all'" in done.stderr


def test_a_worker_that_differs_is_named_and_played_again(tmp_path: Path) -> None:
    path = str(ledger_with_wrong_worker(tmp_path / "wrong"))
    shown = sapper("ledger", "show", "--ledger", path)
    assert shown.returncode == 0
    said = " ".join(shown.stdout.split())
    assert "worker B (process 2 on bad) won " in said
    assert "alarm: worker B won " in said
    check = sapper("ledger", "check", "--ledger", path, "--replay", "40", "--workers", "1")
    assert check.returncode == 5
    said = " ".join(check.stdout.split())
    assert "(worker B is process 2 on bad)" in said
    assert f"`sapper ledger check --replay 200 --ledger {path}` tells which" in said
    assert "worker A (process 1 on good): 40 games played again, all equal" in said
    assert re.search(r"worker B \(process 2 on bad\): \d+ games played again, game \d+ was", said)
    report = sapper("report", "--ledger", path, "-o", "-")
    assert f"`sapper ledger check --replay 200 --ledger {path}` plays" in " ".join(
        report.stderr.split()
    )
    assert "sapper ledger check --replay 200 --ledger FILE" in report.stdout
    words = ("ledger", "check", "--ledger", path, "--replay", "40", "--workers", "1", "--json")
    found = json.loads(sapper(*words).stdout)
    assert [one["alarm"]["letter"] for one in found["alarms"]] == ["B"]
    assert [one["difference"] is None for one in found["replayed"]] == [True, False, True]


def test_games_of_another_identity_are_not_played_again(tmp_path: Path) -> None:
    path = str(old_ledger(tmp_path / "old"))
    check = sapper("ledger", "check", "--ledger", path, "--replay", "40", "--workers", "1")
    assert check.returncode == 0
    assert "run 1 is not played again: it has identity of old" in " ".join(check.stderr.split())
