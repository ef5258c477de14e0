"""Start-up: processor time of the smallest commands, beside Python and numpy alone.

User and system time of new processes, so that other load on the machine matters less. Every command
runs once before it is measured, so that its byte code is stored, as on a user's second call.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
from typing import Final

from bench.benchmark import Say
from bench.clock import children_seconds
from sapper.lab.table import Table, Value

_RUNS = 20
_POSITION = "3x3/2:01_/12_/___"
_SCRIPT: Final = "from sapper.cli import main; main()"
_COMMANDS: Final = {
    "python -c pass": ["-c", "pass"],
    "python -c 'import numpy'": ["-c", "import numpy"],
    "sapper --version": ["-c", _SCRIPT, "--version"],
    "sapper --help": ["-c", _SCRIPT, "--help"],
    f"sapper analyse {_POSITION}": ["-c", _SCRIPT, "analyse", _POSITION],
    f"sapper best {_POSITION}": ["-c", _SCRIPT, "best", _POSITION],
    "sapper players": ["-c", _SCRIPT, "players"],
}


def tables(say: Say) -> list[Table]:
    """Return the milliseconds of every command, and how many times those of Python alone."""
    times: dict[str, list[float]] = {name: [] for name in _COMMANDS}
    for number in range(_RUNS + 1):  # the first stores the byte code
        say(f"round {number} of {_RUNS}")
        for name, arguments in _COMMANDS.items():
            times[name].append(_milliseconds(arguments))
    rows: list[list[Value]] = [
        [name, round(min(own[1:]), 1), round(statistics.median(own[1:]), 1)]
        for name, own in times.items()
    ]
    alone, numpy = (float(str(rows[i][2])) for i in range(2))
    for row in rows:
        median = float(str(row[2]))
        row += [round(median / alone, 1), round(median / numpy, 2)]
    return [
        Table(
            "Start-up of the command: milliseconds of processor time "
            "(wanted: analyse at most 0.7 of numpy)",
            ["command", "fastest", "median", "x python", "x numpy"],
            rows,
            [f"{_RUNS} new processes each, in turns; threads for linear algebra as by default."],
        )
    ]


def _milliseconds(arguments: list[str]) -> float:
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    before = children_seconds()
    subprocess.run([sys.executable, *arguments], env=environment, check=True, capture_output=True)
    return 1000 * (children_seconds() - before)
