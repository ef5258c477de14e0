"""The documentation: lines that fit a screen, files that exist."""

from __future__ import annotations

import re
from pathlib import Path

from tests.support.pages import PAGES, ROOT, page_name, prose
from tests.support.rooms import PACKAGE

MOST_COLUMNS = 100

BASES = (
    ROOT, PACKAGE, PACKAGE / "players", ROOT / "native", ROOT / "native" / "sapper",
    ROOT / "native" / "sapper" / "player",
)  # fmt: skip
"""The folders from which a page may name a file."""

NOT_HERE = re.compile(r"cautious|framed|^build/|static/engine/|\d+x\d+/")
"""Files that recipes and commands make, and boards such as `torus-9x9/10`."""

NAMED_FILE = re.compile(r"`((?:[\w.-]+/)+[\w-]*(?:\.(?:py|pyi|hpp|cpp|inc|js|json|md|toml))?)`")


def wide_lines(text: str) -> list[str]:
    """Return the lines of prose that are too wide; tables may be, and a link may stick out."""
    lines = [
        (number, re.sub(r"\]\([^)]*\)|https?://\S+", "", line)) for number, line in prose(text)
    ]
    return [
        f"line {number} has {len(line)} columns: {line[:40]}..."
        for number, line in lines
        if len(line) > MOST_COLUMNS and not line.startswith("|")
    ]


def missing_files(text: str) -> list[str]:
    """Return the files and folders that a page names and that do not exist."""
    named = [name for _, line in prose(text) for name in NAMED_FILE.findall(line)]
    return [name for name in named if not NOT_HERE.search(name) and not _exists(name)]


def _exists(name: str) -> bool:
    """Return whether there is such a file or folder; `count/solve` stands for all `solve.*`."""
    return any(
        (base / name).exists() or any((base / name).parent.glob(f"{Path(name).name}.*"))
        for base in BASES
    )


def missing_links(page: Path) -> list[str]:
    """Return the relative links of a page that lead to no file."""
    links = [link for _, line in prose(page.read_text("utf-8")) for link in _links(line)]
    return [link for link in links if link and not (page.parent / link).exists()]


def _links(line: str) -> list[str]:
    found = re.findall(r"\]\(([^)\s]+)\)", line)
    return [link.partition("#")[0] for link in found if not link.startswith("http")]


def test_pages_fit_a_screen_and_name_files_that_exist() -> None:
    faults = {}
    for page in PAGES:
        text = page.read_text("utf-8")
        faults[page_name(page)] = wide_lines(text) + missing_files(text) + missing_links(page)
    assert not {name: found for name, found in faults.items() if found}


def test_the_checks_find_faults() -> None:
    assert wide_lines("- " + "x " * 50)
    assert not wide_lines("```\n" + "x" * 200 + "\n```")
    assert missing_files("see `players/champion.py` and `players/papers/`") == [
        "players/champion.py"
    ]


PICTURES = sorted((ROOT / "docs").rglob("*.svg")) + sorted((ROOT / "docs").rglob("*.png"))
MOST_BYTES = 150_000
FROM_OUTSIDE = re.compile(r"(?:src|href)=\"?https?://|@import|url\(['\"]?http")


def test_pictures_are_small_and_used_and_ask_no_other_host() -> None:
    pages = "".join(page.read_text("utf-8") for page in PAGES)
    assert PICTURES
    for picture in PICTURES:
        assert picture.stat().st_size < MOST_BYTES, picture
        assert f"{picture.name})" in pages, picture
        assert picture.suffix != ".svg" or not FROM_OUTSIDE.search(picture.read_text()), picture
