"""Read the pages of the documentation: their prose, and their blocks of code with their marks.

The language of a block says what the tests do with it:

    sh          every command runs and ends with exit code 0
    console     every command after `$ ` runs; what stands below it is its output
    python      runs; with `>>> ` as an interactive session
    json, toml  is valid
    position    is a position
    text        is neither code nor a position: a diagram, a grammar, messages

A mark is an HTML comment in the line above a block. `not run: REASON` is the only way not to run
one; CONTRIBUTING.md lists the other marks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

__all__ = ["LANGUAGES", "PAGES", "ROOT", "Block", "blocks_of", "page_name", "prose"]

ROOT: Final = Path(__file__).parents[2]
PAGES: Final = sorted(
    page
    for pattern in ("*.md", ".github/**/*.md", "docs/**/*.md", "experiments/*/*.md")
    for page in ROOT.glob(pattern)
)
LANGUAGES: Final = ("sh", "console", "python", "json", "toml", "position", "text")

_BLOCK = re.compile(
    r"(?:^<!-- (?P<mark>[^\n]+?) -->\n)?^```(?P<language>[^\n]*)\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Block:
    """A fenced block of code: where it begins, its language, its mark and its text."""

    line: int
    language: str
    mark: str
    text: str

    @property
    def is_directive(self) -> bool:
        """Whether the block is a directive of the site, such as `{eval-rst}`."""
        return self.language.startswith("{")

    @property
    def reason_not_to_run(self) -> str | None:
        """Why the block is not run, or None."""
        return self.after("not run")

    def after(self, word: str) -> str | None:
        """Return what the mark says after `word: `, or None if it is another mark."""
        head, _, rest = self.mark.partition(": ")
        return rest if head == word else None


def blocks_of(text: str) -> list[Block]:
    """Return the blocks of a page in their order."""
    return [
        Block(
            line=text.count("\n", 0, found.start("language")) + 1,
            language=found["language"].strip(),
            mark=found["mark"] or "",
            text=found["text"],
        )
        for found in _BLOCK.finditer(text)
    ]


def prose(text: str) -> Iterator[tuple[int, str]]:
    """Yield the number and the text of every line that is not code."""
    is_code = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            is_code = not is_code
        elif not is_code and not line.startswith("    "):
            yield number, line


def page_name(page: Path) -> str:
    """Return the path of a page from the project's folder."""
    return page.relative_to(ROOT).as_posix()
