"""The documentation: files and links that it names exist, its pictures are small."""

from __future__ import annotations

import hashlib
import os
import re
import warnings
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
TRANSLATED = [page for page in PAGES if page.name.endswith(".id.md")]
GENERATED = re.compile(r"<!-- ([a-z-]+) -->\n.*?<!-- /\1 -->", re.DOTALL)
"""The parts of a page that `make tables` writes, in each language."""

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


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("page", TRANSLATED, ids=page_name)
def test_a_translated_page_follows_its_twin(page: Path) -> None:
    """A page behind its English twin is a warning; at a release (`SAPPER_RELEASE=1`) an error."""
    twin = page.with_name(page.name.replace(".id.md", ".md"))
    digest = hashlib.sha256(GENERATED.sub("", twin.read_text("utf-8")).encode()).hexdigest()[:12]
    head = page.read_text("utf-8").partition("\n")[0]
    is_current = head == f"<!-- translated from {twin.name} {digest} -->"
    problem = f"{page_name(page)} is behind {twin.name}: translate what is new, then say {digest}"
    if os.environ.get("SAPPER_RELEASE"):
        assert is_current, problem
    elif not is_current:
        warnings.warn(problem, stacklevel=1)
