"""The tests work where signals are ignored: in background jobs, under nohup, in CI systems."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
CHILD = """
import signal, subprocess, sys
import pytest

@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_child(number):
    code = "import time; print('ready', flush=True); time.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", code], stdout=-1, stderr=-1) as child:
        child.stdout.readline()
        child.send_signal(number)
        try:
            assert child.wait(20) == -number
        finally:
            child.kill()
"""


def ignore_signals() -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)


def test_children_of_tests_can_be_interrupted(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text((ROOT / "tests" / "conftest.py").read_text("utf-8"))
    (tmp_path / "test_child.py").write_text(CHILD)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path)]
    done = subprocess.run(
        command,
        cwd=tmp_path,
        preexec_fn=ignore_signals,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout
