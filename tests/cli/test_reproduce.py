"""`sapper reproduce`: five papers by name, with their tables, boards and search trees."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest

from sapper.lab.papers.examples import solve_examples
from sapper.lab.papers.growth import growth
from sapper.lab.papers.reproduction import BEST_PLAYER, Reproduction
from sapper.players.papers.sources import PAPERS
from tests.support.command import sapper


@pytest.fixture(autouse=True)
def no_games() -> Iterator[None]:
    """Play no games: only what is printed around them matters here."""
    points = growth(boards=1, placements=1000)
    found = Reproduction((), (), tuple(points), tuple(solve_examples(BEST_PLAYER)))
    with patch("sapper.cli.commands.reproduce.reproduce", return_value=found):
        yield


def test_the_page_names_the_papers(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    done = sapper("papers", "reproduce", "--quick", "-o", str(page))
    assert f"tables and plots are in {page}" in " ".join(done.stderr.split())
    text = page.read_text("utf-8")
    for paper in PAPERS.values():
        assert f'<a href="#section-{list(PAPERS.values()).index(paper) + 1}">{paper.name}' in text
    assert "<dt>command</dt><dd><code>sapper papers reproduce --quick" in text
