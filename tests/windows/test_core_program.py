"""The core built for Windows answers and plays as here, under Wine."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.browser_python import differences
from tests.support.core_of_program import answers

ROOT = Path(__file__).parents[2]
NATIVE = ROOT / "native"
FLAGS = ["-std=c++20", "-DNDEBUG", "-ffp-contract=off", "-pedantic-errors", f"-I{NATIVE}"]
# As SAPPER_STRICT; no -Wshadow: in one translation unit it compares the private names of all files.
WARNINGS = ["-Wall", "-Wextra", "-Wconversion", "-Wno-sign-conversion", "-Werror"]
GCC = "x86_64-w64-mingw32-g++-posix"
NOTE = "THE CORE FOR WINDOWS NOT TESTED: {} is missing (Debian: {})"
WINE = shutil.which("wine64") or "/usr/lib/wine/wine64"

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1200)]


def unit(folder: Path) -> str:
    """Return a file that includes the core, the door and the program."""
    sources = sorted([*NATIVE.glob("sapper/**/*.cpp"), *NATIVE.glob("door/*.cpp")])
    program = Path(__file__).with_name("core_program.cpp")
    ranges = NATIVE / "door" / "ranges.hpp"
    text = "".join(f'#include "{path}"\n' for path in [ranges, *sources, program])
    (folder / "core.cpp").write_text(text, encoding="utf-8")
    return str(folder / "core.cpp")


@pytest.fixture(scope="module")
def theirs(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Return what the core answers under Wine."""
    if not shutil.which(GCC):
        pytest.skip(NOTE.format(GCC, "apt-get install g++-mingw-w64-x86-64"))
    if not shutil.which(WINE):
        pytest.skip(NOTE.format("wine64", "apt-get install wine64"))
    folder = tmp_path_factory.mktemp("windows")
    program = str(folder / "core.exe")
    subprocess.run(
        [GCC, *FLAGS, *WARNINGS, "-O2", "-static", unit(folder), "-o", program], check=True
    )
    environment = os.environ | {"WINEPREFIX": str(folder / "wine"), "WINEDEBUG": "-all"}
    command = [sys.executable, "-m", "tests.support.core_of_program", WINE, program]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True
    )
    return json.loads(done.stdout)


def test_the_signature_and_all_answers_are_those_of_this_system(theirs: Any) -> None:
    ours = json.loads(answers())
    print("signature", theirs["signature"], "under Wine,", ours["signature"], "here")
    assert theirs["signature"] == ours["signature"]
    assert len(ours["calls"]) > 300
    assert differences(ours["calls"], theirs["calls"]) == []


def test_clang_compiles_the_core_for_windows(tmp_path: Path) -> None:
    if not shutil.which("clang++") or not shutil.which(GCC):
        pytest.skip(NOTE.format("clang++", "apt-get install clang g++-mingw-w64-x86-64"))
    library = subprocess.check_output([GCC, "-print-libgcc-file-name"], text=True)
    headers = Path(library).parent / "include" / "c++"
    target = ["--target=x86_64-w64-mingw32", "-fsyntax-only"]
    target += [f"-isystem{folder}" for folder in (headers, headers / "x86_64-w64-mingw32")]
    subprocess.run(["clang++", *target, *FLAGS, *WARNINGS, unit(tmp_path)], check=True)
