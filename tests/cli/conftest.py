"""The command in this process."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest

from sapper.cli import main

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def inside(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the command in this process: a fresh one costs a second each time."""

    def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        with monkeypatch.context() as patch:
            for name in ("NO_COLOR", "FORCE_COLOR"):
                patch.delenv(name, raising=False)
            for name, value in environment.items():
                patch.setenv(name, value)
            patch.setattr(sys, "argv", ["sapper", *arguments])
            with pytest.raises(SystemExit) as left:
                main()
        told = capsys.readouterr()
        return subprocess.CompletedProcess(arguments, left.value.code, told.out, told.err)

    return run
