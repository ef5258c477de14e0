"""The project's metadata: one version, one core for every Python."""

from __future__ import annotations

import os
import re
import tomllib
import warnings
from importlib.metadata import metadata
from pathlib import Path

import pytest

import sapper

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def test_the_citation_and_the_changelog_have_the_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text("utf-8")
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert re.findall(r"^version: (.+)$", citation, re.MULTILINE) == [sapper.__version__]
    assert re.findall(r"^## ([\d.]+)", changelog, re.MULTILINE)[0] == sapper.__version__


def test_the_links_of_the_readme_are_absolute_on_pypi() -> None:
    text = str(metadata("sapper").json["description"])
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert len(links) > 20
    home = PROJECT["project"]["urls"]["Homepage"]
    assert all(link.startswith((f"{home}/blob/main/", f"{home}/raw/main/")) for link in links)


@pytest.mark.filterwarnings("default::UserWarning")
def test_the_addresses_of_the_project_are_of_one_home() -> None:
    """They are placeholders until a release; then SAPPER_RELEASE=1 fails here."""
    urls = PROJECT["project"]["urls"]
    assert {"Homepage", "Source", "Documentation", "Issues", "Changes"} == set(urls)
    links = PROJECT["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]["substitutions"]
    home = urls["Source"]
    assert all(home in each["replacement"] for each in links)
    placeholders = [name for name, url in urls.items() if "sapper.example" in url]
    if placeholders and os.environ.get("SAPPER_RELEASE"):
        raise AssertionError(f"still placeholders in pyproject.toml: {', '.join(placeholders)}")
    if placeholders:
        warnings.warn(f"placeholders: {', '.join(placeholders)}", PlaceholderWarning, stacklevel=1)


class PlaceholderWarning(UserWarning):
    """Addresses that a maintainer fills in before a release."""
