"""The tests work where Ctrl-C is ignored: in background jobs and in some CI systems."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
CHILD = (
    "import subprocess, sys, time\n"
    "child = [sys.executable, '-c', 'import signal, sys; sys.exit(signal.getsignal(signal.SIGINT)"
    " is signal.SIG_IGN)']\n"
    "def test_child(): assert subprocess.run(child).returncode == 0\n"
)


def test_children_of_tests_can_be_interrupted(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text((ROOT / "tests" / "conftest.py").read_text("utf-8"))
    (tmp_path / "test_child.py").write_text(CHILD)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path)]
    done = subprocess.run(
        command,
        cwd=tmp_path,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout
