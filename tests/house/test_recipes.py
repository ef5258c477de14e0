"""The recipes of CONTRIBUTING.md work: they are followed, block by block, in a copy of the sources.

A block marked `recipe: FILE` is a new file; `recipe: FILE, after: LINE` goes below the first line
that begins so, `before: LINE` above it; `recipe: run` holds commands. `IN_WORDS` are the
changes that the page asks for in a sentence.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest

from sapper import _core
from tests.support.page_runner import commands_of
from tests.support.pages import ROOT, Block, blocks_of

IN_WORDS = {
    "add a text format": (
        "src/sapper/board/formats/reading.py", '"json", "mine"]', '"json", "mine", "framed"]'
    ),
}  # fmt: skip

TESTS = {
    "add a player": ["tests/players/test_cautious.py"],
    "add a text format": [
        "tests/board/test_round_trips.py::test_framed", "tests/board/test_reading.py",
        "tests/board/test_bad_texts.py",
    ],
}  # fmt: skip
"""What is run after a recipe; the page asks for more, which would take minutes here."""

pytestmark = pytest.mark.pages


def recipes() -> dict[str, list[Block]]:
    """Return the blocks of every recipe that are part of it."""
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    parts = re.split(r"^## (?:Recipe: )?(.*)$", page, flags=re.MULTILINE)
    found = {
        title: [block for block in blocks_of(text) if block.after("recipe")]
        for title, text in zip(parts[1::2], parts[2::2], strict=True)
    }
    return {title: blocks for title, blocks in found.items() if blocks}


def copy_sources(folder: Path) -> None:
    for name in ("src", "tests"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    shutil.copy(_core.__file__, folder / "src" / "sapper")
    shutil.copy(ROOT / "tests" / "sanitizers" / "sitecustomize.py", folder)


def follow(block: Block, folder: Path) -> None:
    """Write the new file, or put the block into the file that it is for."""
    name, _, where = (block.after("recipe") or "").partition(", ")
    file = folder / name
    if not where:
        file.write_text(block.text, encoding="utf-8")
        return
    side, _, anchor = where.partition(": ")
    lines = file.read_text("utf-8").splitlines(keepends=True)
    at = next(i for i, line in enumerate(lines) if line.strip().startswith(anchor))
    lines.insert(at + (side == "after"), block.text)
    file.write_text("".join(lines), encoding="utf-8")


def run(arguments: list[str], folder: Path) -> None:
    """Run Python in the copy; its `sitecustomize` takes out the hook of the installed sapper."""
    path = os.pathsep.join(str(part) for part in (folder / "src", folder))
    done = subprocess.run(
        [sys.executable, *arguments], cwd=folder, capture_output=True, text=True,
        check=False, env={"PATH": os.environ["PATH"], "PYTHONPATH": path, "PYTHONUTF8": "1"},
    timeout=300)  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


def runs(blocks: list[Block]) -> Iterator[list[str]]:
    """Yield the arguments to Python for the commands of a recipe."""
    programs = {
        "sapper": ["-c", "from sapper.cli import main; main()"],
        "pytest": ["-m", "pytest", "-p", "no:cacheprovider"],
    }
    for block in blocks:
        for command in commands_of(block):
            yield [*programs[command.words[0]], *command.words[1:]]


@pytest.mark.slow
@pytest.mark.parametrize("title", recipes())
def test_a_recipe_works(title: str, tmp_path: Path) -> None:
    copy_sources(tmp_path)
    if title in IN_WORDS:
        name, old, new = IN_WORDS[title]
        text = (tmp_path / name).read_text("utf-8")
        assert text.count(old) == 1
        (tmp_path / name).write_text(text.replace(old, new), encoding="utf-8")
    for is_run, blocks in groupby(recipes()[title], lambda b: b.after("recipe") == "run"):
        if is_run:
            for arguments in runs(list(blocks)):
                run(arguments, tmp_path)
        else:
            for block in blocks:
                follow(block, tmp_path)
    run(["-m", "pytest", "-q", "-p", "no:cacheprovider", *TESTS[title]], tmp_path)


def test_all_recipes_are_followed() -> None:
    assert list(recipes()) == list(TESTS)
