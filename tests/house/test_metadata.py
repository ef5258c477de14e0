"""The project's metadata and files: one version, no paths of a machine, what is installed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
import warnings
from importlib.metadata import files, metadata
from pathlib import Path

import pytest

import sapper
from sapper.language import LANGUAGES
from tests.try_wheel import ROOT, check_contents

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


# The pattern is assembled so that this file does not match it.
PLACES = ["home", "Users", "root", "work", "mnt", "tmp"]
MACHINE_PATH = re.compile(rf"(?<![\w.:/$)}}-])/(?:{'|'.join(PLACES)})/[\w.-]+")


def committed_texts() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False, timeout=60
    )
    if listed.returncode:
        pytest.skip("not a git checkout")
    paths = [ROOT / name for name in listed.stdout.decode().split("\0") if name]
    return [file for file in paths if file.is_file() and file != Path(__file__)]


def test_no_machine_paths() -> None:
    found = []
    for file in committed_texts():
        try:
            text = file.read_text("utf-8")
        except UnicodeDecodeError:
            continue
        found += [f"{file.relative_to(ROOT)}: {m.group()}" for m in MACHINE_PATH.finditer(text)]
    assert not found


def test_translations_are_installed() -> None:
    installed = {str(path) for path in files("sapper") or ()}
    for code in set(LANGUAGES) - {"en"}:
        assert {f"sapper/locale/{code}.mo", f"sapper/locale/{code}.json"} <= installed


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_the_wheel_has_what_users_need(tmp_path: Path) -> None:
    options = ["--quiet", "--no-deps", "--no-build-isolation", f"-Cbuild-dir={tmp_path / 'build'}"]
    command = [sys.executable, "-m", "pip", "wheel", *options, "-w", str(tmp_path), str(ROOT)]
    subprocess.run(command, check=True, timeout=1200)
    (wheel,) = tmp_path.glob("*.whl")
    check_contents(wheel)
