"""Reports, plots and exports: complete, self-contained, with the figures of the runs."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from dataclasses import replace
from html import escape
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from rich.console import Console

from sapper.lab import compare, simulate
from sapper.lab.export import HEADS, write_csv, write_json, write_parquet
from sapper.lab.papers import Reproduction, best_player, reproduce
from sapper.lab.papers.growth import growth, growth_table
from sapper.lab.papers.tables import huda_table, probability_table
from sapper.lab.plots import (
    outcomes_of,
    plot_calibration,
    plot_differences,
    plot_growth,
    plot_guesses,
    plot_loss_map,
    plot_losses,
    plot_times,
    plot_win_rates,
)
from sapper.lab.report import report_html, reproduction_html
from sapper.lab.result import RunResult
from sapper.lab.statistics import Estimate, wilson
from sapper.lab.table import (
    Table,
    difference_cells,
    format_difference,
    format_share,
    share_cells,
)
from sapper.percent import percent_figure
from sapper.players.papers.sources import PAPERS

Draw = Callable[[Axes, Any], Axes]


@pytest.fixture(scope="module")
def results() -> list[RunResult]:
    comparison = compare("greedy", "bfs", board=["8x8/10", "9x9/10"], games=80, workers=1)
    return [result for contest in comparison.contests for result in contest.results]


class Tags(HTMLParser):
    """Counts tags, and checks that they are nested correctly."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.count: dict[str, int] = {}

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.count[tag] = self.count.get(tag, 0) + 1
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        self.count[tag] = self.count.get(tag, 0) + 1

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def check_page(page: str) -> Tags:
    """Check that a page is self-contained and return its tags."""
    for link in re.findall(r'(?:src|href)="([^"]*)"', page):
        assert link.startswith(("#", "data:")), link
    assert "url(http" not in page
    assert "@import" not in page
    assert "<script" not in page
    tags = Tags()
    tags.feed(page)
    assert not tags.open
    return tags


def test_the_report_is_complete_and_self_contained(results: list[RunResult]) -> None:
    page = report_html(results)
    tags = check_page(page)
    assert tags.count["section"] == 2
    assert tags.count["svg"] == 2 * 8
    assert "prefers-color-scheme: dark" in page
    assert 'name="viewport"' in page
    for result in results:
        assert percent_figure(result.win_rate.value, 2) in page
        assert result.identity in page
    assert "#0a0b0c" not in page  # plots use the colours of the page
    assert page == report_html(results)


def test_native_players_are_in_every_plot() -> None:
    comparison = compare("champion", "greedy", board="9x9/10", start="raw", games=80, workers=1)
    page = report_html(comparison.contests[0].results)
    for caption in ("Where games are lost", "Calibration", "Guesses per game", "Time per game"):
        figure = page.partition(f"<figcaption>{caption}</figcaption>")[2].partition("</figure>")[0]
        assert "champion" in figure, caption
        assert "greedy" in figure, caption
    for result in comparison.contests[0].results:
        assert f"Cells where games are lost: {result.run.strategy}" in page


def test_names_are_escaped() -> None:
    assert "<b>" not in Table("<b>", ["<b>"], [["<b>"]]).to_html()


def test_a_table_prints_brackets_and_missing_values() -> None:
    table = Table("sapper[lab]", ["[name]", "value"], [["[b]", 1234], ["x", None]])
    output = StringIO()
    Console(file=output, width=80).print(table)
    printed = output.getvalue()
    for text in ("sapper[lab]", "[name]", "[b]", "1,234", "–"):
        assert text in printed
    assert table.to_markdown().splitlines() == [
        "| [name] | value |", "| --- | --- |", "| [b] | 1,234 |", "| x | – |",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "draw", [plot_win_rates, plot_guesses, plot_losses, plot_times, plot_calibration]
)
def test_plots_take_and_return_axes(draw: Draw, results: list[RunResult]) -> None:
    axes = Figure().subplots()
    assert draw(axes, results[:2]) is axes
    assert axes.get_xlabel()
    assert axes.has_data()


