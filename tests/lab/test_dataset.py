"""Datasets: every row is exactly true, whatever the workers and the interruptions."""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from sapper import Game, InputError, Position, analyse, analyse_many, best, play
from sapper.analysis.batch_input import BoardStack
from sapper.board.cell import FLAG
from sapper.board.layout import numbers_of
from sapper.board.spec import BoardSpec, StartRule
from sapper.games.core_games import decisions_of_games
from sapper.games.game import Status
from sapper.games.playing import turns
from sapper.lab.dataset import Dataset, DatasetPlan, make_dataset
from sapper.lab.dataset.plan import PART_GAMES
from sapper.players import Move, player_spec
from sapper.proofs import explain_all

parquet = pytest.importorskip("pyarrow.parquet")

BOARD = "5x6/6"


def plan(players: Any = "fast", **options: Any) -> DatasetPlan:
    given = {"games": PART_GAMES + 3, "validation": 4, "test": 2, "seed": 5} | options
    return DatasetPlan(players, BOARD, **given)


def make(folder: Path, workers: int = 1, **options: Any) -> Dataset:
    return make_dataset(folder, plan(**options), workers=workers)


def rows_of(made: DatasetPlan) -> list[dict[str, Any]]:
    """Return all rows of a plan, without a folder."""
    from sapper.lab.dataset.part import make_part

    return [row for part in made.parts() for row in read(BytesIO(make_part(part)[0]))]


def read(file: Path | BytesIO) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = parquet.ParquetFile(file).read().to_pylist()
    return rows


def files_in(folder: Path) -> dict[str, bytes]:
    files = sorted(folder.glob("*/*"))
    return {str(file.relative_to(folder)): file.read_bytes() for file in files}


def test_every_row_is_exactly_true() -> None:
    rows = rows_of(plan(best=True, technique=True, games=6))
    assert len(rows) > 15
    for row in rows:
        position = Position.parse(row["position"])
        analysis, geometry = analyse(position), position.geometry
        assert row["faces"] == position.matrix().ravel().tolist()
        columns = (geometry.cells(), row["chances"], row["verdicts"])
        for cell, chance, verdict in zip(*columns, strict=True):
            if not position.is_covered(cell):
                assert math.isnan(chance)
                assert verdict == 0
                continue
            assert chance == pytest.approx(analysis.chance(cell), rel=1e-6)
            assert (verdict == 2) == (cell in analysis.safe)
            assert (verdict == 3) == (cell in analysis.mines)
        assert geometry.cell(row["best"]) == best(position).cell
        proofs = [proof for proof in explain_all(position) if not proof.is_mine]
        easiest = min(proofs, key=lambda proof: proof.difficulty) if proofs else None
        assert row["technique"] == (easiest and easiest.technique.value)


def test_the_rows_are_the_decisions_of_the_games() -> None:
    for row in rows_of(plan("greedy", games=6)):
        game = Game.parse(row["game"])
        record = play("greedy", BOARD, seed=game.seed, start="open", first=(2, 3), game=game.game)
        replayed = Game(game.spec, game.start, seed=game.seed, game=game.game)
        for move in record.game.moves[: row["move"]]:
            replayed.make(move)
        assert str(replayed.position) == row["position"]
        assert (row["player"], row["won"]) == ("greedy", record.is_won)
        assert game.geometry.cell(row["choice"]) == record.moves[row["move"]].cell


class FlagsFirst:
    """Flags a cell, opens the cell beside it, and so on."""

    def __init__(self, seed: int) -> None: ...

    def decide(self, position: Position) -> Move:
        cells = list(position.covered())
        has_flag = any(position.face(cell) == FLAG for cell in cells)
        free = [cell for cell in cells if position.face(cell) != FLAG]
        return Move("open", free[0]) if has_flag else Move("flag", cells[-1])


@pytest.mark.parametrize("first", [None, "random", "player", "1,2"])
@pytest.mark.parametrize("player", ["fast", "greedy", FlagsFirst])
@pytest.mark.parametrize("start", ["open", "raw"])
def test_the_line_of_a_game_deals_it_again(player: Any, first: str | None, start: str) -> None:
    rows = rows_of(plan(player, first=first, start=start, games=8))
    assert len({row["game"] for row in rows}) > 7  # some lose at once under raw
    for row in rows:
        game, position = Game.parse(row["game"]), Position.parse(row["position"])
        assert len(game.moves) == 1
        assert game.layout is not None
        numbers = numbers_of(game.layout, game.geometry)
        for cell in game.geometry.cells():
            if not position.is_covered(cell):
                assert position.face(cell) == numbers[game.geometry.index(cell)]


