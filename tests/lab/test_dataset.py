"""Datasets: every row is exactly true, whatever the workers, the form and the interruptions."""

from __future__ import annotations

import json
import math
from io import BytesIO
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest

from sapper import Cell, Game, InputError, Position, analyse, best, play
from sapper.analysis.boards import BoardStack
from sapper.board.cell import FLAG
from sapper.board.layout import numbers_of
from sapper.board.spec import BoardSpec, StartRule
from sapper.games.decisions import decisions_of_games
from sapper.games.game import Status
from sapper.games.playing import turns
from sapper.lab.dataset import stream_rows
from sapper.lab.dataset.files import bytes_of
from sapper.lab.dataset.rows import rows_of_part
from sapper.players import Move, player_spec
from sapper.proofs import explain_all
from tests.support.bad_players import Raises
from tests.support.datasets import BOARD, make, plan, rows_in


def table_of(path: Path) -> Any:
    parquet = pytest.importorskip("pyarrow.parquet")
    return parquet.ParquetFile(path).read()  # read_table would take the folder for a partition


def test_every_row_is_exactly_true(tmp_path: Path) -> None:
    make(tmp_path / "set", form="jsonl", best=True, technique=True, games=12)
    rows = rows_in(tmp_path / "set")
    assert len(rows) > 30
    for row in rows:
        position = Position.parse(row["position"])
        analysis = analyse(position)
        assert row["safe"] == [list(cell) for cell in sorted(analysis.safe)]
        assert row["mines"] == [list(cell) for cell in sorted(analysis.mines)]
        for r, line in enumerate(row["chances"]):
            for c, chance in enumerate(line):
                cell = Cell(r, c)
                expected = analysis.chance(cell) if position.is_covered(cell) else None
                assert chance == expected
        assert tuple(row["best"]) == best(position).cell
        proofs = [proof for proof in explain_all(position) if not proof.is_mine]
        easiest = min(proofs, key=lambda proof: proof.difficulty) if proofs else None
        assert row["technique"] == (easiest and easiest.technique.value)


def test_the_rows_are_the_decisions_of_the_games(tmp_path: Path) -> None:
    make(tmp_path / "set", form="jsonl", players="greedy", games=6)
    for row in rows_in(tmp_path / "set"):
        game = Game.parse(row["game"])
        record = play("greedy", BOARD, seed=game.seed, start="open", first=(2, 3), game=game.game)
        replayed = Game(game.spec, game.start, seed=game.seed, game=game.game)
        for move in record.replay().moves[: row["move"]]:
            replayed.make(move)
        assert str(replayed.position) == row["position"]
        assert row["won"] == record.is_won
        assert tuple(row["choice"]) == record.moves[row["move"]].cell


class FlagsFirst:
    """Flags a cell, opens the cell beside it, and so on."""

    def __init__(self, seed: int) -> None: ...

    def decide(self, position: Position) -> Move:
        cells = list(position.covered())
        has_flag = any(position.face(cell) == FLAG for cell in cells)
        free = [cell for cell in cells if position.face(cell) != FLAG]
        return Move("open", free[0]) if has_flag else Move("flag", cells[-1])


@pytest.mark.parametrize("form", ["jsonl", "parquet"])
def test_the_kind_of_a_move_is_kept(tmp_path: Path, form: str) -> None:
    options: dict[str, Any] = {
        "players": FlagsFirst,
        "first": "player",
        "games": 4,
        "validation": 0,
        "test": 0,
    }
    make(tmp_path / "set", form=form, **options)
    rows = rows_in(tmp_path / "set")
    if form == "parquet":
        rows = table_of(tmp_path / "set/train/part-000000.parquet").to_pylist()
    assert [row["kind"] for row in rows if row["move"] == 0] == ["flag"] * 4
    assert {row["kind"] for row in rows if row["move"]} == {"open"}


@pytest.mark.parametrize("first", [None, "random", "player", "1,2"])
@pytest.mark.parametrize("player", ["fast", "greedy", FlagsFirst])
@pytest.mark.parametrize("start", ["open", "raw"])
def test_the_line_of_a_game_deals_it_again(player: Any, first: str | None, start: str) -> None:
    made = plan(players=player, first=first, start=start, games=8, form="jsonl")
    rows = [json.loads(line) for line in b"".join(stream_rows(made, workers=1)).splitlines()]
    assert len({row["game"] for row in rows}) > 7  # some lose at once under raw
    for row in rows:
        game, position = Game.parse(row["game"]), Position.parse(row["position"])
        assert len(game.moves) == 1
        assert game.layout is not None
        numbers = numbers_of(game.layout, game.geometry)
        for cell in game.geometry.cells():
            if not position.is_covered(cell):
                assert position.face(cell) == numbers[game.geometry.index(cell)]


def test_parquet_holds_the_same(tmp_path: Path) -> None:
    make(tmp_path / "a", form="jsonl", games=4, validation=0, test=0)
    make(tmp_path / "b", form="parquet", games=4, validation=0, test=0)
    table = table_of(tmp_path / "b/train/part-000000.parquet").to_pylist()
    rows = rows_in(tmp_path / "a")
    assert len(table) == len(rows)
    for found, row in zip(table, rows, strict=True):
        assert found["position"] == row["position"]
        position = Position.parse(row["position"])
        assert found["faces"] == position.matrix().ravel().tolist()
        assert divmod(found["choice"], 6) == tuple(row["choice"])
        flat = [chance for line in row["chances"] for chance in line]
        for chance, verdict, expected in zip(
            found["chances"], found["verdicts"], flat, strict=True
        ):
            if expected is None:
                assert math.isnan(chance)
                assert verdict == 0
            else:
                assert chance == pytest.approx(expected, rel=1e-6)
                assert verdict == {0.0: 2, 1.0: 3}.get(expected, 1)