def test_other_plots_take_and_return_axes(results: list[RunResult]) -> None:
    pairs = compare("greedy", "bfs", board="8x8/10", games=40, workers=1).contests[0].pairs
    points = growth(boards=1, placements=1000)
    drawn: tuple[tuple[Draw, object], ...] = (
        (plot_differences, pairs),
        (plot_loss_map, results[0]),
        (plot_growth, points),
    )
    for draw, what in drawn:
        axes = Figure().subplots()
        assert draw(axes, what) is axes
        assert axes.has_data()


def test_guesses_and_their_outcomes(results: list[RunResult]) -> None:
    for result in results:
        safeties, outcomes = outcomes_of(result)
        assert len(safeties) == len(outcomes) == result.guesses
        assert outcomes.sum() == result.data.survived.sum()
        assert safeties.sum() == pytest.approx(result.data.expected.sum())


def test_exports_agree(results: list[RunResult], tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    for write, name in ((write_csv, "csv"), (write_json, "json"), (write_parquet, "parquet")):
        write(results, tmp_path / name)
    with (tmp_path / "csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 320
    assert tuple(rows[0]) == HEADS
    safeties = [list(map(float, row["safeties"].split())) for row in rows]
    figures = json.loads((tmp_path / "json").read_text())
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


@pytest.fixture(scope="module")
def reproduction() -> Reproduction:
    return reproduce(quick=True, games=12)


def test_reproduction_of_the_papers(reproduction: Reproduction) -> None:
    huda, probability, *_, layout = reproduction.tables
    ours = best_player()
    assert [row[1] for row in huda.rows] == 3 * ["greedy", "hybrid", "backtracking", "bfs", ours]
    by_player = {(row[0], row[1]): row[5:7] for row in huda.rows}
    for board, greedy, hybrid in (
        ("10x10/15", ["65.9", "64.7"], ["77.0", "74.8"]),
        ("20x20/60", ["55.0", "53.8"], ["67.7", "63.4"]),
        ("30x30/135", ["50.3", "44.6"], ["60.2", "55.6"]),
    ):
        assert (by_player[board, "greedy"], by_player[board, "hybrid"]) == (greedy, hybrid)
        assert by_player[board, "bfs"] == by_player[board, ours] == [None, None]
    assert probability.rows[-1][1:4] == ["400/500", "389/500", "78.9"]
    assert all("/500" in str(cell) for row in probability.rows for cell in row[1:3])
    assert all(table.notes for table in reproduction.tables)
    tags = check_page(reproduction_html(reproduction))
    assert tags.count["section"] >= 5 + 3 + 2
    assert len(layout.rows) == 12


def test_every_paper_is_named(reproduction: Reproduction) -> None:
    page = reproduction_html(reproduction)
    assert len(reproduction.chapters) == len(PAPERS) == 5
    for paper, chapter in zip(PAPERS.values(), reproduction.chapters, strict=True):
        assert chapter.paper is paper
        assert chapter.table.title.startswith(f"{paper.name}: ")
        assert f"<h2>{escape(chapter.table.title)}</h2><p>{escape(paper.citation)}</p>" in page


def test_the_report_draws_the_search_trees(reproduction: Reproduction) -> None:
    page = reproduction_html(reproduction)
    for example in reproduction.examples:
        for shown in example.shown:
            assert f"{example.title}: {shown.caption}" in page
            assert shown.trace.render("svg") in page
    assert "Search over r0c2 and r1c2: 7 nodes, 1 solution" in page
    assert "Search over r0c2, r1c2, r2c0, r2c1 and r2c2: 27 nodes, 4 solutions" in page


@pytest.mark.parametrize(
    ("wins", "verdict"), [(0, "lower"), (8, "no difference shown"), (12, "higher")]
)
def test_notes_follow_the_figures(wins: int, verdict: str, reproduction: Reproduction) -> None:
    greedy = reproduction.huda[0]
    assert (greedy.run.strategy, greedy.games) == ("greedy", 12)
    changed = replace(greedy, data=replace(greedy.data, won=np.arange(12) < wins))
    printed, observed = huda_table([changed]).notes[:2]
    assert printed.startswith("greedy, ours minus the printed rate, in points (95 %): 10x10/15 ")
    assert printed.endswith(f", {verdict}.")
    assert observed.endswith(f", {verdict}.")


@pytest.mark.parametrize(
    ("ours", "hybrids", "verdict"),
    [(12, 0, "higher"), (0, 12, "lower"), (6, 6, "no difference shown")],
)
def test_the_best_player_is_compared_by_the_figures(
    ours: int, hybrids: int, verdict: str, reproduction: Reproduction
) -> None:
    wins = {"greedy": 0, "hybrid": hybrids, best_player(): ours}
    changed = [
        replace(r, data=replace(r.data, won=np.arange(12) < wins[r.run.strategy]))
        for r in reproduction.huda
        if r.run.board == "10x10/15" and r.run.strategy in wins
    ]
    [note] = [note for note in huda_table(changed).notes if "the best of" in note]
    rival = "greedy" if hybrids == 0 else "hybrid"
    assert f" 10x10/15 over {rival} " in note
    assert note.endswith(f", {verdict}.")


@pytest.mark.parametrize(
    ("wins", "verdict"), [(300, "lower"), (395, "no difference shown"), (480, "higher")]
)
def test_the_note_on_probability_follows_the_figures(
    wins: int, verdict: str, reproduction: Reproduction
) -> None:
    changed = [
        replace(r, data=replace(r.data, won=np.arange(r.games) < wins))
        for r in reproduction.probability
        if r.run.first == "random"
    ]
    [note] = probability_table(changed).notes
    assert note.startswith("Ours minus the printed rate, in points (95 %): random ")
    assert note.endswith(f", {verdict}.")


def test_the_notes_on_growth_follow_the_figures() -> None:
    points = growth(boards=1, placements=100)
    below = growth_table(points).notes
    assert "prune wrong branches" in below[-1]
    first = replace(points[0], nodes=2.0 * points[0].bounds[1])
    above = growth_table([first, *points[1:]]).notes
    assert above == [below[0], "On these boards backtracking visits at most 2 of its bound."]


def test_probability_with_a_corner_first_agrees_with_the_printed_rate(
    reproduction: Reproduction,
) -> None:
    corner = [r for r in reproduction.probability if r.run.first == "0,0"]
    wins = sum(r.wins for r in corner)
    assert sum(r.games for r in corner) == 1000
    assert 740 <= wins <= 840


def test_a_report_of_a_short_run() -> None:
    check_page(report_html([simulate("greedy", "4x4/1", games=2, workers=1, start="open")]))


def test_shares_are_written_as_percentages() -> None:
    none_won, few_won = wilson(0, 50), wilson(1, 100_000)
    assert share_cells(none_won) == ["0.00", f"0.00 to {percent_figure(none_won.high, 2)}"]
    assert share_cells(few_won) == ["<0.01", "<0.01 to 0.01"]
    assert share_cells(None) == difference_cells(None) == [None, None]


def test_estimates_are_written_one_way() -> None:
    rate = Estimate(0.41204, 0.4, 0.424)
    assert format_share(rate) == "41.20 (40.00 to 42.40)"
    assert format_share(rate, 1, unit=" %") == "41.2 % (40.0 to 42.4)"
    assert format_difference(Estimate(0.005, -0.001, 0.011), 1) == "+0.5 (-0.1 to +1.1)"
    for nothing in (None, wilson(0, 0)):
        assert format_share(nothing) == format_difference(nothing) == "–"
