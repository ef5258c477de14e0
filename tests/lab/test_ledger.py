"""The ledger: written once, shared by processes, damaged or foreign; nothing wrong is used."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from sapper.lab import RunResult, Watch, compare, simulate
from sapper.lab.errors import LedgerError, RunStopped
from sapper.lab.ledger import Ledger, games_text
from sapper.lab.ledger.codec import FIGURES, GAMES, decode_chunk, encode_chunk
from sapper.lab.playing.chunk import Chunk, Keep, play_chunk
from sapper.lab.playing.games import play_games
from sapper.lab.runs.run import Run
from sapper.lab.simulation import result_of
from sapper.lab.statistics.referee import SprtReferee
from sapper.lab.statistics.sprt import Sprt
from tests.support.stored_games import (
    Notes,
    are_same_games,
    flip,
    known_run,
    make_games,
    read_games,
)

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


BOARD: dict[str, Any] = {"board": "9x9/10", "seed": 5, "workers": 1}


def test_parts_that_overlap_reach_the_sequential_test_once() -> None:
    runs = [Run.of(name, "9x9/10", seed=5) for name in ("champion", "greedy")]
    whole = [play_games(run, 0, 120)[0] for run in runs]
    cells = runs[0].spec.safe_cells
    states = []
    for parts in ([(0, 120)], [(40, 90), (0, 50), (30, 60), (80, 120), (0, 10)]):
        referee = SprtReferee(runs, Sprt(0, 90), "outcomes", Watch())
        for run, games in zip(runs, whole, strict=True):
            for begin, end in parts:
                referee.see(run, Chunk.of(games.between(begin, end), cells))
        states.append(referee.state())
    assert states[0] == states[1]
    assert states[0].games > 0


class Intruder(Watch):
    """Stores games in the same ledger as soon as the run has looked at it."""

    def __init__(self, path: Path, run: Run) -> None:
        self.path, self.run = path, run
        self.done: list[int] = []

    def begin(self, results: Sequence[RunResult], games: int) -> None:
        """Store games as another process would."""
        with Ledger(self.path) as ledger:
            ledger.store(ledger.enter(results[0].run), play_chunk(self.run, 0, 100))

    def update(self, result: RunResult) -> None:
        """Keep the progress."""
        self.done.append(result.games)


def test_games_that_another_process_stores_are_counted_once(tmp_path: Path) -> None:
    path, run = tmp_path / "ledger", Run.of("greedy", "9x9/10", seed=5)
    watch = Intruder(path, run)
    found = simulate("greedy", "9x9/10", seed=5, games=300, workers=1, ledger=path, watch=watch)
    alone = simulate("greedy", "9x9/10", seed=5, games=300, workers=1)
    assert max(watch.done) == 300
    assert (found.games, found.wins, found.sums.steps) == (300, alone.wins, alone.sums.steps)


def test_games_of_which_too_little_is_kept_are_played_again(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    simulate("greedy", "9x9/10", seed=5, games=80, workers=1, ledger=path, keep="summary")
    notes = Notes()
    contest = compare("greedy", "bfs", games=100, ledger=path, watch=notes, **BOARD).contests[0]
    alone = compare("greedy", "bfs", games=100, **BOARD).contests[0]
    assert contest.pairs[0].difference == alone.pairs[0].difference
    assert any("they are played again" in text for text in notes.texts)
    every = simulate(
        "greedy", "9x9/10", seed=5, games=100, workers=1, ledger=path, keep="games", watch=notes
    )
    assert every.keep is Keep.GAMES


def made(path: Path, keep: str = "games", games: int = 300, player: str = "fast") -> Path:
    simulate(player, "9x9/10", games=games, seed=2, workers=1, ledger=path, keep=keep)
    return path


@pytest.mark.parametrize("column", ["won", "steps", "safeties", "outcomes", "sums"])
def test_a_damaged_chunk_is_named_and_played_again(tmp_path: Path, column: str) -> None:
    path = made(tmp_path / "ledger")
    flip(path, column)
    with Ledger(path, read_only=True) as ledger:
        (run,) = ledger.runs()
        (damaged,) = ledger.damaged(run)
        assert " of run 1 (fast on 9x9/10" in games_text(run, damaged)
    notes = Notes()
    again = simulate("fast", "9x9/10", games=300, seed=2, workers=1, ledger=path, watch=notes)
    assert any("are damaged; they are played again" in text for text in notes.texts)
    whole = simulate("fast", "9x9/10", games=300, seed=2, workers=1)
    assert are_same_games(again.data, whole.data)
    with Ledger(path) as ledger:
        assert ledger.damaged(run) == []


@pytest.mark.parametrize(
    "keep", ["games", pytest.param("outcomes", marks=pytest.mark.slow), "summary"]
)
def test_random_corruption_never_changes_a_figure(tmp_path: Path, keep: str) -> None:
    path = made(tmp_path / "ledger", keep, player="greedy")
    whole = path.read_bytes()
    truth = simulate("greedy", "9x9/10", games=300, seed=2, workers=1, keep=keep)
    dice = random.Random(7)
    noticed = 0
    for number in range(25):
        at = dice.randrange(len(whole))
        broken = tmp_path / f"broken{number}"
        changed = bytearray(whole)
        changed[at] ^= 1 << dice.randrange(8)
        broken.write_bytes(changed)
        try:
            found = simulate(
                "greedy", "9x9/10", games=300, seed=2, workers=1, ledger=broken, keep=keep
            )
        except LedgerError:
            noticed += 1
            continue
        assert (found.wins, found.guesses, found.sums.steps) == (
            truth.wins, truth.guesses, truth.sums.steps,
        ), at  # fmt: skip
    assert noticed < 25


def test_a_read_only_ledger_is_read(tmp_path: Path) -> None:
    path = made(tmp_path / "ledger")
    before = path.read_bytes()
    with Ledger(path, read_only=True) as ledger:
        (run,) = ledger.runs()
        assert result_of(run, ledger).games == 300
    assert path.read_bytes() == before
    with pytest.raises(LedgerError, match="No such file"):
        Ledger(tmp_path / "none", read_only=True)


def test_a_truncated_ledger_is_said_to_be_damaged(tmp_path: Path) -> None:
    path = made(tmp_path / "ledger", games=3000)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(LedgerError, match=r"is damaged: .*; give"):
        simulate("fast", "9x9/10", games=3000, seed=2, workers=1, ledger=path)
