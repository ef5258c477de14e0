"""The documentation: files and links that it names exist, its pictures are small."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sapper
from tests.support.pages import PAGES, ROOT, page_name, prose

PACKAGE = Path(sapper.__file__).parent
BASES = (
    ROOT, PACKAGE, PACKAGE / "players", ROOT / "native", ROOT / "native" / "sapper",
    ROOT / "native" / "sapper" / "player",
)  # fmt: skip
"""The folders from which a page may name a file."""

MADE = re.compile(r"NAME|^build/|static/engine/|\d+x\d+/")
"""Files that commands and readers make, and boards such as `torus-9x9/10`."""

NAMED_FILE = re.compile(r"`((?:[\w.-]+/)+[\w-]*(?:\.(?:py|pyi|hpp|cpp|inc|js|json|md|toml))?)`")
LINK = re.compile(r"\]\((?!http)([^)\s#]+)")


def missing(page: Path) -> list[str]:
    """Return the files, folders and links of a page that lead to nothing."""
    text = "\n".join(line for _, line in prose(page.read_text("utf-8")))
    named = [name for name in NAMED_FILE.findall(text) if not MADE.search(name)]
    links = [link for link in LINK.findall(text) if not (page.parent / link).exists()]
    return [name for name in named if not exists(name)] + links


def exists(name: str) -> bool:
    """Return whether there is such a file or folder; `count/solve` stands for all `solve.*`."""
    return any(
        (base / name).exists() or any((base / name).parent.glob(f"{Path(name).name}.*"))
        for base in BASES
    )


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_what_a_page_names_exists(page: Path) -> None:
    assert not missing(page)
