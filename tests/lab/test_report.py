"""Reports, plots and exports: complete, self-contained, with the figures of the runs."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.axes import Axes

from sapper.lab import compare
from sapper.lab.report.export import HEADS, figures_document, write_csv, write_parquet
from sapper.lab.report.page import report_html
from sapper.lab.result import RunResult
from sapper.percent import percent_figure
from tests.support.html_pages import check_page

Draw = Callable[[Axes, Any], Axes]


@pytest.fixture(scope="module")
def results() -> list[RunResult]:
    comparison = compare("greedy", "bfs", board=["8x8/10", "9x9/10"], games=80, workers=1)
    return [result for contest in comparison.contests for result in contest.results]


def test_the_report_is_complete_and_self_contained(results: list[RunResult]) -> None:
    page = report_html(results)
    tags = check_page(page)
    assert tags.count["section"] == 2
    assert tags.count["svg"] == 2 * 6
    assert "prefers-color-scheme: dark" in page
    assert 'name="viewport"' in page
    for result in results:
        assert percent_figure(result.win_rate.value, 2) in page
        assert result.identity in page
    assert "#0a0b0c" not in page  # plots use the colours of the page
    assert page == report_html(results)


def test_exports_agree(results: list[RunResult], tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    for write, name in ((write_csv, "csv"), (write_parquet, "parquet")):
        write(results, tmp_path / name)
    with (tmp_path / "csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 320
    assert tuple(rows[0]) == HEADS
    safeties = [list(map(float, row["safeties"].split())) for row in rows]
    figures = figures_document(results)
    assert [run["wins"] for run in figures["players"]] == [r.wins for r in results]
    assert len(figures["pairs"]) == 2
    assert [run["identity"] for run in figures["players"]] == [r.identity for r in results]
    assert {row["identity"] for row in rows} == {r.identity for r in results}
    assert {row["first_cell"] for row in rows} == {r.run.first for r in results}
    table = parquet.read_table(tmp_path / "parquet").to_pylist()
    assert [row["steps"] for row in table] == [int(row["steps"]) for row in rows]
    assert [row["game"] for row in table] == list(range(80)) * 4
    assert [len(row["safeties"]) for row in table] == [row["guesses"] for row in table]
    assert [row["safeties"] for row in table] == safeties
    assert sum(sum(row["safeties"]) for row in table) == pytest.approx(
        sum(float(np.sum(r.data.expected)) for r in results)
    )
