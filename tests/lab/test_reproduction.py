"""The papers played again: every paper by name, and notes that follow the figures."""

from __future__ import annotations

import pytest

from sapper.lab.papers.growth import growth, growth_table
from sapper.lab.papers.reproduction import BEST_PLAYER, reproduce
from sapper.lab.report.page import reproduction_html
from tests.support.html_pages import check_page


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
