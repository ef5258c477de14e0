"""What is installed: the package with its compiled translations, and no more in the wheel."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import files
from pathlib import Path

import pytest

from sapper.language import LANGUAGES
from tests.try_wheel import ROOT, check_contents


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
