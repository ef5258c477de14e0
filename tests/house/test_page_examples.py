"""Every block of code in the documentation is run, and every position that it shows is possible."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from sapper.players import registry
from tests.support.page_runner import PageRunner, commands_of, parse_command
from tests.support.pages import LANGUAGES, PAGES, ROOT, Block, blocks_of, page_name, prose
from tests.support.shown_positions import Shown, is_possible, shown_positions

TEXTS = {page_name(page): page.read_text("utf-8") for page in PAGES}
BLOCKS = {name: blocks_of(text) for name, text in TEXTS.items()}
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
MOST_NOT_RUN = 18
"""Raise this only with a reason that no smaller example would remove."""

TRANSLATIONS = {"README.id.md": "README.md"}
LONG_PAGES = ("docs/08-laboratory.md", "docs/18-engine-protocol.md", "docs/20-datasets.md",
              "docs/how-to/researcher.md", "docs/how-to/solver-author.md")  # fmt: skip
"""Pages whose blocks `make test-all` runs."""

MARKS = ("", "not run", "exit code", "saved as", "recipe")


@pytest.fixture(autouse=True)
def _forget_players() -> Iterator[None]:
    """Forget the players that a page registers."""
    before = dict(registry._known)
    yield
    registry._known.clear()
    registry._known.update(before)


def texts_of_original(name: str) -> set[str]:
    """Return the code of the page that this one translates: the same code is run once."""
    original = TRANSLATIONS.get(name)
    return {block.text for block in BLOCKS[original]} if original else set()


def not_run() -> list[tuple[str, Block]]:
    return [
        (name, block)
        for name, blocks in BLOCKS.items()
        for block in blocks
        if block.reason_not_to_run and block.text not in texts_of_original(name)
    ]


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
        if block.reason_not_to_run or block.after("recipe") or block.is_directive:
            continue
        if block.text in elsewhere:
            continue
        try:
            runner.run(block)
        except Exception as error:
            raise AssertionError(f"{name}, line {block.line}: {error}") from error


@pytest.mark.parametrize("name", BLOCKS)
def test_every_block_has_a_language_and_a_known_mark(name: str) -> None:
    for block in BLOCKS[name]:
        assert block.is_directive or block.language in LANGUAGES, f"line {block.line}"
        assert block.mark.partition(": ")[0] in MARKS, f"line {block.line}: {block.mark}"
    assert TEXTS[name].count("\n```") == 2 * len(BLOCKS[name])


@pytest.mark.parametrize("name", BLOCKS)
def test_no_code_is_hidden_from_the_tests(name: str) -> None:
    """Neither in a block of text nor by indentation."""
    for block in BLOCKS[name]:
        if block.language == "text":
            assert not re.search(r"^\$ |^>>> |^(sapper|make|python|pip) ", block.text, re.MULTILINE)
    lines = TEXTS[name].splitlines()
    seen = {number for number, _ in prose(TEXTS[name])}
    in_blocks = {
        number for block in BLOCKS[name]
        for number in range(block.line, block.line + block.text.count("\n") + 2)
    }  # fmt: skip
    for number in range(1, len(lines) + 1):
        assert number in seen | in_blocks, f"line {number} is indented by four columns"


def test_few_blocks_are_not_run() -> None:
    assert len(not_run()) <= MOST_NOT_RUN
    for name, block in not_run():
        assert len(block.reason_not_to_run or "") > 10, f"{name}, line {block.line}"


@pytest.mark.parametrize(("name", "block"), not_run(), ids=lambda value: str(value)[:20])
def test_commands_that_are_not_run_exist(name: str, block: Block) -> None:
    assert block.language in ("sh", "console"), f"{name}, line {block.line}"
    for command in commands_of(block):
        if command.words[0] == "sapper":
            parse_command(command.words)
        elif command.words[0] == "make":
            assert set(filter(str.islower, command.words[1:2])) <= TARGETS


@pytest.mark.parametrize("name", TEXTS)
def test_the_positions_of_a_page_are_possible(name: str) -> None:
    for shown in shown_positions(TEXTS[name]):
        assert shown.is_called_impossible or is_possible(shown.text), f"{name}: {shown.text}"


def test_positions_are_found() -> None:
    page = (
        "A line `3x3/2:01_/12_/___`,\na matrix `[[1, -1]]`.\n\n```position\n2x1x1\n1H\n```\n\n"
        "```sh\nsapper layout '[[1,1]]'\nsapper analyse '1x2/1:1_'\n```\n\n"
        "This one is impossible:\n\n```position\n1x2/1:0_\n```\n\nand `1x2/0:1_` not said to be.\n"
    )
    assert list(shown_positions(page)) == [
        Shown("3x3/2:01_/12_/___", False),
        Shown("[[1, -1]]", False),
        Shown("2x1x1\n1H\n", False),
        Shown("1x2/1:1_", False),
        Shown("1x2/1:0_\n", True),
        Shown("1x2/0:1_", False),
    ]
    assert [is_possible(shown.text) for shown in shown_positions(page)] == [
        True, True, True, True, False, False,
    ]  # fmt: skip


def run_page(text: str, folder: Path) -> None:
    runner = PageRunner(folder)
    for block in blocks_of(text):
        runner.run(block)


@pytest.mark.parametrize(
    "text",
    [
        "```sh\nsapper analysis '3x3/2:01_/12_/___'\n```",
        "```console\n$ sapper hint '3x3/2:01_/12_/___'\nNothing is certain.\n```",
        "<!-- exit code: 2 -->\n```sh\nsapper hint '3x3/2:01_/12_/___'\n```",
        "```python\n>>> 1 + 1\n3\n```",
        "```python\nimport sapper.analyze\n```",
        "```json\n{'schema': 1}\n```",
        "```sh\ncat missing.txt\n```",
    ],
)
def test_a_wrong_block_fails(text: str, tmp_path: Path) -> None:
    with pytest.raises((AssertionError, ImportError, ValueError)):
        run_page(text + "\n", tmp_path)


@pytest.mark.parametrize(
    "text",
    [
        "<!-- saved as: a.txt -->\n```text\n3x3/2:01_/12_/___\n```\n```sh\nsapper hint a.txt\n```",
        "```python\nx = 1\n```\n```python\n>>> x\n1\n```",
        "```console\n$ sapper hint '3x3/2:01_/12_/___' | wc -l\n...1\n```",
        "```sh\nsapper run fast --board 4x4/2 --games 1000000 \\\n    --seed 1  # small\n```",
    ],
)
def test_a_right_block_runs(text: str, tmp_path: Path) -> None:
    run_page(text + "\n", tmp_path)


def test_commands_are_parsed() -> None:
    parse_command(["sapper", "serve", "--port", "9000"])
    for words in (["sapper", "server"], ["sapper", "serve", "--prot", "9000"]):
        with pytest.raises(Exception, match=r"(?i)no such"):
            parse_command(words)
