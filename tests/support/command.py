"""Run the command: in this process, which is ten times as fast, or in a new one."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from typing import Final, NamedTuple
from unittest.mock import patch

from sapper.cli import main

__all__ = ["COMMAND", "SOURCES", "Done", "sapper", "sapper_process"]

COMMAND: Final = [sys.executable, "-c", "from sapper.cli import main; main()"]
"""The arguments that start `sapper` in a new process, even if it is not on the path."""

SOURCES: Final = {
    "PYTHONUTF8": "1",
    **{name: path for name, path in os.environ.items() if name == "PYTHONPATH"},
}
"""What a process needs to run these sources."""

_SETTINGS = ("NO_COLOR", "FORCE_COLOR", "COLUMNS")  # of the user, or of the program that runs us


class Done(NamedTuple):
    """The exit code and the output of the command."""

    returncode: int
    stdout: str
    stderr: str


def sapper(*arguments: str, stdin: str | bytes | None = None, **environment: str) -> Done:
    """Run the command with these arguments in this process."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    data = stdin if isinstance(stdin, bytes) else (stdin or "").encode()
    given = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8")
    variables = {name: value for name, value in os.environ.items() if name not in _SETTINGS}
    with (
        patch.dict(os.environ, variables | environment, clear=True),
        patch.object(sys, "argv", ["sapper", *arguments]),
        patch.object(sys, "stdin", given),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            main()
            code = 0
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    shown, said = (stream.buffer.getvalue().decode() for stream in (out, err))  # type: ignore[attr-defined]
    return Done(code, shown, said)


def sapper_process(*arguments: str, stdin: str | None = None, **environment: str) -> Done:
    """Run the command with these arguments in a new process."""
    done = subprocess.run(
        [*COMMAND, *arguments],
        input=stdin,
        stdin=subprocess.DEVNULL if stdin is None else None,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env={"PATH": "/usr/bin:/bin", **SOURCES, **environment, **_python_path(environment)},
        timeout=600,
    )
    return Done(done.returncode, done.stdout, done.stderr)


def _python_path(environment: dict[str, str]) -> dict[str, str]:
    """Return the folders for modules that a test asks for, before these sources."""
    folders = [place["PYTHONPATH"] for place in (environment, SOURCES) if "PYTHONPATH" in place]
    return {"PYTHONPATH": os.pathsep.join(folders)} if folders else {}
