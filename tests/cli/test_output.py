"""Output that cannot be written, read or encoded, or that a player prints: no traceback."""

from __future__ import annotations

import io
import json
import os
import resource
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import TextIO
from unittest.mock import patch

import pytest

from sapper.cli import main
from sapper.cli.exit_codes import OUTPUT_FAILED
from tests.support.command import COMMAND, sapper, sapper_process

CORNER = "3x3/2:01_/12_/___"
IMPOSSIBLE = "4x4/2:1_11/12_1/0111/0000"
COMMANDS = [
    ["analyse", CORNER],
    ["analyse", CORNER, "--json"],
    ["explain", IMPOSSIBLE],
    ["play", "-p", "fast", "--seed", "3", "--moves"],
    ["papers", "trace", CORNER, "--svg", "-"],
    ["run", "fast", "--games", "5", "--ledger", "LEDGER"],
    ["compare", "fast", "greedy", "--games", "5", "--ledger", "LEDGER"],
    ["--help"],
    ["--version"],
]
NAMES = [" ".join(command) for command in COMMANDS]


def run(command: list[str], tmp_path: Path, stdout: TextIO) -> tuple[int | str | None, str]:
    """Run the command in this process; return its exit code and what it says besides."""
    words = [str(tmp_path / "ledger.sqlite") if word == "LEDGER" else word for word in command]
    message = io.TextIOWrapper(io.BytesIO(), encoding=stdout.encoding)
    with (
        patch.object(sys, "argv", ["sapper", *words]),
        redirect_stdout(stdout),
        redirect_stderr(message),
        pytest.raises(SystemExit) as end,
    ):
        main()
    message.flush()
    said = message.buffer.getvalue().decode(stdout.encoding)  # type: ignore[attr-defined]
    return end.value.code, said


@pytest.mark.parametrize("command", COMMANDS, ids=NAMES)
def test_a_full_device(command: list[str], tmp_path: Path) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        code, message = run(command, tmp_path, full)
    assert code == OUTPUT_FAILED
    last = message.splitlines()[-1]
    assert last == "sapper: cannot write the output: No space left on device"


@pytest.mark.parametrize("command", COMMANDS, ids=NAMES)
def test_a_closed_pipe(command: list[str], tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with open(writing, "w", encoding="utf-8") as pipe:
        code, message = run(command, tmp_path, pipe)
    assert code == 0
    assert "sapper:" not in message or command[-1] == IMPOSSIBLE


@pytest.mark.parametrize("stdout", ["/dev/full", "a closed pipe"])
def test_no_traceback_at_the_end_of_the_process(stdout: str) -> None:
    """Python flushes once more when it ends; standard error may be closed as well."""
    for closing in ("", "2>&-"):
        where = "> /dev/full" if stdout == "/dev/full" else "| true"
        script = f'"$@" {closing} {where}; echo "${{PIPESTATUS[0]}}" >&3'
        done = subprocess.run(
            ["bash", "-c", f"exec 3>&1; {script}", "bash", *COMMAND, "players"],
            capture_output=True, text=True, check=False,
        timeout=300)  # fmt: skip
        assert done.stdout == f"{OUTPUT_FAILED if stdout == '/dev/full' else 0}\n"
        assert len(done.stderr.splitlines()) == (stdout == "/dev/full" and not closing)


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"},
        {"PYTHONUTF8": "0", "LC_ALL": "en_US.ISO-8859-1", "PYTHONCOERCECLOCALE": "0"},
    ],
    ids=["ascii", "latin-1"],
)
def test_a_locale_without_our_signs(environment: dict[str, str]) -> None:
    done = sapper_process("analyse", CORNER, **environment)
    assert done.returncode == 0
    assert done.stdout.splitlines()[3].startswith("2 50% 50%  ")
    assert not done.stderr


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_closed_streams(closed: str) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f'"$@" {closed}', "sh", *COMMAND, "analyse", CORNER],
        capture_output=True, text=True, check=False,
    timeout=300)  # fmt: skip
    assert done.returncode == (OUTPUT_FAILED if closed.startswith(">") else 0)
    assert "Traceback" not in done.stderr
    if closed == ">&-":
        assert done.stderr == "sapper: cannot write the output: standard output is closed\n"


@pytest.mark.parametrize(
    "command",
    [
        ["analyse", CORNER, "--svg", "/dev/full"],
        ["analyse", IMPOSSIBLE, "--svg", "/dev/full"],
        ["review", "9x9/10", "safe", "5", "0", "o4,4", "--games", "2", "--svg", "/dev/full"],
    ],
    ids=" ".join,
)
def test_a_file_on_a_full_disk(command: list[str]) -> None:
    done = sapper(*command)
    assert done.returncode == OUTPUT_FAILED
    assert "cannot write /dev/full: No space left on device" in done.stderr


def test_a_ledger_on_a_full_disk(tmp_path: Path) -> None:
    """A limit on the size of files stands for the full disk."""
    done = subprocess.run(
        [*COMMAND, "run", "fast", "--games", "50000", "--workers", "1", "--ledger", "l.sqlite"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000)),
    timeout=300)  # fmt: skip
    assert done.returncode == OUTPUT_FAILED
    assert "the ledger l.sqlite could not be written" in done.stderr
    assert "Traceback" not in done.stderr


def test_binary_output_in_a_pipe() -> None:
    done = sapper_process("convert", "3x3/2=044", "--to", "mbf")
    assert done.stdout.encode() == bytes([3, 3, 0, 2, 0, 2, 2, 0])


LOUD = """\
import os

print("imported")

class Loud:
    def __init__(self):
        print("made")

    def decide(self, position):
        print("decides")
        if {is_raw}:
            os.write(1, b"by C code\\n")
        return next(position.covered())
"""
BOARD = ["--board", "5x5/4", "--seed", "1"]


@pytest.fixture
def folder(tmp_path: Path) -> str:
    """Return a folder with a loud player, and one that prints past Python too."""
    for name, is_raw in (("loud", False), ("raw", True)):
        (tmp_path / f"{name}.py").write_text(LOUD.format(is_raw=is_raw), encoding="utf-8")
    return str(tmp_path)


@pytest.mark.parametrize(
    "words",
    [
        ["run", "raw:Loud", *BOARD, "--games", "2", "--workers", "1", "--json"],
        ["run", "raw:Loud", *BOARD, "--games", "2", "--move-time", "9", "--json"],
        ["play", "-p", "loud:Loud", *BOARD, "--json"],
        ["papers", "trace", "-p", "loud:Loud", "3x3/2:01_/12_/___", "--json"],
    ],
    ids=" ".join,
)
def test_a_document_is_all_of_standard_output(words: list[str], folder: str) -> None:
    done = sapper_process(*words, PYTHONPATH=folder, XDG_DATA_HOME=folder)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["schema"] == 1
    prints = ["imported", "made", "decides", *(["by C code"] if "raw:Loud" in words else [])]
    assert set(prints) <= {*done.stderr.splitlines()}
