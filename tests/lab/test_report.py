"""Reports, plots and exports: complete, self-contained, with the figures of the runs."""

from __future__ import annotations

import csv
import getpass
import platform
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.axes import Axes

from sapper.documents import document
from sapper.lab import compare
from sapper.lab.ledger import provenance
from sapper.lab.ledger.provenance import Provenance
from sapper.lab.papers.growth import growth, growth_table
from sapper.lab.papers.reproduction import BEST_PLAYER, reproduce
from sapper.lab.report.export import HEADS, figures_document, write_csv, write_parquet
from sapper.lab.report.page import report_html, reproduction_html
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


_GIT = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org"]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository whose project is called sapper, with one commit."""
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "sapper"\n')
    for command in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "first"]):
        subprocess.run([*_GIT, *command], cwd=tmp_path, check=True, timeout=60)
    return tmp_path


def test_it_names_neither_host_nor_user() -> None:
    text = str(document(Provenance.here()))
    for name in (platform.node(), getpass.getuser()):
        assert not re.search(rf"\b{re.escape(name)}\b", text)


def test_a_checkout_has_a_commit_and_a_plus_when_files_changed(checkout: Path) -> None:
    head = subprocess.run(
        ["git", "rev-parse", "HEAD"],
        cwd=checkout, capture_output=True, text=True, check=True, timeout=60,
    ).stdout  # fmt: skip
    commit = provenance._commit_of.__wrapped__(checkout)
    assert commit is not None
    assert len(commit) == 12
    assert head.startswith(commit)
    (checkout / "pyproject.toml").write_text('[project]\nname = "sapper"\n# changed\n')
    assert provenance._commit_of.__wrapped__(checkout) == f"{commit}+"


def test_growth_stays_below_the_bounds() -> None:
    points = growth(boards=2, placements=2000)
    for point in points:
        brute, backtracking = point.bounds
        assert point.nodes < backtracking
        assert point.brute_nodes is None or point.brute_nodes < brute
    nodes = [point.brute_nodes for point in points if point.brute_nodes is not None]
    assert nodes == sorted(nodes)
    assert len(nodes) >= 4
    assert len(growth_table(points).rows) == len(points)


@pytest.mark.slow  # the golden files have it with fewer games
def test_reproduction_of_the_papers() -> None:
    reproduction = reproduce(quick=True, games=5)
    page = reproduction_html(reproduction)
    huda, probability, *_, layout = reproduction.tables
    ours = BEST_PLAYER
    assert [row[1] for row in huda.rows] == 3 * ["greedy", "hybrid", "backtracking", "bfs", ours]
    by_player = {(row[0], row[1]): row[5:9:2] for row in huda.rows}
    for board, greedy, hybrid in (
        ("10x10/15", ["65.9", "64.7"], ["77.0", "74.8"]),
        ("20x20/60", ["55.0", "53.8"], ["67.7", "63.4"]),
        ("30x30/135", ["50.3", "44.6"], ["60.2", "55.6"]),
    ):
        assert (by_player[board, "greedy"], by_player[board, "hybrid"]) == (greedy, hybrid)
        assert by_player[board, "bfs"] == by_player[board, ours] == [None, None]
    verdicts = {row[6] for row in huda.rows} | {row[8] for row in huda.rows}
    assert verdicts <= {None, "higher", "lower", "no difference shown"}
    assert "no difference shown" in verdicts  # of 5 games
    assert {row[-1] for row in probability.rows} <= {None, "higher", "lower", "no difference shown"}
    assert probability.rows[-1][1:4] == ["400/500", "389/500", "78.9"]
    assert all("/500" in str(cell) for row in probability.rows for cell in row[1:3])
    assert all(table.notes for table in reproduction.tables)
    tags = check_page(page)
    assert tags.count["section"] >= 5 + 3 + 2
    assert len(layout.rows) == 12
    for example in reproduction.examples:
        for shown in example.shown:
            assert f"{example.title}: {shown.caption}" in page
            assert shown.trace.render("svg") in page
    assert "Search over r0c2 and r1c2: 7 nodes, 1 solution" in page
    assert "Search over r0c2, r1c2, r2c0, r2c1 and r2c2: 27 nodes, 4 solutions" in page
