"""Runs of a ledger are watched while others play them; nothing is written."""

from __future__ import annotations

import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from sapper.lab import Ledger, compare, simulate
from sapper.lab.chunk import play_chunk
from sapper.lab.live.live_ledger import MOST_RUNS, LiveLedger, LiveLedgerDocument
from sapper.lab.live.live_run import LOST_SECONDS, STALLED_SECONDS, Call, LiveRunDocument
from sapper.lab.run import Run
from tests.support.early_ledger import ledger_of_form


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.sqlite"


def only_run(found: LiveLedgerDocument) -> LiveRunDocument:
    assert found["error"] is None
    (run,) = found["runs"]
    return run


def wait_for(
    live: LiveLedger, is_there: Callable[[LiveLedgerDocument], bool], seconds: float = 60
) -> LiveLedgerDocument:
    deadline = time.monotonic() + seconds
    while not is_there(found := live.look()):
        assert time.monotonic() < deadline, found
        time.sleep(0.1)
    return found


def test_a_finished_run(path: Path) -> None:
    result = simulate("fast", "9x9/10", games=300, seed=1, workers=1, ledger=path)
    run = only_run(LiveLedger(path).look())
    assert (run["player"], run["board"], run["seed"]) == ("fast", "9x9/10", "1")
    assert (run["games"], run["done"], run["wins"]) == (300, 300, result.wins)
    assert (run["win_rate_low"], run["win_rate_high"]) == (
        result.win_rate.low, result.win_rate.high,
    )  # fmt: skip
    assert run["state"] == "finished"
    assert run["speed"] is None
    assert run["seconds_ago"] is not None


def test_a_run_of_another_process_is_seen_from_begin_to_end(path: Path) -> None:
    live = LiveLedger(path)
    assert "does not exist yet" in str(live.look()["error"])
    words = ["run", "greedy", "--board", "16x30/99", "--games", "1000000", "--seed", "1"]
    command = [sys.executable, "-m", "sapper", *words, "--workers", "1", "--ledger", str(path)]
    player = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        found = wait_for(live, lambda f: any(r["done"] and r["speed"] for r in f["runs"]))
        run = only_run(found)
        assert (run["state"], run["games"]) == ("running", 1_000_000)
        assert 0 < run["done"] < 1_000_000
        more = wait_for(live, lambda f: only_run(f)["done"] > run["done"])
        assert only_run(more)["win_rate"] is not None
        player.send_signal(signal.SIGINT)
        player.wait(30)
        assert only_run(live.look())["state"] == "stopped"
    finally:
        player.kill()
        player.wait(30)


def test_what_is_read_bit_by_bit_is_what_is_there(path: Path) -> None:
    live = LiveLedger(path)
    for games in (50, 51, 200):
        result = simulate("greedy", "5x5/4", games=games, seed=1, workers=1, ledger=path)
        run = only_run(live.look())
        assert (run["done"], run["wins"]) == (games, result.wins)
    with Ledger(path) as ledger:  # games that vanish are noticed
        base = sqlite3.connect(path)
        base.execute("DELETE FROM chunks WHERE begin = 0")
        base.commit()
        base.close()
        (entry,) = ledger.entries()
    assert only_run(live.look())["done"] == entry.games < 200
    (whole,) = LiveLedger(path).look()["runs"]
    (seen,) = live.look()["runs"]
    assert (whole["done"], whole["wins"]) == (seen["done"], seen["wins"])


def test_nothing_is_written(path: Path) -> None:
    simulate("greedy", "5x5/4", games=50, seed=1, workers=1, ledger=path)
    before = sha256(path.read_bytes()).digest()
    live = LiveLedger(path)
    for _ in range(3):
        live.look()
    assert sha256(path.read_bytes()).digest() == before