def test_any_number_of_workers_makes_the_same_files(tmp_path: Path) -> None:
    one, two = make(tmp_path / "1", 1), make(tmp_path / "2", 2)
    assert one.splits == two.splits
    files = sorted(path.relative_to(tmp_path / "1") for path in (tmp_path / "1").glob("*/*"))
    assert len(files) == 4
    for file in files:
        assert (tmp_path / "1" / file).read_bytes() == (tmp_path / "2" / file).read_bytes()
    streamed = b"".join(stream_rows(plan(form="jsonl"), workers=2))
    make(tmp_path / "3", form="jsonl")
    lines = [
        line for part in (tmp_path / "3").glob("*/*") for line in part.read_bytes().splitlines()
    ]
    assert sorted(streamed.splitlines()) == sorted(lines)


def test_no_game_is_in_two_splits(tmp_path: Path) -> None:
    make(tmp_path / "set", form="jsonl", players=["fast", "greedy"])
    games: dict[str, set[str]] = {}
    for part in (tmp_path / "set").glob("*/*.jsonl"):
        lines = part.read_text().splitlines()
        games.setdefault(part.parent.name, set()).update(json.loads(x)["game"] for x in lines)
    assert {name: len(found) > 0 for name, found in games.items()} == dict.fromkeys(
        ("train", "validation", "test"), True
    )
    assert not games["train"] & games["validation"]
    assert not games["validation"] & games["test"]
    assert {line.split()[2] for line in games["test"]} == {"7"}


def test_every_keeps_some_positions_of_each_game(tmp_path: Path) -> None:
    all_rows = make(tmp_path / "all", form="jsonl", games=5).rows
    some = make(tmp_path / "some", form="jsonl", games=5, every=3).rows
    assert all_rows / 4 < some < all_rows / 2
    texts = {row["position"] for row in rows_in(tmp_path / "all")}
    assert {row["position"] for row in rows_in(tmp_path / "some")} <= texts


def test_a_failing_player_is_counted(tmp_path: Path) -> None:
    summary = make(tmp_path / "set", form="jsonl", players=Raises, games=9, validation=0, test=0)
    assert summary.splits["train"]["faults"] > 0
    assert "the player failed" in (tmp_path / "set/README.md").read_text()


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"games": 0}, "1 to 1,000,000,000 games for train"),
        ({"every": 0}, "one of 1 to 1,000,000 decisions"),
        ({"form": "csv"}, "expected the form parquet or jsonl"),
        ({"players": []}, "expected at least one player"),
        ({"players": ["fast", "fast"]}, "given twice"),
        ({"players": "nobody"}, "nobody"),
        ({"first": "9,9"}, "9"),
    ],
)
def test_an_impossible_plan_is_refused(options: dict[str, Any], says: str) -> None:
    with pytest.raises(InputError, match=says):
        plan(**options)


@pytest.mark.parametrize("setting", ["fast", "champion"])
@pytest.mark.parametrize("start", ["open", "safe", "raw"])
def test_the_core_decides_as_the_player_in_python_does(setting: str, start: str) -> None:
    spec, rule = BoardSpec.parse(BOARD), StartRule.parse(start)
    found = decisions_of_games(spec, rule, (1, 1), 8, 3, 30, setting)
    expected = []
    for number in range(3, 33):
        game = Game(spec, rule, seed=8, game=number)
        seen: list[Position] = [Position.hidden(spec.geometry, spec.mines)]
        for made, turn in enumerate(turns(game, player_spec(setting), (1, 1))):
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


@pytest.mark.parametrize("player", ["fast", "greedy"])
def test_every_counts_in_each_game_from_its_first_decision(player: str) -> None:
    texts: dict[int, list[list[str]]] = {}
    for every in (1, 3):
        made = plan(players=player, games=9, every=every, form="jsonl", start="raw")
        lines = b"".join(stream_rows(made, workers=1)).splitlines()
        rows = [json.loads(line) for line in lines]
        games = groupby(rows, key=itemgetter("game"))
        texts[every] = [[row["position"] for row in found] for _game, found in games]
    assert texts[3] == [found[::3] for found in texts[1]]


@pytest.mark.parametrize("first", [None, "player"])  # the core plays, and Python
def test_a_line_is_what_the_module_json_writes(first: str | None) -> None:
    made = plan(first=first, form="jsonl", best=True, technique=True, games=9)
    lines = b"".join(stream_rows(made, workers=1)).decode().splitlines()
    assert len(lines) > 20
    for line in lines:
        assert json.dumps(json.loads(line), separators=(",", ":")) == line


@pytest.mark.parametrize("form", ["jsonl", "parquet"])
def test_a_row_without_an_answer_has_null(form: str) -> None:
    found = rows_of_part(next(plan(form=form, games=3).parts()))
    batch = found.batch
    batch._outcomes[1] = 2  # out of budget
    content = bytes_of(found)
    if form == "jsonl":
        rows = [json.loads(line) for line in content.splitlines()]
        assert [row["safe"] is None for row in rows[:3]] == [False, True, False]
        assert rows[1]["mines"] is None
    else:
        parquet = pytest.importorskip("pyarrow.parquet")
        rows = parquet.read_table(BytesIO(content)).to_pylist()
        assert rows[1]["verdicts"] is None
    assert [row["chances"] is None for row in rows[:3]] == [False, True, False]
