"""The project's metadata: one version, one home, pinned tools."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import sapper
from sapper import _core

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
CITATION = (ROOT / "CITATION.cff").read_text("utf-8")
HOME = PROJECT["project"]["urls"]["Homepage"]


def cited(field: str) -> str:
    match = re.search(rf"^{field}: (.+)$", CITATION, re.MULTILINE)
    return match[1] if match else ""


def test_the_version_is_written_in_one_place() -> None:
    version = PROJECT["tool"]["scikit-build"]["metadata"]["version"]
    assert PROJECT["project"]["dynamic"] == ["version"]
    assert "__version__" in (ROOT / version["input"]).read_text("utf-8")


def test_the_citation_has_the_version() -> None:
    assert cited("version") == sapper.__version__


def test_the_changelog_begins_with_the_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert re.findall(r"^## ([\d.]+)", changelog, re.MULTILINE)[0] == sapper.__version__


def test_the_home_is_written_in_one_place() -> None:
    assert PROJECT["project"]["urls"] == {"Homepage": HOME}
    assert not re.search(r"^(url|repository[a-z-]*):", CITATION, re.MULTILINE)


@pytest.mark.parametrize("tool", ["clang-format", "mypy", "oxlint", "ruff"])
def test_formatters_and_linters_are_pinned(tool: str) -> None:
    wanted = PROJECT["project"]["optional-dependencies"]["dev"]
    assert [line for line in wanted if re.fullmatch(rf"{tool}==[\d.]+", line)]


@pytest.mark.parametrize("tool", ["furo", "myst-parser", "sphinx"])
def test_the_tools_of_the_site_are_pinned_and_come_with_the_others(tool: str) -> None:
    extras = PROJECT["project"]["optional-dependencies"]
    assert [line for line in extras["docs"] if re.fullmatch(rf"{tool}==[\d.]+", line)]
    assert "sapper[all,docs]" in extras["dev"]


def test_any_later_backend_will_do() -> None:
    wanted = [line for line in PROJECT["project"]["dependencies"] if "nanobind" in line]
    assert [line for line in wanted if re.fullmatch(r"nanobind-backend>=[\d.]+", line)] == wanted
    assert wanted


def test_one_core_serves_every_python() -> None:
    assert PROJECT["tool"]["scikit-build"]["wheel"]["py-api"] == "cp311"
    assert PROJECT["project"]["requires-python"] == ">=3.11"
    assert Path(str(_core.__file__)).name == "_core.abi3.so"
