"""Replays of a folder: distributions by level and end, the trend, the files, the mistakes."""

from __future__ import annotations

import csv
import os
from dataclasses import replace
from pathlib import Path
from statistics import quantiles

import pytest
from pyarrow import parquet  # type: ignore[import-untyped]

from sapper import Budget, document
from sapper.board.cell import FLAG
from sapper.errors import InputError
from sapper.games import Game, Status
from sapper.games.metrics.hand import Hand, hand_of, measure_replay
from sapper.games.replays import read_replay, write_rawvf
from sapper.lab.ledger.provenance import Provenance
from sapper.lab.report.hand import write_hand
from sapper.reviews.mistakes import GUESS, mistakes_in, mistakes_of
from sapper.reviews.reviewing import review
from tests.support.replay_files import FILM, WRITERS

LOST = replace(FILM, events=(*FILM.events[:2], (70, "lc", 65, 1), (90, "lr", 65, 1)))
UNFORCED = "5x5/4 safe 1 0 o3,2 o0,2 f0,0 o1,4 o3,3"


@pytest.fixture(name="folder")
def _folder(tmp_path: Path) -> Path:
    (tmp_path / "more").mkdir()
    (tmp_path / "one.avf").write_bytes(WRITERS["avf"](FILM))
    (tmp_path / "more" / "two.EVF").write_bytes(WRITERS["evf4"](FILM))
    (tmp_path / "lost.avf").write_bytes(WRITERS["avf"](LOST))
    (tmp_path / "damaged.rmv").write_bytes(WRITERS["rmv1"](FILM)[:90])
    (tmp_path / "notes.txt").write_text("no replay")
    return tmp_path


def test_won_and_lost_games_are_apart_and_damaged_files_are_named(folder: Path) -> None:
    seen: list[tuple[int, int]] = []
    hand = hand_of(folder, watch=lambda done, files: seen.append((done, files)))
    assert seen == [(0, 4), (1, 4), (2, 4), (3, 4)]
    assert [one.file for one in hand.replays] == ["lost.avf", "more/two.EVF", "one.avf"]
    assert [(g.level, g.status, g.games) for g in hand.groups] == [
        ("custom", Status.WON, 2), ("custom", Status.LOST, 1),
    ]  # fmt: skip
    [(name, problem)] = hand.skipped
    assert name == "damaged.rmv"
    assert "cut off" in problem


def test_the_figures_of_one_replay() -> None:
    played = measure_replay(read_replay(WRITERS["avf"](FILM)))
    replay = read_replay(WRITERS["avf"](FILM))
    assert (played.bbbv, played.clicks, played.wasted, played.time) == (3, 6, 2, 1.6)
    assert played.bbbv_per_second == pytest.approx(3 / 1.6)
    assert played.efficiency == pytest.approx(3 / 6)
    assert played.path_per_bbbv == pytest.approx((replay.path or 0) / 3)
    # the only guess, o2,4 at 1.6 s, follows a wasted chord at 1.35 s
    assert played.guesses == len(replay.game.metrics.guesses)


def test_a_pause_counts_from_the_click_before_a_guess_also_a_wasted_one() -> None:
    lost = measure_replay(read_replay(WRITERS["avf"](LOST)))
    assert (lost.guesses, lost.pause) == (1, pytest.approx(0.09))


def test_percentiles_are_those_of_the_standard_library() -> None:
    replay = measure_replay(read_replay(WRITERS["avf"](FILM)))
    times = [3.0, 1.0, 7.5, 2.0, 9.0, 4.0, 4.5]
    hand = Hand(
        tuple(
            replace(replay, time=time, date=f"2026-0{n // 4 + 1}") for n, time in enumerate(times)
        )
    )
    [group] = hand.groups
    spread = next(each for each in group.spreads if each.figure == "time")
    deciles, quarters = (quantiles(times, n=n, method="inclusive") for n in (10, 4))
    assert spread.percentiles == pytest.approx((deciles[0], *quarters, deciles[-1]))
    assert [(m.month, m.games, m.won, m.time) for m in hand.months] == [
        ("2026-01", 4, 4, 2.5), ("2026-02", 3, 3, 4.5),
    ]  # fmt: skip


