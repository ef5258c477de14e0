"""Comparisons: the same boards, paired figures, a reproducible verdict; with or without NumPy."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sapper.answers import answer, laboratory
from sapper.documents import document, json_text
from sapper.errors import InputError
from sapper.lab import compare, simulate
from sapper.lab.comparison import Comparison
from sapper.lab.pair import pairs_of
from sapper.lab.simulation import Watch
from sapper.lab.statistics.sprt import SprtState


def test_pairs_count_the_same_boards() -> None:
    comparison = compare(
        "greedy", "hybrid", "bfs", board=["8x8/8", "9x9/10"], games=60, seed=2, workers=1
    )
    assert [c.results[0].run.board for c in comparison.contests] == ["8x8/8", "9x9/10"]
    for contest in comparison.contests:
        assert [p.games for p in contest.pairs] == [60, 60, 60]
        pair = contest.pairs[1]
        a, b = (
            simulate(name, pair.first.run.board, games=60, seed=2, workers=1).data.won
            for name in ("greedy", "bfs")
        )
        assert pair.only_first == (a & ~b).sum()
        assert pair.only_second == (b & ~a).sum()
        assert pair.difference.value == pytest.approx(a.mean() - b.mean())
        assert pair.difference.low < pair.difference.value < pair.difference.high
    rows = document(comparison)
    assert len(rows["players"]) == 6
    assert len(rows["pairs"]) == 6
    assert comparison._repr_html_().count("<table") == 2
    (alone,) = compare("greedy", "bfs", board="8x8/8", games=60, seed=2, workers=1).contests
    assert Comparison((alone,))._repr_html_().count("<table") == 2


def test_only_runs_on_the_same_boards_are_paired() -> None:
    runs = [
        ("greedy", "9x9/10", 1),
        ("bfs", "9x9/10", 1),
        ("bfs", "9x9/10", 2),
        ("bfs", "8x8/9", 1),
    ]
    results = [simulate(s, b, games=5, seed=seed, workers=1) for s, b, seed in runs]
    results.append(simulate("hybrid", "9x9/10", games=5, seed=1, first="player", workers=1))
    (pair,) = pairs_of(results)
    assert (pair.first, pair.second) == (results[0], results[1])


class Listener(Watch):
    def __init__(self) -> None:
        self.states: list[SprtState] = []

    def test(self, state: SprtState) -> None:
        self.states.append(state)


def test_the_verdict_does_not_depend_on_workers_or_read_games(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    simulate("hybrid", "8x8/10", start="open", games=200, seed=4, workers=1, ledger=path)
    found = []
    for workers, ledger in ((1, None), (2, None), (2, path), (1, path)):
        listener = Listener()
        (contest,) = compare(
            "hybrid", "greedy", board="8x8/10", start="open", games=3000, seed=4, sprt=(0, 10),
            workers=workers, ledger=ledger, watch=listener,
        ).contests  # fmt: skip
        assert contest.sprt is not None
        assert contest.sprt.verdict == "H1"
        assert listener.states[-1].verdict == "H1"
        found.append((contest.sprt, document(contest.pairs[0])))
        assert contest.results[0].games == contest.results[1].games == contest.sprt.games < 3000
    assert all(one == found[0] for one in found)


PLAYERS = ["champion", "fast", "greedy", "bfs"]


def both(monkeypatch: pytest.MonkeyPatch, **body: Any) -> tuple[Any, Any]:
    """Return the comparison of the laboratory, and that without NumPy."""
    whole = json.loads(json_text(answer("simulate", body)))
    monkeypatch.setattr(laboratory, "find_spec", lambda _name: None)
    return whole, json.loads(json_text(answer("simulate", body)))


@pytest.mark.parametrize("rest", [{}, {"start": "open"}, {"start": "raw", "first": "random"}])
def test_the_figures_are_those_of_the_laboratory(
    rest: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, plain = both(monkeypatch, player=PLAYERS, board="8x8/10", games=60, seed=3, **rest)
    assert plain["players"][0]["wins"] > 0
    assert len(plain["pairs"]) == 6
    for kind in ("players", "pairs"):
        for ours, theirs in zip(plain[kind], whole[kind], strict=True):
            verdict = ours.pop("verdict", None)
            assert (
                verdict is None
                or theirs["verdict_from"] != "outcomes"
                or verdict == theirs["verdict"]
            )
            assert ours.items() <= theirs.items()


def test_progress_is_reported_and_what_cannot_be_played_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(laboratory, "find_spec", lambda _name: None)
    events: list[Any] = []
    body = {"player": ["greedy", "fast"], "board": "5x5/3", "games": 30}
    answer("simulate", body, report=lambda *event: events.append(event))
    assert events[0][0] == "begin"
    assert [run["done"] for run in events[0][1]["runs"]] == [0, 0]
    assert [data["done"] for name, data in events if name == "progress"][-2:] == [30, 30]
    with pytest.raises(InputError, match=r"room|mines"):
        answer("simulate", {**body, "board": "3x3/8", "start": "open"})
    with pytest.raises(InputError, match="the same player was given twice"):
        answer("simulate", {**body, "player": ["fast", "fast"]})
