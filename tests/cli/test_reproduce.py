"""The page of `sapper papers reproduce` names every paper."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

from sapper.lab.papers.examples import solve_examples
from sapper.lab.papers.growth import growth
from sapper.lab.papers.reproduction import BEST_PLAYER, Reproduction
from sapper.players.papers.sources import PAPERS
from tests.support.command import sapper


def test_the_page_names_the_papers(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    points = growth(boards=1, placements=1000)

    def no_games(**_asked: object) -> Reproduction:
        return Reproduction((), (), tuple(points), tuple(solve_examples(BEST_PLAYER)))

    with patch("sapper.cli.commands.reproduce.reproduce", no_games):
        done = sapper("papers", "reproduce", "--quick", "-o", str(page))
        sapper("--language", "id", "papers", "reproduce", "-o", str(tmp_path / "id.html"))
    assert f"tables and plots are in {page}" in " ".join(done.stderr.split())
    indonesian = (tmp_path / "id.html").read_text("utf-8")
    assert ">4.608<" in indonesian  # written once, not twice: neither 4,608 nor 100.0
    for english in ("opens", "mine<", "safe<", ">solution", "must guess", " rule", "bound n"):
        assert english not in indonesian
    text = page.read_text("utf-8")
    for paper in PAPERS.values():
        assert f'<a href="#section-{list(PAPERS.values()).index(paper) + 1}">{paper.name}' in text
    assert "<dt>command</dt><dd><code>sapper papers reproduce --quick" in text
