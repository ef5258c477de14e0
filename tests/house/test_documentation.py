"""The documentation: lines that fit a screen, files that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.pages import PAGES, ROOT, page_name, prose
from tests.support.rooms import PACKAGE

MOST_COLUMNS = 100
MOST_COLUMNS_OF_A_TABLE = 110

BASES = (
    ROOT, PACKAGE, PACKAGE / "players", ROOT / "native", ROOT / "native" / "sapper",
    ROOT / "native" / "sapper" / "player",
)  # fmt: skip
"""The folders from which a page may name a file."""

NOT_HERE = re.compile(r"cautious|framed|^build/|static/engine/|\d+x\d+/")
"""Files that recipes and commands make, and boards such as `torus-9x9/10`."""

CITED = "Exploring Efficient Strategies"
"""The title of a paper that a page cites."""

NAMED_FILE = re.compile(r"`((?:[\w.-]+/)+[\w-]*(?:\.(?:py|pyi|hpp|cpp|inc|js|json|md|toml))?)`")


def wide_lines(text: str) -> list[str]:
    """Return the lines of prose and tables that are too wide; a link may stick out."""
    wide = []
    for number, line in prose(text):
        most = MOST_COLUMNS_OF_A_TABLE if line.startswith("|") else MOST_COLUMNS
        if len(re.sub(r"\]\([^)]*\)|https?://\S+", "", line)) > most:
            wide.append(f"line {number} has {len(line)} columns: {line[:40]}...")
    return wide


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


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_lines_fit_a_screen(page: Path) -> None:
    assert not wide_lines(page.read_text("utf-8"))


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_files_that_a_page_names_exist(page: Path) -> None:
    assert not missing_files(page.read_text("utf-8"))
    assert not missing_links(page)


def test_all_pages_are_there() -> None:
    assert {"README.md", "docs/01-flow.md", ".github/pull_request_template.md"} <= set(
        map(page_name, PAGES)
    )


def test_who_plays_is_called_a_player() -> None:
    sources = [path for path in PACKAGE.rglob("*") if path.suffix in (".py", ".js", ".html", ".po")]
    pages = [page for page in PAGES if page.name != "CHANGELOG.md"]
    named = [
        path.name
        for path in [*sources, *pages]
        if "strateg" in path.read_text("utf-8").replace(CITED, "").lower()
    ]
    assert named == []


@pytest.mark.parametrize(
    "text", ["x" * 101, "- " + "x " * 50, "| " + "x" * 120 + " |", "```\nx\n```\n" + "y" * 101]
)
def test_wide_lines_are_seen(text: str) -> None:
    assert wide_lines(text)


@pytest.mark.parametrize(
    "text",
    ["x" * 100, "```\n" + "x" * 200 + "\n```", "    " + "x" * 200, f"see [it](https://{'x' * 99})"],
)
def test_other_lines_are_allowed(text: str) -> None:
    assert not wide_lines(text)


def test_missing_files_are_seen() -> None:
    assert missing_files("see `players/champion.py` and `play/`") == [
        "players/champion.py",
        "play/",
    ]
    assert not missing_files("see `players/papers/` and `count/solve.cpp`")


PICTURES = sorted((ROOT / "docs").rglob("*.svg")) + sorted((ROOT / "docs").rglob("*.png"))
MOST_BYTES = 150_000


@pytest.mark.parametrize("picture", PICTURES, ids=page_name)
def test_pictures_are_small_and_used(picture: Path) -> None:
    assert picture.stat().st_size < MOST_BYTES
    assert any(f"{picture.name})" in page.read_text("utf-8") for page in PAGES)


def test_pictures_ask_no_other_host() -> None:
    for picture in PICTURES:
        if picture.suffix == ".svg":
            outside = re.findall(
                r"(?:src|href)=\"?https?://|@import|url\(['\"]?http", picture.read_text()
            )
            assert not outside, picture
    assert {"page.png", "terminal.svg"} <= {picture.name for picture in PICTURES}
