"""A queue of experiments: read, checked whole, run, resumed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sapper.errors import InputError
from sapper.lab import Watch, compare, simulate
from sapper.lab.keep import Keep
from sapper.lab.queue import Queue, Status, queue_status, run_queue

EXAMPLE = Path(__file__).parents[2] / "examples" / "queue.toml"
QUEUE = """
title = "Two rules"
games = 60
board = "4x4/2"
seed = 3

[[compare]]
name = "rules"
players = ["greedy", "bfs"]
boards = ["4x4/2", "5x5/4"]

[[run]]
player = "fast"
start = "raw"
first = [1, 2]

[[compare]]
players = ["champion", "fast"]
sprt = [-1.0, 40.0]
games = 400
"""


def test_experiments_keep_the_order_of_the_file() -> None:
    queue = Queue.parse(QUEUE)
    assert queue.title == "Two rules"
    assert [one.name for one in queue.experiments] == ["rules", "fast", "champion, fast"]
    rules, fast, test = queue.experiments
    assert rules.boards == ("4x4/2", "5x5/4")
    assert (rules.games, rules.seed, fast.seed, test.games) == (60, 3, 3, 400)
    assert fast.contests[0][0].to_dict() == {
        "player": "fast", "board": "4x4/2", "start": "raw", "first": "1,2", "seed": 3,
    }  # fmt: skip
    assert test.sprt is not None
    assert queue.games == 4 * 60 + 60 + 2 * 400


def test_the_results_are_those_of_the_single_calls() -> None:
    found = run_queue(Queue.parse(QUEUE), workers=1)
    rules, fast, test = found.outcomes
    alone = compare("greedy", "bfs", board=["4x4/2", "5x5/4"], games=60, seed=3, workers=1)
    wins = [[r.wins for r in contest.results] for contest in rules.contests]
    assert wins == [[r.wins for r in contest.results] for contest in alone.contests]
    single = simulate("fast", "4x4/2", games=60, seed=3, start="raw", first=(1, 2), workers=1)
    assert fast.contests[0].results[0].wins == single.wins
    assert test.contests[0].sprt is not None
    assert test.contests[0].sprt.verdict == "H0"
    document = json.loads(json.dumps(found.to_dict()))
    assert [len(one["pairs"]) for one in document["experiments"]] == [2, 0, 1]
    assert len(found.table().rows) == 4 + 1 + 2


def test_a_run_in_two_experiments_is_reported_once_with_all_its_games(tmp_path: Path) -> None:
    text = """
    board = "4x4/2"
    [[run]]
    player = "fast"
    games = 30
    [[compare]]
    players = ["fast", "greedy"]
    games = 50
    """
    found = run_queue(Queue.parse(text), workers=1, ledger=tmp_path / "ledger")
    assert [(r.run.player, r.games) for r in found.results] == [("fast", 50), ("greedy", 50)]


class StopError(Exception):
    """Ends a queue in the middle."""


def test_a_stopped_queue_goes_on_where_it_was(tmp_path: Path) -> None:
    ledger, queue = tmp_path / "ledger", Queue.parse(QUEUE)

    @contextmanager
    def stop_at_the_second(status: Status) -> Iterator[Watch]:
        if status.number == 2:
            raise StopError
        yield Watch()

    with pytest.raises(StopError):
        run_queue(queue, workers=1, ledger=ledger, watch=stop_at_the_second)
    assert [status.done for status in queue_status(queue, ledger)] == [240, 0, 0]
    began: list[int] = []

    @contextmanager
    def note(status: Status) -> Iterator[Watch]:
        began.append(status.done)
        yield Watch()

    found = run_queue(queue, workers=1, ledger=ledger, watch=note)
    assert began == [240, 0, 0]
    assert [status.done for status in queue_status(queue, ledger)][:2] == [240, 60]
    fresh = run_queue(queue, workers=1)
    assert [r.wins for r in found.results] == [r.wins for r in fresh.results]


def test_what_is_kept_and_limits_are_passed_on(tmp_path: Path) -> None:
    text = """
    keep = "outcomes"
    [[run]]
    player = "greedy"
    games = 20
    game_moves = 3
    """
    (experiment,) = run_queue(Queue.parse(text), ledger=tmp_path / "ledger", workers=1).outcomes
    (result,) = experiment.contests[0].results
    assert result.keep is Keep.OUTCOMES
    assert result.faults.total > 0
    with pytest.raises(InputError, match="games, outcomes or summary"):
        Queue.parse(text.replace("outcomes", "all"))


def test_the_status_of_no_ledger_creates_none(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    assert [s.done for s in queue_status(Queue.parse(QUEUE), path)] == [0, 0, 0]
    assert not path.exists()


def test_the_example_is_a_queue() -> None:
    queue = Queue.parse(EXAMPLE.read_text("utf-8"))
    assert {one.kind for one in queue.experiments} == {"run", "compare"}
    assert any(one.sprt for one in queue.experiments)


COMPARE = "[[run]]\nplayer = 'fast'\n\n[[compare]]\n"
TWO = f"{COMPARE}players = ['fast', 'bfs']\n"


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        ("x = [", "not valid TOML", None),
        ("a = 1\nb = = 2", "not valid TOML", 2),
        ("title = 3", "title in quotes", None),
        ("", "no experiment", None),
        (
            "bord = '4x4/2'\n[[run]]\nplayer = 'fast'",
            r"unknown key 'bord': at the top are \[\[run\]\]",
            None,
        ),
        ("[run]\nplayer = 'fast'", "two brackets", None),
        ("run = 3", r"expected tables \[\[run", None),
        (f"{TWO}places = 1", r"^line 4, \[\[compare\]\] 1: unknown key 'places': the keys", 4),
        (f"{COMPARE}players = ['fast']", "at least two players", 4),
        (f"{COMPARE}players = ['fast', 'fast']", "given twice", 4),
        (f"{COMPARE}players = 'fast'", "expected a list", 4),
        (f"{COMPARE}players = ['fast', 2]", "a player in quotes", 4),
        (COMPARE, "players are missing", 4),
        (f"{COMPARE}players = ['fast', 'nobody']", "nobody", 4),
        (f"{TWO}boards = []", "expected a list", 4),
        (f"{TWO}board = 'x'\nboards = ['y']", "not both", 4),
        (f"{TWO}board = '4x4/99'", "mines", 4),
        (f"{TWO}games = 0", "1 to", 4),
        (f"{TWO}games = true", "1 to", 4),
        (f"{TWO}seed = -1", "a seed", 4),
        (f"{TWO}name = 1", "a name in quotes", 4),
        (f"{TWO}start = 'soft'", "soft", 4),
        (f"{TWO}start = 1", "a start rule", 4),
        (f"{TWO}first = 'player'", "first cell must be the same", 4),
        (f"{TWO}first = [1, 'a']", "cell", 4),
        (f"{TWO}sprt = [1]", r"sprt = \[P0, P1\]", 4),
        (f"{TWO}sprt = ['a', 1]", "expected numbers", 4),
        (f"{TWO}sprt = [2, 1]", "P0 < P1", 4),
        (f"{TWO}alpha = 0.1", "add sprt", 4),
        (f"{COMPARE}players = ['fast', 'bfs', 'greedy']\nsprt = [0, 1]", "exactly two", 4),
    ],
)
def test_a_mistake_is_named_with_its_place(text: str, message: str, line: int | None) -> None:
    with pytest.raises(InputError, match=message) as caught:
        Queue.parse(text)
    assert caught.value.where.get("line") == line


def test_headers_inside_of_a_text_do_not_count() -> None:
    quotes = "'" * 3
    text = f"[[compare]]\nname = {quotes}\n[[run]]\n{quotes}\nplayers = ['fast', 'bfs']\n"
    assert [one.kind for one in Queue.parse(text).experiments] == ["compare"]
