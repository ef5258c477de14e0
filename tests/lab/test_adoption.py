"""Games of another identity are taken over only after a sample of them was equal."""

from __future__ import annotations

import re
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sapper.errors import InputError
from sapper.lab import Ledger, Watch, adoption, simulate
from sapper.lab.adoption import adopt
from sapper.lab.chunk import play_chunk
from sapper.lab.errors import AdoptionRefused, LedgerError
from sapper.lab.ledger import Entry
from sapper.lab.replay import difference_of
from sapper.lab.run import Run
from sapper.lab.standing import Standing
from tests.support.game_tables import are_same_games
from tests.support.old_ledger import RUN, old_ledger


def entries(path: Path) -> list[Entry]:
    with Ledger(path) as ledger:
        return ledger.entries()


def records(path: Path) -> list[tuple[Any, ...]]:
    with sqlite3.connect(path) as base:
        return base.execute("SELECT run, source, checked, seed FROM adoptions").fetchall()


@pytest.mark.parametrize(
    ("name", "workers"), [("greedy", 1), ("greedy", 2), ("champion", 1), ("champion", 2)]
)
def test_equal_games_are_taken_over(tmp_path: Path, name: str, workers: int) -> None:
    run = Run.of(name, "9x9/10", seed=5)
    path = old_ledger(tmp_path / "ledger", run)
    with Ledger(path) as ledger:
        (source,) = ledger.entries()
        done = adopt(ledger, source, run, games=30, seed=3, workers=workers)
    assert (done.checked, done.adopted, done.left) == (30, 90, 0)
    assert done.most_differ == pytest.approx(0.1)
    assert [entry.games for entry in entries(path)] == [0, 90]
    assert records(path) == [(2, 1, 30, 3)]
    result = simulate(name, "9x9/10", games=110, seed=5, workers=1, ledger=path)
    fresh = simulate(name, "9x9/10", games=110, seed=5, workers=1)
    assert are_same_games(result.data, fresh.data)


def test_the_sample_is_drawn_by_its_seed(tmp_path: Path) -> None:
    path = old_ledger(tmp_path / "ledger")
    with Ledger(path) as ledger:
        (source,) = ledger.entries()
        samples = [adoption._draw(ledger, source, 30, seed) for seed in (1, 1, 2)]
        everything = adoption._draw(ledger, source, 1000, 1)
    assert samples[0] == samples[1] != samples[2]
    assert all(len({*sample}) == 30 and sample == sorted(sample) for sample in samples)
    assert everything == [*range(40), *range(60, 110)]


def test_the_first_game_that_differs_is_named_and_nothing_changes(tmp_path: Path) -> None:
    path = old_ledger(tmp_path / "ledger", wrong=77)
    with Ledger(path) as ledger:
        (source,) = ledger.entries()
        with pytest.raises(
            AdoptionRefused, match=r"game 77 of greedy on 9x9/10 .* seed 5 was "
        ) as e:
            adopt(ledger, source, RUN, games=90, workers=1)
    assert e.value.game == 77
    assert re.search(r"(won|lost) after \d+ steps? with \d+ guess(es)? and is now ", str(e.value))
    assert [(entry.identity, entry.games) for entry in entries(path)] == [("of old", 90)]


@pytest.mark.parametrize("column", ["won", "last", "expected", "safeties", "guesses", "fault"])
def test_every_column_but_times_is_compared(column: str) -> None:
    game = play_chunk(RUN, 2, 1).games
    assert difference_of(game, game) is None
    values = getattr(game, column)
    changed = ~values if column == "won" else values + values.dtype.type(1)
    assert difference_of(game, replace(game, **{column: changed})) == column
    later = replace(game, seconds=game.seconds + 1, slowest=game.slowest + 1)
    assert difference_of(game, later) is None


def test_games_that_the_run_has_played_itself_stay(tmp_path: Path) -> None:
    path = old_ledger(tmp_path / "ledger")
    simulate("greedy", "9x9/10", games=20, seed=5, workers=1, ledger=path)
    with Ledger(path) as ledger:
        done = adopt(ledger, ledger.entries()[0], RUN, games=90, workers=1)
    assert (done.adopted, done.left, done.most_differ) == (50, 40, 0)
    assert [entry.games for entry in entries(path)] == [40, 70]


def test_what_cannot_be_adopted(tmp_path: Path) -> None:
    path = old_ledger(tmp_path / "ledger")
    simulate("greedy", "9x9/10", games=20, seed=5, workers=1, ledger=path)
    with Ledger(path) as ledger:
        old, now = ledger.entries()
        with pytest.raises(InputError, match="identity of today"):
            adopt(ledger, now, RUN)
        with pytest.raises(InputError, match="expected the run greedy on"):
            adopt(ledger, old, Run.of("greedy", "9x9/10", seed=6))
        with pytest.raises(InputError, match="games, got 0"):
            adopt(ledger, old, RUN, games=0)
        with pytest.raises(InputError, match="no games"):
            adopt(ledger, replace(old, games=0), RUN)


def test_damaged_games_are_not_adopted(tmp_path: Path) -> None:
    path = old_ledger(tmp_path / "ledger")
    with sqlite3.connect(path) as base:
        base.execute("UPDATE chunks SET steps = randomblob(length(steps)) WHERE begin = 60")
    with Ledger(path) as ledger:
        (source,) = ledger.entries()
        with pytest.raises(LedgerError, match=r"games 60 to 109 of run 1 .* are damaged"):
            adopt(ledger, source, RUN, workers=1)
    assert [entry.games for entry in entries(path)] == [90]


def test_progress_is_shown(tmp_path: Path) -> None:
    class Listener(Watch):
        done: list[int] = []  # noqa: RUF012

        def update(self, standing: Standing) -> None:
            self.done.append(standing.done)

    listener = Listener()
    with Ledger(old_ledger(tmp_path / "ledger")) as ledger:
        adopt(ledger, ledger.entries()[0], RUN, games=7, workers=1, watch=listener)
    assert listener.done == [1, 2, 3, 4, 5, 6, 7]


def test_a_run_names_the_command(tmp_path: Path) -> None:
    class Listener(Watch):
        notes: list[str] = []  # noqa: RUF012

        def note(self, text: str) -> None:
            self.notes.append(text)

    listener = Listener()
    path = old_ledger(tmp_path / "ledger")
    simulate("greedy", "9x9/10", games=20, seed=5, workers=1, ledger=path, watch=listener)
    assert "`sapper ledger adopt 1`" in listener.notes[0]