def test_any_number_of_workers_makes_the_same_files(tmp_path: Path) -> None:
    one, two = make(tmp_path / "1", 1), make(tmp_path / "2", 2)
    assert one.splits == two.splits
    assert files_in(tmp_path / "1") == files_in(tmp_path / "2")
    assert len(files_in(tmp_path / "1")) == 4


@pytest.mark.parametrize("player", ["fast", "champion"])
@pytest.mark.parametrize("start", ["open", "safe", "raw"])
def test_the_core_decides_as_the_player_in_python_does(player: str, start: str) -> None:
    spec, rule = BoardSpec.parse(BOARD), StartRule.parse(start)
    found = decisions_of_games(spec, rule, (1, 1), 8, 3, 30, player)
    expected = []
    for number in range(3, 33):
        game = Game(spec, rule, seed=8, game=number)
        seen: list[Position] = [Position.hidden(spec.geometry, spec.mines)]
        for made, turn in enumerate(turns(game, player_spec(player), (1, 1))):
            if turn.position is not seen[-1] and made:
                seen.append(turn.position)
                decision = turn.decision
                where = (number, made, turn.position, decision.move.cell, decision.is_guess)
                expected.append(where)
        assert found.won[number - 3] == (game.status is Status.WON)
    boards = BoardStack(spec.geometry, found.faces, (spec.mines,) * len(found.games)).positions()
    cells = map(spec.geometry.cell, found.choices.tolist())
    numbers, guesses = (found.games + 3).tolist(), found.guesses.tolist()
    decided = zip(numbers, found.moves.tolist(), boards, cells, guesses, strict=True)
    assert list(decided) == expected
    assert len(expected) > 20


def test_a_row_without_an_answer_has_null(monkeypatch: pytest.MonkeyPatch) -> None:
    from sapper.lab.dataset import part

    def out_of_budget(boards: BoardStack, workers: int) -> Any:
        batch = analyse_many(boards, workers=workers)
        batch._outcomes[1] = 2
        return batch

    monkeypatch.setattr(part, "analyse_many", out_of_budget)
    content, figures = part.make_part(next(plan(games=3).parts()))
    rows = read(BytesIO(content))
    for name in ("chances", "verdicts"):
        assert [row[name] is None for row in rows[:3]] == [False, True, False]
    assert figures["unknown"] == 1


def flip(file: Path, place: int) -> None:
    content = bytearray(file.read_bytes())
    content[place] ^= 1
    file.write_bytes(content)


def stop(home: Path) -> None:
    """Leave what a stop after the first part leaves."""
    first, *_others = (home / LOG).read_bytes().splitlines(keepends=True)
    (home / LOG).write_bytes(first)
    (home / "dataset.json").unlink()


PART, LOG = "train/part-000000.parquet", "parts.jsonl"
DAMAGE: dict[str, Callable[[Path], object]] = {
    "no part": lambda home: (home / PART).unlink(),
    "a byte of a part": lambda home: flip(home / PART, 99),
    "a figure": lambda home: flip(home / LOG, (home / LOG).read_bytes().index(b'"wins": ') + 8),
    "a digest": lambda home: flip(home / LOG, -9),
    "a line cut off": lambda home: os.truncate(home / LOG, 999),
    "all that follows a stop": stop,
    "no log": lambda home: (home / LOG).write_text(""),
    "a bracket": lambda home: flip(home / LOG, (home / LOG).read_bytes().index(b'{"part"')),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_part_is_made_again(tmp_path: Path, damage: str) -> None:
    first, before = make(tmp_path / "set"), files_in(tmp_path / "set")
    DAMAGE[damage](tmp_path / "set")
    seen: list[int] = []
    for is_damaged in (True, False):
        seen.clear()
        again = make_dataset(
            tmp_path / "set", plan(), workers=1, report=lambda done, _all: seen.append(done)
        )
        assert (len(seen) > 1) == is_damaged  # only the first time something is made
        assert files_in(tmp_path / "set") == before
        assert again.splits == first.splits


def test_another_dataset_is_not_overwritten(tmp_path: Path) -> None:
    make(tmp_path / "set", games=2)
    with pytest.raises(InputError, match="holds another dataset, which differs in games"):
        make(tmp_path / "set", games=3)
    flip(
        tmp_path / "set" / LOG, (tmp_path / "set" / LOG).read_bytes().index(b'identities": ["') + 15
    )
    with pytest.raises(InputError, match="differs in identities"):
        make(tmp_path / "set", games=2)
