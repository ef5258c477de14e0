"""The generated tables of the documents match the stored results."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from docs import measurements
from docs.tables import DOCUMENTS, ROOT, renew
from experiments.records.rivals import rivals
from experiments.records.table import Record, read_records, short_table, summary, verdicts
from sapper.players import player_specs
from sapper.players.papers.sources import PAPERS


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_documents_are_up_to_date(path: Path) -> None:
    text = path.read_text("utf-8")
    assert renew(text) == text, "run: python -m docs.tables --write"


def test_a_manual_edit_is_detected() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    edited = text.replace("54.39 ± 0.07", "54.99 ± 0.07")
    assert edited != text
    assert renew(edited) == text


@pytest.mark.parametrize(
    ("percent", "verdict"), [(53.0, "Lower"), (54.3, "No difference shown"), (55.0, "Higher")]
)
def test_verdicts_follow_the_figures(percent: float, verdict: str) -> None:
    record = read_records()[0]
    changed = replace(record, row={**record.row, "without_luck_percent": percent})
    assert verdicts([changed]).startswith(verdict)


def test_the_readme_shows_our_best_player_and_counts_every_row() -> None:
    records = read_records()
    lower = [replace(r, row={**r.row, "without_luck_percent": 1.0}) for r in records]
    assert short_table(records).count("\n") == 1 + len({r.place for r in records} & STANDARD)
    assert "(`patient`) | 41.132 (Hill)" in short_table(records)
    assert "(`champion`) | 41.132 (Hill)" not in short_table(records)
    assert f"{len(records)} comparisons" in summary(records)
    assert f"0 higher, 0 no difference shown, {len(records)} lower (" in summary(lower)


STANDARD = {f"{board} {start}" for board in ("9x9/10", "16x16/40", "16x30/99")
            for start in ("open", "safe")}  # fmt: skip


def test_figures_on_speed_come_from_the_benchmarks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = ROOT / "bench" / "results"
    for name in ("analysis", "batch", "champion", "growth", "huge"):
        (tmp_path / f"{name}.json").write_text((results / f"{name}.json").read_text("utf-8"))
    document = json.loads((tmp_path / "analysis.json").read_text())
    document["tables"][0]["rows"][0][2] = 77.7
    (tmp_path / "analysis.json").write_text(json.dumps(document))
    huge = json.loads((tmp_path / "huge.json").read_text())
    huge["tables"][0]["rows"][0][6] = 1234
    (tmp_path / "huge.json").write_text(json.dumps(huge))
    champion = json.loads((tmp_path / "champion.json").read_text())
    champion["tables"][0]["rows"][1][2] = 0.4321
    (tmp_path / "champion.json").write_text(json.dumps(champion))
    monkeypatch.setattr(measurements, "_RESULTS", tmp_path)
    assert "take 78 microseconds" in measurements.speed_sentence()
    assert "| 77.7 / " in measurements.speed_table()
    assert "to 1234 times" in measurements.huge_sentence()
    assert "| `fast` | 0.432 | " in measurements.player_table()


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


def test_stored_rows_were_compared_with_the_same_figures() -> None:
    for record in read_records():
        assert record.row["best_known_percent"] == record.rival.bound
        low = record.row["interval_95_percent"][0]
        assert record.row["is_above"] == (low > record.rival.bound)
        assert 100 * record.rate.low == pytest.approx(low, abs=6e-4)


def test_papers_and_players_name_each_other() -> None:
    for key, paper in PAPERS.items():
        players = {name for name in paper.here if not name.startswith("sapper ")}
        assert players <= {entry.name for entry in player_specs() if entry.paper == key}
