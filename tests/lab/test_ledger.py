"""The ledger: chunks are written once, invalid files, several processes, a full disk."""

from __future__ import annotations

import multiprocessing
import sqlite3
from dataclasses import replace
from pathlib import Path
from threading import Thread

import numpy as np
import pytest

from sapper.games.table import COLUMNS, GameTable
from sapper.lab.errors import LedgerError, RunStopped
from sapper.lab.ledger import Ledger, default_ledger
from sapper.lab.ledger.game_columns import columns_of, games_of
from sapper.lab.ledger.stored_chunk import FIGURES, GAMES
from sapper.lab.ledger.tables import SCHEMA
from sapper.lab.run import Run

RUN = Run.of("greedy", "9x9/10", seed=2**64 - 1)


def make_games(begin: int, count: int) -> GameTable:
    """Return games whose figures are derived from their numbers."""
    numbers = range(begin, begin + count)
    few = {"guesses": 2, "fault": 5}
    rows = [{name: i % few.get(name, 10**9) for name in COLUMNS} for i in numbers]
    return GameTable.from_rows(begin, rows, [i / 1e6 for i in numbers if i % 2])


def test_stored_games_are_read_back(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "ledger.sqlite"
    with Ledger(path) as ledger:
        entry = ledger.enter(RUN, "1", "a")
        for begin, count in ((10, 10), (0, 10), (30, 5)):
            ledger.store(entry, make_games(begin, count))
    with Ledger(path) as ledger:
        (entry,) = ledger.entries()
        assert entry.run == RUN
        assert entry.games == 25
        assert ledger.gaps(entry, 50) == [(20, 30), (35, 50)]
        games = ledger.games(entry, 50)
    assert len(games) == 20
    assert games.steps.tolist() == list(range(20))
    assert games.score.tolist() == list(range(20))
    assert games.slowest.tolist() == list(range(20))
    assert games.safeties is not None
    assert games.safeties.tolist() == [i / 1e6 for i in range(1, 20, 2)]


def test_columns_without_a_known_value_take_no_room(tmp_path: Path) -> None:
    nothing = np.full(10, np.nan)
    fault, first = np.zeros(10, np.uint8), np.full(10, -1, np.int32)
    games = replace(make_games(0, 10), score=nothing, fault=fault, first=first)
    with Ledger(tmp_path / "ledger.sqlite") as ledger:
        entry = ledger.enter(RUN, "1", "a")
        ledger.store(entry, games)
        later = replace(make_games(10, 10), score=np.append(nothing[1:], 0.5))
        ledger.store(entry, later)
        read = ledger.games(entry, 20)
    base = sqlite3.connect(tmp_path / "ledger.sqlite")
    rows = base.execute("SELECT score, fault, first, won IS NULL FROM chunks ORDER BY begin")
    first_row, second_row = rows.fetchall()
    base.close()
    assert first_row == (None, None, None, 0)
    assert None not in second_row
    for part, stored in ((read.between(0, 10), games), (read.between(10, 20), later)):
        for name in COLUMNS:
            a, b = getattr(part, name), getattr(stored, name)
            assert np.array_equal(a, b, equal_nan=True), name


@pytest.mark.parametrize(
    ("low", "high", "width"),
    [
        (0, 127, 1), (-128, 0, 1), (0, 128, 2), (-129, 0, 2), (-1, 2**15 - 1, 2),
        (-(2**15), 0, 2), (0, 2**15, 4), (-(2**15) - 1, 0, 4), (-(2**31), 2**31 - 1, 4),
    ],
)  # fmt: skip
def test_whole_numbers_take_the_least_bytes_that_hold_them(low: int, high: int, width: int) -> None:
    games = replace(make_games(0, 3), steps=np.array([low, 5, high], np.int32))
    blobs = columns_of(games)
    assert len(blobs[list(COLUMNS).index("steps")] or b"") == 3 * width
    read = games_of(0, blobs)
    assert read.steps.tolist() == [low, 5, high]
    assert {name: getattr(read, name).dtype.str for name in COLUMNS} == {
        name: np.dtype(dtype).str for name, dtype in COLUMNS.items()
    }


def test_whole_numbers_of_four_bytes_are_read_as_they_were_stored() -> None:
    games = make_games(0, 3)
    stored = [getattr(games, name).astype(dtype).tobytes() for name, dtype in COLUMNS.items()]
    read = games_of(0, [*stored, None])
    assert read.steps.tolist() == games.steps.tolist()


@pytest.mark.parametrize(
    ("name", "size"), [("steps", 0), ("steps", 9), ("steps", 24), ("seconds", 12), ("fault", 6)]
)
def test_a_column_of_another_length_is_refused(name: str, size: int) -> None:
    columns = columns_of(make_games(0, 3))
    columns[list(COLUMNS).index(name)] = bytes(size)
    with pytest.raises(ValueError, match=f"{size} bytes are no column of 3 games"):
        games_of(0, columns)


def test_a_new_ledger_has_figures_before_games_which_readers_need_not_pass(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    with Ledger(path):
        pass
    base = sqlite3.connect(path)
    columns = [row[1] for row in base.execute("PRAGMA table_info(chunks)")]
    base.close()
    first_game = min(columns.index(name) for name in GAMES)
    assert max(columns.index(name) for name in FIGURES) < first_game


def test_what_is_unknown_depends_on_the_column_not_on_the_array() -> None:
    games = replace(make_games(0, 4), guesses=np.zeros(4, np.uint32), won=np.zeros(4, np.uint8))
    read = games_of(0, columns_of(games))
    assert read.guesses.tolist() == [0] * 4
    assert read.won.tolist() == [False] * 4


def test_a_game_is_written_once() -> None:
    ledger = Ledger()
    entry = ledger.enter(RUN, "1", "a")
    for begin, count in ((5, 10), (0, 30), (0, 30), (12, 4), (28, 10)):
        ledger.store(entry, make_games(begin, count))
    assert ledger.games(entry, 100).steps.tolist() == list(range(38))
    assert [e.games for e in ledger.entries()] == [38]
    assert ledger.gaps(entry, 38) == []
    assert ledger.games(entry, 7).safeties is not None
    assert len(ledger.games(entry, 7)) == 7


def test_other_versions_and_identities_are_other_runs() -> None:
    ledger = Ledger()
    entries = [ledger.enter(RUN, *who) for who in (("1", "a"), ("1", "b"), ("2", "a"), ("1", "a"))]
    ledger.store(entries[0], make_games(0, 5))
    assert [e.number for e in entries] == [1, 2, 3, 1]
    assert [e.games for e in ledger.entries()] == [5, 0, 0]


def test_other_files_raise(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("this is no database at all, " * 100)
    other = tmp_path / "other"
    with sqlite3.connect(other) as base:
        base.execute("CREATE TABLE mine (x)")
    base.close()
    folder = tmp_path
    for path in (text, other, folder, text / "below"):
        before = path.read_bytes() if path.is_file() else None
        with pytest.raises(LedgerError, match=r"cannot open the ledger|is not a ledger"):
            Ledger(path)
        assert before is None or path.read_bytes() == before


def test_a_ledger_of_a_later_form_raises(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    Ledger(path).close()
    base = sqlite3.connect(path)
    base.execute("PRAGMA user_version = 99")
    base.close()
    with pytest.raises(LedgerError, match=rf"form 99, .* this version reads forms 1 to {SCHEMA}"):
        Ledger(path)


def test_a_full_disk_loses_no_stored_games(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    with Ledger(path) as ledger:
        entry = ledger.enter(RUN, "1", "a")
        ledger.store(entry, make_games(0, 100))
        pages = ledger._base.execute("PRAGMA page_count").fetchone()[0]
        ledger._base.execute(f"PRAGMA max_page_count = {pages + 2}")
        with pytest.raises(RunStopped, match=r"full; finished games are stored$"):
            ledger.store(entry, make_games(100, 10_000))
    with Ledger(path) as ledger:
        assert len(ledger.games(entry, 10_100)) == 100
        ledger.store(entry, make_games(100, 10_000))
        assert len(ledger.games(entry, 10_100)) == 10_100


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_ledger_that_cannot_be_begun_promises_no_games() -> None:
    with pytest.raises(RunStopped, match=r"could not be written: .* full$"):
        Ledger(Path("/dev/full"))


def _write(path: Path, offset: int) -> None:
    with Ledger(path) as ledger:
        entry = ledger.enter(RUN, "1", "a")
        for begin in range(offset, 2000, 7):
            ledger.store(entry, make_games(begin, 10))


def test_several_processes_at_once(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=_write, args=(path, offset)) for offset in (0, 3, 5)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(60)
        assert writer.exitcode == 0
    with Ledger(path) as ledger:
        (entry,) = ledger.entries()
        assert np.array_equal(ledger.games(entry, 2000).steps, np.arange(2000))
        assert entry.games >= 2000


def test_two_processes_create_the_ledger_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "ledger"
    other = Thread(target=lambda: Ledger(path).close())

    class Slow(sqlite3.Connection):
        """A connection during whose first query another process creates the tables."""

        def execute(self, question: str, *values: object) -> sqlite3.Cursor:  # type: ignore[override]
            if "sqlite_master" in question and other.ident is None:
                monkeypatch.undo()
                other.start()
                other.join(0.5)
            return super().execute(question, *values)  # type: ignore[arg-type]

    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *a, **k: connect(*a, **k, factory=Slow))
    with Ledger(path) as ledger:
        other.join(60)
        assert ledger.entries() == []
    assert not other.is_alive()


def test_a_locked_switch_to_the_write_ahead_log_is_retried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Busy(sqlite3.Connection):
        """A connection whose first switch fails as locked."""

        is_busy = True

        def execute(self, question: str, *values: object) -> sqlite3.Cursor:  # type: ignore[override]
            if self.is_busy and "journal_mode" in question:
                self.is_busy = False
                error = sqlite3.OperationalError("database is locked")
                error.sqlite_errorcode = sqlite3.SQLITE_BUSY
                raise error
            return super().execute(question, *values)  # type: ignore[arg-type]

    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *a, **k: connect(*a, **k, factory=Busy))
    with Ledger(tmp_path / "ledger") as ledger:
        assert ledger.entries() == []


def test_the_default_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_ledger() == tmp_path / "sapper" / "ledger.sqlite"
    monkeypatch.setattr("sys.platform", "darwin")
    assert "Application Support" in str(default_ledger())
