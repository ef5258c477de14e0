"""The project's metadata: one version, one core for every Python."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import metadata
from pathlib import Path

import sapper
from sapper import _core

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def test_the_citation_and_the_changelog_have_the_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text("utf-8")
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert re.findall(r"^version: (.+)$", citation, re.MULTILINE) == [sapper.__version__]
    assert re.findall(r"^## ([\d.]+)", changelog, re.MULTILINE)[0] == sapper.__version__


def test_one_core_serves_every_python() -> None:
    assert PROJECT["tool"]["scikit-build"]["wheel"]["py-api"] == "cp311"
    assert PROJECT["project"]["requires-python"] == ">=3.11"
    assert Path(str(_core.__file__)).name == "_core.abi3.so"
    (backend,) = (line for line in PROJECT["project"]["dependencies"] if "nanobind" in line)
    assert re.fullmatch(r"nanobind-backend>=[\d.]+", backend)


def test_the_links_of_the_readme_are_absolute_on_pypi() -> None:
    text = str(metadata("sapper").json["description"])
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert len(links) > 20
    home = PROJECT["project"]["urls"]["Homepage"]
    assert all(link.startswith((f"{home}/blob/main/", f"{home}/raw/main/")) for link in links)
