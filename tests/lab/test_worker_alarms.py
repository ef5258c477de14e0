"""A worker whose win rate differs from the others' is an alarm, and chance hardly ever is."""

from __future__ import annotations

import sqlite3
from math import comb
from pathlib import Path

import numpy as np
import pytest

from sapper.lab import Ledger, simulate
from sapper.lab.chunk import play_chunk
from sapper.lab.identity import Worker, identity_of, sapper_version
from sapper.lab.ledger.recovery import recover
from sapper.lab.replay import replay_workers
from sapper.lab.run import Run
from sapper.lab.workers import worker_pool
from sapper.lab.workers.alarms import LEVEL, Tally, alarms_of, fisher, letters, tallies_of
from tests.support.wrong_worker import ledger_with_wrong_worker


def tails(own: Tally, others: Tally) -> float:
    """The same p-value by integers."""
    games, wins = own.games + others.games, own.wins + others.wins
    ways = [comb(wins, k) * comb(games - wins, own.games - k) for k in range(own.games + 1)]
    fewest = min(sum(ways[: own.wins + 1]), sum(ways[own.wins :]))
    return min(1.0, 2 * fewest / comb(games, own.games))


@pytest.mark.parametrize("seed", range(40))
def test_the_p_value_is_the_exact_one(seed: int) -> None:
    random = np.random.default_rng(seed)
    games = random.integers(1, 400, 2)
    wins = [int(random.integers(0, n + 1)) for n in games]
    own, others = (Tally(int(n), w) for n, w in zip(games, wins, strict=True))
    assert fisher(own, others) == pytest.approx(tails(own, others), rel=1e-9)


def test_the_p_value_at_the_ends() -> None:
    assert fisher(Tally(10, 10), Tally(30, 30)) == 1
    assert fisher(Tally(10, 0), Tally(30, 0)) == 1
    assert fisher(Tally(1, 0), Tally(1, 1)) == 1
    assert fisher(Tally(10**6, 0), Tally(10**6, 10**6)) == 0


def test_large_numbers_are_as_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    own, others = Tally(40_000, 36_310), Tally(120_000, 108_300)
    exact = fisher(own, others)
    assert exact == pytest.approx(0.002031033175958157, rel=1e-6)  # by the hypergeometric tails
    monkeypatch.setattr("sapper.lab.workers.alarms._MOST_EXACT", 100)
    assert fisher(own, others) == pytest.approx(exact, rel=0.02)


def test_letters() -> None:
    assert [letters(n) for n in (0, 1, 25, 26, 27, 51, 52, 701, 702)] == (
        ["A", "B", "Z", "AA", "AB", "AZ", "BA", "ZZ", "AAA"]
    )


@pytest.mark.parametrize("machines", [1, 4])
def test_chance_raises_no_more_alarms_than_the_level(
    machines: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At a level of 5 %, of 600 runs without any fault; three standard errors are allowed."""
    monkeypatch.setattr("sapper.lab.workers.alarms.LEVEL", 0.05)
    random = np.random.default_rng(20261117)
    found = 0
    for _ in range(600):
        tallies = {}
        for number in range(8):
            games = int(random.integers(40, 300))
            worker = Worker(f"machine {number % machines}", number)
            tallies[worker] = Tally(games, int(random.binomial(games, 0.9)))
        found += bool(alarms_of(tallies))
    assert 0 < found <= 600 * 0.05 + 3 * (600 * 0.05 * 0.95) ** 0.5


def test_a_bad_worker_does_not_accuse_the_good_ones() -> None:
    tallies = {Worker("host", n): Tally(2000, 1838 + n) for n in range(6)}
    assert alarms_of(tallies) == []
    tallies[Worker("host", 1)] = Tally(2000, 1562)
    (alarm,) = alarms_of(tallies)
    assert (alarm.kind, alarm.letter, alarm.name) == ("worker", "B", "process 1 on host")
    assert alarm.p < LEVEL
    assert str(alarm) == (
        "worker B won 78.1 % of 2,000 games, the others 92.0 % of 10,000: p < 0.001"
    )
    assert "host" not in str(alarm.to_dict())


def test_a_bad_machine_is_found_though_none_of_its_workers_is() -> None:
    tallies = {Worker("good", n): Tally(100, 92) for n in range(20)}
    tallies |= {Worker("bad", n): Tally(100, 82) for n in range(10)}
    (alarm,) = alarms_of(tallies)
    assert (alarm.kind, alarm.letter, alarm.name) == ("machine", "B", "bad")


def test_workers_of_a_run_are_stored_and_agree(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    simulate("greedy", "5x5/4", games=120, seed=1, workers=2, ledger=path)
    simulate("greedy", "5x5/4", games=240, seed=1, workers=1, ledger=path)
    with Ledger(path) as ledger:
        (entry,) = ledger.entries()
        tallies = tallies_of(ledger, entry)
        assert 2 <= len(tallies) <= 3
        assert sum(tally.games for tally in tallies.values()) == 240
        assert alarms_of(tallies) == []


@pytest.mark.parametrize("keep", ["games", "outcomes", "summary"])
def test_a_worker_that_plays_differently_is_named_and_its_games_differ(
    tmp_path: Path, keep: str
) -> None:
    path = ledger_with_wrong_worker(tmp_path / "ledger", keep)
    with Ledger(path, read_only=True) as ledger, worker_pool(1) as pool:
        (entry,) = ledger.entries()
        (alarm,) = alarms_of(tallies_of(ledger, entry))
        assert (alarm.letter, alarm.name) == ("B", "process 2 on bad")
        checked = replay_workers(ledger, entry, entry.run, 60, 7, pool)
    assert [each.letter for each in checked] == ["A", "B", "C"]
    assert [each.difference is None for each in checked] == [True, False, True]
    assert checked[0].games >= 60
    assert " now " in str(checked[1].difference)


def test_chunks_of_unknown_workers_raise_no_alarm_but_are_played_again(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    run = Run.of("greedy", "5x5/4", seed=3)
    with Ledger(path) as ledger, worker_pool(1) as pool:
        entry = ledger.enter(run, sapper_version(), identity_of(run))
        ledger.store(entry, play_chunk(run, 0, 30).games)
        assert tallies_of(ledger, entry) == {}
        (checked,) = replay_workers(ledger, entry, run, 30, 0, pool)
    assert (checked.letter, checked.games, checked.difference) == (None, 30, None)


def test_a_worker_is_one_row_for_all_processes(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    run, worker = Run.of("greedy", "5x5/4", seed=3), Worker("host", 7)
    for begin in (0, 10):
        with Ledger(path) as ledger:
            entry = ledger.enter(run, sapper_version(), identity_of(run))
            ledger.store(entry, play_chunk(run, begin, 10).games, worker=worker)
            assert ledger.workers(entry)[begin] == worker
    base = sqlite3.connect(path)
    assert base.execute("SELECT machine, process FROM workers").fetchall() == [("host", 7)]
    base.close()


def test_a_recovered_ledger_names_the_same_workers(tmp_path: Path) -> None:
    path = ledger_with_wrong_worker(tmp_path / "ledger", "summary")
    recover(path, tmp_path / "new")
    tallies = []
    for each in (path, tmp_path / "new"):
        with Ledger(each, read_only=True) as ledger:
            tallies.append(list(tallies_of(ledger, ledger.entries()[0]).items()))
    assert tallies[0] == tallies[1]
    assert len(tallies[0]) == 3