def test_reports_have_every_replay(folder: Path) -> None:
    hand, made = hand_of(folder), Provenance.here()
    for ending in ("html", "csv", "parquet"):
        write_hand(hand, folder / f"report.{ending}", made)
    rows = document(hand.replays)
    with (folder / "report.csv").open(encoding="utf-8", newline="") as file:
        table = list(csv.DictReader(file))
    assert [row["file"] for row in table] == [row["file"] for row in rows]
    assert list(table[0]) == list(rows[0])
    assert parquet.read_table(folder / "report.parquet").to_pylist() == rows
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert page.count("<svg") == 6  # a plot for each figure that at least two games have
    assert "damaged.rmv" in page


def test_names_of_files_are_text_and_a_game_without_clicks_is_named(folder: Path) -> None:
    name = os.fsdecode(b"odd\xff\x1b.avf")
    (folder / name).write_bytes(WRITERS["avf"](FILM))
    (folder / "idle.rawvf").write_bytes(WRITERS["rmv1"](replace(FILM, events=FILM.events[2:3])))
    hand = hand_of(folder)
    assert [one.file for one in hand.replays if "odd" in one.file] == ["oddÿ.avf"]
    assert ("idle.rawvf", "there is nothing to measure: no click") in hand.skipped
    write_hand(hand, folder / "report.PARQUET", Provenance.here())


def test_a_folder_of_damaged_files_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "one.rmv").write_bytes(b"*rmv")
    with pytest.raises(InputError, match=r"no replay of the folder could be used; one\.rmv: "):
        hand_of(tmp_path)


def test_guesses_are_unknown_where_the_time_does_not_suffice() -> None:
    late = measure_replay(read_replay(WRITERS["avf"](LOST)), budget=Budget(milliseconds=1e-6))
    assert (late.guesses, late.pause) == (None, None)
    assert late.bbbv_per_second is not None


def test_mistakes_are_the_guesses_that_a_review_blames() -> None:
    found = review(Game.parse(UNFORCED), games=200)
    mistakes = list(mistakes_in(found))
    blamed = [m for m in found.moves if m.missed or m.refuted or (m.is_guess and m.grade)]
    assert [m.number for m in mistakes] == [m.number for m in blamed]
    assert mistakes
    for mistake, move in zip(mistakes, blamed, strict=True):
        assert mistake.loss == -move.skill
        proof = move.missed or move.refuted
        assert mistake.kind == (GUESS if proof is None else proof.pattern or proof.technique)
        assert (mistake.exercise is None) == (proof is None)


def test_mistakes_of_a_folder_add_up_and_name_what_was_missed(folder: Path) -> None:
    (folder / "own.rawvf").write_text(write_rawvf(Game.parse(UNFORCED)))
    found = mistakes_of(folder, games=100)
    own = list(mistakes_in(review(Game.parse(UNFORCED), games=100)))
    assert found.games == 4
    assert [m.loss for m in found.mistakes if m.game == "own.rawvf"] == sorted(
        (m.loss for m in own), reverse=True
    )
    assert sum(kind.count for kind in found.kinds) == len(found.mistakes)
    total = sum(mistake.loss for mistake in found.mistakes)
    assert sum(kind.loss_per_game for kind in found.kinds) == pytest.approx(total / 4)
    assert [file for file, _problem in found.skipped] == ["damaged.rmv"]


def test_a_cell_overlooked_move_after_move_is_one_mistake() -> None:
    [mistake] = mistakes_in(found := review(Game.parse(UNFORCED), games=50))
    [blamed] = [move for move in found.moves if move.missed or move.refuted]
    twice = replace(found, moves=(*found.moves, replace(blamed, number=blamed.number + 1)))
    [both] = mistakes_in(twice)
    assert (both.number, both.loss) == (mistake.number, 2 * mistake.loss)


def test_an_exercise_keeps_only_flags_that_are_right() -> None:
    game = Game.parse("5x5/4 safe 1 0 o3,2 o0,2 f0,0 f4,4 o3,3")
    [mistake] = list(mistakes_in(review(game, games=100)))
    assert mistake.exercise is not None
    flags = [cell for cell in mistake.exercise.covered() if mistake.exercise.face(cell) == FLAG]
    assert flags == [(0, 0)]  # a certain mine; r4c4 is none
    assert mistake.position.face((4, 4)) == FLAG
