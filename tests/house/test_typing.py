"""pyright accepts every documented call outside this repository; mypy does in `make check`."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

CALLS = Path(__file__).parent / "typed" / "documented_calls.py"
BAD = "import sapper\nsapper.simulate(7, 'beginner')\nsapper.analyse(3.5)\n"


@pytest.mark.slow
def test_pyright_accepts_the_good_calls_alone(tmp_path: Path) -> None:
    pytest.importorskip("basedpyright")
    (tmp_path / "good.py").write_text(CALLS.read_text("utf-8"))
    (tmp_path / "bad.py").write_text(BAD)
    settings = '{"typeCheckingMode": "standard", "include": ["*.py"]}'
    (tmp_path / "pyrightconfig.json").write_text(settings)
    command = ["basedpyright", "--pythonpath", sys.executable, "-p", str(tmp_path)]
    said = subprocess.run(
        [sys.executable, "-m", *command], cwd=tmp_path, capture_output=True, text=True, check=False
    ).stdout
    assert said.count("reportArgumentType") == said.count("error: ") == 2, said
    assert "good.py" not in said


def test_the_calls_run() -> None:
    """The file is not only well typed: its calls work."""
    calls = runpy.run_path(str(CALLS))
    assert str(calls["moves"]()) == "r2c2"
    assert len(calls["documents"]()) == 4
