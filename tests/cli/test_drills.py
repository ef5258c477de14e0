"""Drills as `sapper generate --technique` prints them."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

from sapper.board import Position
from sapper.games.drills import drills
from tests.support.command import sapper
from tests.support.html_pages import check_page

DRILLS = ("generate", "-b", "8x8/12", "--seed", "4", "--technique")


def test_text_has_one_position_in_a_line() -> None:
    lines = sapper(*DRILLS, "subset", "--positions", "3").stdout.splitlines()
    expected = drills("subset", 3, board="8x8/12", seed=4)
    assert [Position.parse(line) for line in lines] == [drill.position for drill in expected]


def test_json_has_the_answers() -> None:
    document = json.loads(sapper(*DRILLS, "case-split", "--positions", "2", "--json").stdout)
    assert (document["technique"], document["board"], document["seed"]) == (
        "case-split", "8x8/12", "4",
    )  # fmt: skip
    assert {drill["technique"] for drill in document["drills"]} == {"case-split"}


def test_pictures_and_pages_are_written(tmp_path: Path) -> None:
    sheet, page = tmp_path / "sheet.svg", tmp_path / "page.html"
    for path in (sheet, page):
        done = sapper(*DRILLS, "difference", "--positions", "3", "-o", str(path))
        assert done.returncode == 0, done.stderr
    assert ElementTree.fromstring(sheet.read_text(encoding="utf-8")).tag.endswith("svg")
    assert check_page(page.read_text(encoding="utf-8")).count["figure"] == 6


def test_mistakes(tmp_path: Path) -> None:
    refused = sapper(*DRILLS, "chain", "--positions", "3", "-o", str(tmp_path / "drills.pdf"))
    assert "as .svg or .html" in refused.stderr
    assert "expected a technique" in sapper(*DRILLS, "magic", "--positions", "3").stderr
