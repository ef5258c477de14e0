"""The documentation site: it builds without a warning, and it has every public name and page."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

import pytest
from sphinx.util.inventory import InventoryFile

import sapper
from tests.support.pages import PAGES, ROOT, page_name

ROOMS = ("analysis", "board", "games", "lab", "players", "proofs", "web")
pytestmark = pytest.mark.pages


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a site built as `make docs` builds it."""
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", "--keep-going",
         "-c", "docs", "-d", str(folder / "doctrees"), ".", str(folder / "site")],
        cwd=ROOT, capture_output=True, text=True, check=False,
    timeout=300)  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "site"


def described(site: Path) -> set[str]:
    """Return the Python names that the reference describes."""
    inventory = InventoryFile.loads((site / "objects.inv").read_bytes(), uri="")
    return {name for kind, names in inventory.data.items() if kind[:3] == "py:" for name in names}


@pytest.mark.slow
def test_the_reference_has_every_public_name(site: Path) -> None:
    names = described(site)
    assert {f"sapper.{name}" for name in sapper.__all__} <= names
    for room in ROOMS:
        module = importlib.import_module(f"sapper.{room}")
        assert {
            f"sapper.{room}.{name}" for name in module.__all__ if name not in sapper.__all__
        } <= names


@pytest.mark.slow
def test_every_page_is_on_the_site(site: Path) -> None:
    for page in map(page_name, PAGES):
        if not page.startswith(".github"):
            assert (site / page).with_suffix(".html").is_file(), page
    assert "docs/README.html" in (site / "index.html").read_text("utf-8")


def test_the_first_page_links_to_every_page_of_docs() -> None:
    text = (ROOT / "docs" / "README.md").read_text("utf-8")
    for page in (ROOT / "docs").rglob("*.md"):
        name = page.relative_to(ROOT / "docs").as_posix()
        assert name == "README.md" or f"]({name})" in text, name
