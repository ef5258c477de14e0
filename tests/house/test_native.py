"""The native core: its stub, shared constants, and no Python in it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from sapper import _core
from sapper.board.cell import FLAG, HIDDEN, MAX_NUMBER, MINE, QUESTION, is_covered, is_number
from tests.support.rooms import PACKAGE

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("module", ["_core", "_training"])
def test_the_stubs_are_up_to_date(module: str, tmp_path: Path) -> None:
    pytest.importorskip("nanobind")
    pytest.importorskip(f"sapper.{module}")
    made = tmp_path / f"{module}.pyi"
    command = [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", f"sapper.{module}"]
    subprocess.run([*command, "-o", str(made)], check=True, capture_output=True, timeout=240)
    assert (PACKAGE / f"{module}.pyi").read_text("utf-8") == made.read_text("utf-8"), "make stub"


def test_faces_are_the_same_in_python_and_c() -> None:
    assert tuple(_core.FACES) == (HIDDEN, FLAG, QUESTION, MINE)


def test_every_face_has_one_kind() -> None:
    numbers = {face for face in range(256) if is_number(face)}
    assert numbers == set(range(MAX_NUMBER + 1))
    assert {face for face in range(256) if is_covered(face)} == {HIDDEN, FLAG, QUESTION}


def test_the_highest_number_is_the_same_in_python_and_c() -> None:
    header = (ROOT / "native" / "sapper" / "graph.hpp").read_text("utf-8")
    assert re.findall(r"kMaxNumber = (\d+)", header) == [str(MAX_NUMBER)]
