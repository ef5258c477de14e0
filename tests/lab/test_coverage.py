"""The intervals contain the truth as often as they say: the stored experiment, and a part of it."""

from __future__ import annotations

import json

import pytest

from experiments.coverage import run, sprt, table
from experiments.coverage.populations import Pairing, Population, simulated


def test_every_interval_of_the_laboratory_is_within_the_band() -> None:
    result = json.loads(run.RESULT.read_text("utf-8"))
    assert result["samples"] >= 2000
    rows = [row for row in result["rows"] if table.is_judged(row)]
    assert {row["interval"] for row in rows} == set(table.METHODS)
    for row in rows:
        # Of few layouts without luck the interval is too wide, but never too narrow.
        may_be_wide = row["interval"] == "rollouts without luck" and row["games"] < 500
        assert table.BAND[0] <= row["coverage"] <= (100 if may_be_wide else table.BAND[1]), row


def test_the_sequential_tests_are_wrong_as_rarely_as_they_say() -> None:
    result = json.loads(sprt.RESULT.read_text("utf-8"))
    error = 100 * (0.05 * 0.95 / result["tests"]) ** 0.5
    for row in result["rows"]:
        for on in ("outcomes", "scores"):
            assert max(row[on]["false_h0"], row[on]["false_h1"]) <= 5 + 3 * error, row
        assert row["scores"]["boards"] < row["outcomes"]["boards"]


@pytest.mark.parametrize("source", [*simulated()[0], simulated()[1][-1]], ids=lambda s: s.name)
def test_coverage_of_simulated_games(
    source: Population | Pairing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "SIZES", (400,))
    measure = run.intervals_of_games
    if isinstance(source, Pairing):
        measure = run.intervals_of_pairs
    rows = list(run.rows_of(source, measure, {"calibration": 0.0}, samples=500))
    assert len(rows) >= 3
    for row in rows:
        assert row["printed"] == 100 or source.apart is not None
        if row["printed"] == 100:  # three standard errors of 500 samples are 2.9 points
            assert 92 <= float(str(row["coverage"])) <= 98, row
