"""The page writes percentages, games and cells as the library does, in the same colours."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

import sapper.web
from sapper.analysis.picture import chance_colour
from sapper.board.spec import PRESETS
from sapper.percent import percent, percent_figure
from tests.support.web_pages import visit

_CALL = "([module, name, calls]) => import(module).then((all) => calls.map((c) => all[name](...c)))"


def call(page: Page, module: str, name: str, calls: list[list[Any]]) -> list[Any]:
    """Return what a function of one of the page's modules returns for each list of arguments."""
    visit(page, "play")
    result: list[Any] = page.evaluate(_CALL, [f"/static/js/{module}", name, calls])
    return result


def test_percentages_are_the_librarys(page: Page) -> None:
    dice = random.Random(16)
    chances = [0, 1, 0.5, 1e-12, 1 - 1e-12, 0.0004, 0.0005, 0.9996, 0.994, 0.995, 1.2, -0.013]
    chances += [k / 16 for k in range(17)] + [k / 1000 for k in range(0, 1001, 7)]
    chances += [dice.random() ** 4 for _ in range(200)] + [
        1 - dice.random() ** 4 for _ in range(200)
    ]
    for decimals in (None, 0, 1, 2):
        calls = [[chance, decimals] for chance in chances]
        expected = [percent_figure(chance, decimals) for chance in chances]
        assert call(page, "percent.js", "percentFigure", calls) == expected
    assert call(page, "percent.js", "percent", [[0.25], [None]]) == [percent(0.25), "–"]
    assert call(page, "percent.js", "percent", [[-0.2], [-0.0354]]) == ["−20.0 %", "−3.5 %"]
    asked: list[list[Any]] = [[0], [1], [0.125], [0.3333]]
    shown = ["0 %", "100 %", "12.50 %", "33.33 %"]
    assert call(page, "percent.js", "cellChance", asked) == shown


def test_an_undecided_chance_is_never_0_or_100_on_the_page(page: Page) -> None:
    tiny = [10.0**-k for k in range(1, 17)]
    calls = [[c, d] for d in (0, 1, 2) for t in tiny for c in (t, 1 - t) if 0 < c < 1]
    for shown in call(page, "percent.js", "percentFigure", calls):
        assert 0 < float(shown.lstrip("<>")) < 100


def test_moves_are_written_and_read_as_the_library_does(page: Page) -> None:
    asked = [[{"kind": "chord", "index": 42, "time": None}, 30]]
    assert call(page, "model/game-line.js", "writeMove", asked) == ["c1,12"]
    assert call(page, "model/game-line.js", "moveCell", [["c3,12@1.5"]]) == [[3, 12]]


def test_chances_have_the_librarys_colours(page: Page) -> None:
    chances = [k / 16 for k in range(17)] + [k / 1000 for k in range(0, 1001, 7)]
    found = call(page, "board/cell-look.js", "heat", [[chance] for chance in chances])
    assert [f"#{bytes(colour).hex()}" for colour in found] == [*map(chance_colour, chances)]


def test_the_page_offers_the_standard_boards() -> None:
    page = (Path(sapper.web.__file__).parent / "static" / "index.html").read_text("utf-8")
    named = re.findall(r'<option value="([^"]*x[^"]*)">(\w+)</option>', page)
    assert [(name.lower(), board) for board, name in named] == [*PRESETS.items()]
    offered = re.search(r'<datalist id="boards">(.*?)</datalist>', page)
    assert offered is not None
    assert re.findall(r'value="(.*?)"', offered[1]) == [*PRESETS.values()]
