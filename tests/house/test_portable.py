"""No committed file contains paths of the machine it was written on."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# The pattern is assembled so that this file does not match it.
PLACES = ["home", "Users", "root", "work", "mnt", "tmp"]
MACHINE_PATH = re.compile(rf"(?<![\w.:/$)}}-])/(?:{'|'.join(PLACES)})/[\w.-]+")


def committed_texts() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False, timeout=60
    )
    if listed.returncode:
        pytest.skip("not a git checkout")
    files = [ROOT / name for name in listed.stdout.decode().split("\0") if name]
    return [file for file in files if file.is_file() and file != Path(__file__)]


def test_no_machine_paths() -> None:
    found = []
    for file in committed_texts():
        try:
            text = file.read_text("utf-8")
        except UnicodeDecodeError:
            continue
        found += [f"{file.relative_to(ROOT)}: {m.group()}" for m in MACHINE_PATH.finditer(text)]
    assert not found
