"""What a report says of runs that it cannot compare, or that it should not trust."""

from __future__ import annotations

import json
from pathlib import Path

from sapper.lab import Ledger, simulate
from sapper.lab.report import report_html
from sapper.lab.simulation import result_of
from tests.support.command import sapper


def test_players_without_pairs_are_named(tmp_path: Path) -> None:
    """Only sums of their games are kept, so that nobody can be compared with them."""
    path = tmp_path / "ledger"
    for name, keep in (("fast", "summary"), ("champion", "outcomes"), ("lookahead", "games")):
        simulate(name, "5x5/4", games=40, seed=1, workers=1, ledger=path, keep=keep)
    with Ledger(path) as ledger:
        results = [result_of(run, ledger) for run in ledger.runs()]
    said = "No pairs with fast on 5x5/4: only sums of its games are kept"
    assert said in report_html(results)
    assert said not in report_html(results[1:])
    assert "No pairs" not in report_html(results[:1])
    done = sapper("lab", "report", "--ledger", str(path), "--json")
    assert said in " ".join(done.stderr.split())
    assert len(json.loads(done.stdout)["pairs"]) == 1