def test_an_unchanged_ledger_is_not_read_again(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    simulate("greedy", "5x5/4", games=50, seed=1, workers=1, ledger=path)
    live = LiveLedger(path)
    first = only_run(live.look())
    monkeypatch.setattr("sapper.lab.live.live_ledger.WatchedLedger", None)
    assert only_run(live.look())["wins"] == first["wins"]


def test_a_sequential_test_is_shown_with_its_history(path: Path) -> None:
    done = compare(
        "fast", "greedy", board="9x9/10", games=400, seed=2, workers=1, ledger=path, sprt=(-1, 1)
    )
    found = [run["sprt"] for run in LiveLedger(path).look()["runs"] if run["sprt"]]
    (test,) = found
    state = done.contests[0].sprt
    assert state is not None
    assert test is not None
    assert (test["players"], test["verdict"]) == (["fast", "greedy"], state.verdict)
    assert tuple(test["history"][-1]) == state.history[-1]
    assert len(test["history"]) <= 201


def call(**given: object) -> Call:
    values = {"games": 100, "began": 0.0, "seen": 0.0, "chunk_at": None, "speed": None}
    return Call(**{**values, "ended": None, "test": None, **given})  # type: ignore[arg-type]


def test_the_states_of_a_call() -> None:
    now = 1000.0
    alive = {"began": now - 500, "seen": now - 1}
    assert call(**alive, chunk_at=now - 2).state(now) == "running"
    assert call(**alive, chunk_at=now - STALLED_SECONDS - 1).state(now) == "stalled"
    assert call(**alive).state(now) == "stalled"
    assert call(began=now - 1, seen=now - 1).state(now) == "running"
    assert call(seen=now - LOST_SECONDS - 1, chunk_at=now - LOST_SECONDS - 1).state(now) == "lost"
    assert call(ended="stopped").state(now) == "stopped"
    assert call(ended="finished").state(now) == "finished"


def test_a_killed_run_is_lost_and_one_that_hangs_is_stalled(path: Path) -> None:
    simulate("greedy", "5x5/4", games=50, seed=1, workers=1, ledger=path)
    base = sqlite3.connect(path)
    base.execute("UPDATE calls SET ended = NULL, speed = 7")
    base.commit()
    (seen,) = base.execute("SELECT seen FROM calls").fetchone()
    times = iter([seen + 1, seen + 600])
    live = LiveLedger(path, clock=lambda: next(times))
    running = only_run(live.look())
    assert (running["state"], running["speed"]) == ("running", 7)
    lost = only_run(live.look())
    assert (lost["state"], lost["speed"]) == ("lost", None)
    assert lost["note"] == "no sign of life for 10 min: it was killed, or its machine is gone"
    base.execute("UPDATE calls SET seen = ?", (seen + 590,))
    base.commit()
    base.close()
    stalled = only_run(LiveLedger(path, clock=lambda: seen + 600).look())
    assert stalled["state"] == "stalled"
    assert stalled["note"].startswith("no chunk for 10 min")


def test_what_cannot_be_read_is_said_and_recovers(path: Path, tmp_path: Path) -> None:
    live = LiveLedger(path)
    path.mkdir()
    assert live.look()["error"] == "ledger.sqlite is not a ledger: it is no file"
    path.rmdir()
    path.write_text("nothing of ours")
    assert "ledger.sqlite is not a ledger" in str(live.look()["error"])
    path.unlink()
    good = tmp_path / "good"
    simulate("greedy", "5x5/4", games=50, seed=1, workers=1, ledger=good)
    path.write_bytes(good.read_bytes()[:9000])
    damaged = live.look()
    assert "is damaged" in str(damaged["error"])
    assert str(tmp_path) not in str(damaged)
    shutil.copyfile(good, path)
    assert only_run(live.look())["done"] == 50


def test_a_locked_ledger_is_said_and_recovers(path: Path) -> None:
    simulate("greedy", "5x5/4", games=50, seed=1, workers=1, ledger=path)
    live = LiveLedger(path)
    base = sqlite3.connect(path, isolation_level=None)
    base.execute("PRAGMA locking_mode = EXCLUSIVE")
    base.execute("BEGIN EXCLUSIVE")
    base.execute("DELETE FROM calls")
    assert "locked" in str(live.look()["error"])
    base.execute("ROLLBACK")
    base.close()
    assert only_run(live.look())["done"] == 50


def test_a_ledger_of_an_earlier_form_is_read_as_it_is(path: Path) -> None:
    run = Run.of("fast", "9x9/10", seed=3)
    games = play_chunk(run, 0, 40).games
    ledger_of_form(path, run, games, form=2)
    found = only_run(LiveLedger(path).look())
    assert (found["done"], found["wins"]) == (40, int(games.won.sum()))
    assert (found["state"], found["games"], found["seconds_ago"]) == ("stored", None, None)


def test_the_latest_runs_are_shown_and_the_others_counted(path: Path) -> None:
    with Ledger(path) as ledger:
        for seed in range(MOST_RUNS + 3):
            ledger.enter(Run.of("fast", "5x5/4", seed=seed), "1", "x")
    found = LiveLedger(path).look()
    assert (len(found["runs"]), found["left_out"]) == (MOST_RUNS, 3)
    assert found["runs"][0]["seed"] == str(MOST_RUNS + 2)
