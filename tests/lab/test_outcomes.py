"""Comparisons by outcomes alone, as a page makes them: the figures of the whole laboratory."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sapper.answers import answer, laboratory
from sapper.documents import json_text
from sapper.errors import InputError

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


def test_progress_is_reported_and_a_board_without_room_is_refused(
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
