"""The ledger: chunks are written once, invalid files, several processes, a full disk."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from sapper.lab.errors import LedgerError, RunStopped
from sapper.lab.ledger import Ledger
from sapper.lab.ledger.codec import FIGURES, GAMES, decode_chunk, encode_chunk
from tests.support.stored_games import known_run, make_games, read_games

RUN = known_run()


def test_stored_games_are_read_back(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "ledger.sqlite"
    with Ledger(path) as ledger:
        run = ledger.enter(RUN)
        for begin, count in ((10, 10), (0, 10), (30, 5)):
            ledger.store(run, make_games(begin, count))
    with Ledger(path) as ledger:
        (run,) = ledger.runs()
        assert run == RUN
        assert run.identity == RUN.identity
        assert ledger.count(run) == 25
        assert [chunk.begin for chunk in ledger.chunks(run)] == [0, 10, 30]
        games = ledger.chunk(run, 10).table
    assert games is not None
    for name in ("steps", "score", "slowest"):
        assert getattr(games, name).tolist() == list(range(10, 20)), name
    assert games.safeties is not None
    assert games.safeties.tolist() == [i / 1e6 for i in range(11, 20, 2)]


@pytest.mark.parametrize("place", range(len(FIGURES) + len(GAMES)))
def test_whatever_changes_in_a_row_is_noticed(place: int) -> None:
    row = encode_chunk("key", make_games(0, 3), 1.5)
    assert decode_chunk("another key", row) is None
    value = row[place]
    row[place] = value + 1 if not isinstance(value, bytes) else bytes([value[0] ^ 1]) + value[1:]
    assert decode_chunk("key", row) is None
    row[place] = None
    assert decode_chunk("key", row) is None


def test_a_game_is_written_once(tmp_path: Path) -> None:
    with Ledger(tmp_path / "ledger") as ledger:
        run = ledger.enter(RUN)
        for begin, count in ((5, 10), (0, 30), (0, 30), (12, 4), (28, 10)):
            ledger.store(run, make_games(begin, count))
        assert read_games(ledger, run).steps.tolist() == list(range(38))
        assert ledger.count(run) == 38


def test_a_player_that_agrees_continues_its_run(tmp_path: Path) -> None:
    """Fingerprints are of as many games as time allowed: those that both have decide."""
    longer = known_run(play=b"abcd" * 9)
    players = [
        known_run(), longer, known_run("file b"), known_run(play=b"abcd" * 3 + b"efgh"),
        known_run(play=b"abcd" * 8 + b"efgh"), known_run(play=b"abcd" * 6),
    ]  # fmt: skip
    with Ledger(tmp_path / "ledger") as ledger:
        entered = [ledger.enter(player) for player in players]
        assert [run.number for run in entered] == [1, 1, 2, 3, 4, 1]
        assert ledger.runs()[0].identity == longer.identity
        assert [run.number for run in ledger.others(entered[0])] == [2, 3, 4]


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


@pytest.mark.parametrize("form", [0, 8])
def test_a_ledger_of_another_form_raises(tmp_path: Path, form: int) -> None:
    path = tmp_path / "ledger"
    Ledger(path).close()
    base = sqlite3.connect(path)
    base.execute(f"PRAGMA user_version = {form}")
    base.close()
    for read_only in (False, True):
        with pytest.raises(LedgerError, match=f"has form {form}, .* reads form 2 only"):
            Ledger(path, read_only=read_only)


def test_a_full_disk_loses_no_read_games(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    with Ledger(path) as ledger:
        run = ledger.enter(RUN)
        ledger.store(run, make_games(0, 100))
        pages = ledger._base.execute("PRAGMA page_count").fetchone()[0]
        ledger._base.execute(f"PRAGMA max_page_count = {pages + 2}")
        with pytest.raises(RunStopped, match=r"full; finished games are stored$"):
            ledger.store(run, make_games(100, 10_000))
    with Ledger(path) as ledger:
        assert ledger.count(run) == 100
        ledger.store(run, make_games(100, 10_000))
        assert ledger.count(run) == 10_100
