"""Every block of code in the documentation is run."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sapper.players import registry
from tests.support.page_runner import PageRunner
from tests.support.pages import LANGUAGES, PAGES, blocks_of, page_name

TEXTS = {page_name(page): page.read_text("utf-8") for page in PAGES}
BLOCKS = {name: blocks_of(text) for name, text in TEXTS.items()}

TRANSLATIONS = {"README.id.md": "README.md"}
LONG_PAGES = ("docs/explain/laboratory.md", "docs/reference/protocol.md",
              "docs/how-to/one-machine.md", "docs/how-to/researcher.md",
              "docs/how-to/solver-author.md")  # fmt: skip
"""Pages whose blocks `make test-all` runs."""

MARKS = ("", "not run", "exit code", "saved as")
pytestmark = pytest.mark.pages


@pytest.fixture(autouse=True)
def _forget_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Forget the players that a page registers, and its modules: several pages have a mine.py."""
    before = dict(registry._known)
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield
    registry._known.clear()
    registry._known.update(before)
    for name, module in [*sys.modules.items()]:
        if str(getattr(module, "__file__", None)).startswith(str(tmp_path)):
            del sys.modules[name]


def texts_of_original(name: str) -> set[str]:
    """Return the code of the page that this one translates: the same code is run once."""
    original = TRANSLATIONS.get(name)
    return {block.text for block in BLOCKS[original]} if original else set()


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] if name in LONG_PAGES else [])
        for name, blocks in BLOCKS.items()
        if blocks
    ],
)
def test_the_blocks_of_a_page_run(name: str, tmp_path: Path) -> None:
    runner = PageRunner(tmp_path)
    elsewhere = texts_of_original(name)
    for block in BLOCKS[name]:
        if block.reason_not_to_run or block.is_directive or block.text in elsewhere:
            continue
        try:
            runner.run(block)
        except Exception as error:
            raise AssertionError(f"{name}, line {block.line}: {error}") from error


def test_no_code_is_hidden_from_the_tests() -> None:
    """Neither in a block of another language, nor by an unknown mark."""
    command = re.compile(r"^\$ |^>>> |^(sapper|make|python|pip) ", re.MULTILINE)
    for name, blocks in BLOCKS.items():
        for block in blocks:
            place = f"{name}, line {block.line}"
            assert block.is_directive or block.language in LANGUAGES, place
            assert block.mark.partition(": ")[0] in MARKS, f"{place}: {block.mark}"
            assert block.language != "text" or not command.search(block.text), place
        assert TEXTS[name].count("\n```") == 2 * len(blocks), name
