"""The generated tables of the documents match the stored results."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from docs.tables import DOCUMENTS, ROOT, renew
from experiments.deep.table import gain_of
from experiments.records.rivals import rivals
from experiments.records.table import Record, read_records, verdicts
from sapper.players import player_specs
from sapper.players.papers.sources import PAPERS


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_documents_are_up_to_date(path: Path) -> None:
    text = path.read_text("utf-8")
    assert renew(text) == text, "run: python -m docs.tables --write"


@pytest.mark.parametrize(
    ("percent", "verdict"), [(53.0, "Lower"), (54.3, "No difference shown"), (55.0, "Higher")]
)
def test_verdicts_follow_the_figures(percent: float, verdict: str) -> None:
    record = read_records()[0]
    changed = replace(record, row={**record.row, "without_luck_percent": percent})
    assert verdicts([changed]).startswith(verdict)


def test_both_intervals_decide() -> None:
    """A rate may be higher than an exact figure and not than one from few games."""
    games = {"wins": 5_430, "games": 10_000}
    luck = {"without_luck_percent": 54.2, "without_luck_error_95": 0.4}
    row = {**read_records()[0].row, **games, **luck}
    exact = replace(rivals()["16x30/99", "open"], percent="52.0", games=None)
    assert Record(row, exact).difference.direction == "higher"
    assert Record(row, exact).verdict == "higher"
    few = Record(row, replace(exact, games=100))
    assert few.difference.direction == few.verdict == "no difference shown"
    wide = Record({**row, "without_luck_error_95": 2.5}, exact)
    assert (wide.difference.direction, wide.verdict) == ("higher", "no difference shown")


def test_papers_and_players_name_each_other() -> None:
    for key, paper in PAPERS.items():
        players = {name for name in paper.here if not name.startswith("sapper ")}
        assert players <= {entry.name for entry in player_specs() if entry.paper == key}


@pytest.mark.parametrize(
    ("parts", "mean", "verdict"),
    [(24, 0.1, "not decided"), (25, 0.1, "stronger"), (25, 0.0, "not shown"), (25, -0.1, "not")],
)
def test_all_pairs_decide_whether_deep_is_stronger(parts: int, mean: float, verdict: str) -> None:
    part = {"start": "open", "layouts": 64, "seed": 1, "pairs": 2000, "wins": [1100, 1000]}
    sums = {"sum": 2000 * mean, "squares": 2000 * (mean**2 + 4)}
    gain = gain_of([{**part, **sums}] * parts)
    assert gain.verdict.startswith(verdict)
    assert gain.points == pytest.approx(100 * mean)
    assert gain.error == pytest.approx(196 * 2 / (2000 * parts) ** 0.5)
    assert gain.plain == pytest.approx(5)
