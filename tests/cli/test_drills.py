"""Drills as `sapper generate --technique` prints them."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from sapper.board import Position
from sapper.cli.drills import print_drills
from sapper.errors import InputError
from sapper.games.drills import drills
from tests.support.html_pages import check_page


def test_text_has_one_position_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    print_drills("subset", 3, "8x8/12", 4)
    lines = capsys.readouterr().out.splitlines()
    expected = drills("subset", 3, board="8x8/12", seed=4)
    assert [Position.parse(line) for line in lines] == [drill.position for drill in expected]


def test_json_has_the_answers(capsys: pytest.CaptureFixture[str]) -> None:
    print_drills("case-split", 2, None, 4, "json")
    document = json.loads(capsys.readouterr().out)
    expected = drills("case split", 2, seed=4)
    assert document["schema"] == 1
    assert document["technique"] == "case-split"
    assert {drill["technique"] for drill in document["drills"]} == {"case-split"}
    assert document["board"] == "10x10/20"
    assert document["seed"] == "4"
    assert document["tries"] == expected[-1].game + 1
    assert document["drills"] == json.loads(json.dumps([drill.to_dict() for drill in expected]))


def test_pictures_and_pages_are_written(tmp_path: Path) -> None:
    sheet, page = tmp_path / "sheet.svg", tmp_path / "page.html"
    print_drills("difference", 3, "8x8/12", 0, "svg", sheet)
    print_drills("difference", 3, "8x8/12", 0, "html", page)
    assert ElementTree.fromstring(sheet.read_text(encoding="utf-8")).tag.endswith("svg")
    assert check_page(page.read_text(encoding="utf-8")).count["figure"] == 6


def test_mistakes() -> None:
    with pytest.raises(InputError, match="expected one of text, json, svg, html"):
        print_drills("chain", 3, form="pdf")
    with pytest.raises(InputError, match="expected a technique"):
        print_drills("magic", 3)
