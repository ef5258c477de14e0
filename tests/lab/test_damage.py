"""Damaged, truncated, read-only and foreign ledgers: nothing wrong is used, and all is told."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from sapper.lab import Ledger, simulate
from sapper.lab.errors import LedgerError
from sapper.lab.ledger import games_text
from sapper.lab.simulation import result_of
from tests.support.damage import Notes, flip
from tests.support.game_tables import are_same_games


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


def test_a_truncated_ledger_is_told_from_a_foreign_file(tmp_path: Path) -> None:
    path = made(tmp_path / "ledger", games=3000)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(LedgerError, match=r"is damaged: .*; give"):
        simulate("fast", "9x9/10", games=3000, seed=2, workers=1, ledger=path)
    path.write_bytes(b"no database at all, but long enough" * 10)
    with pytest.raises(LedgerError, match="is not a ledger"):
        Ledger(path)
