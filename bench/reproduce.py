"""Reproduce: `sapper reproduce` with all games in the ledger, beside one plot of matplotlib.

Each is a new process; processor time (user and system), so that other load matters less. The
ledger is filled before, outside of the measurement.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Final

from bench.benchmark import Say
from bench.clock import children_seconds
from sapper.lab.table import Table, Value

_RUNS = 3
_WANTED_SECONDS = 5
_COMMAND: Final = [sys.executable, "-c", "from sapper.cli import main; main()"]
_ONE_PLOT: Final = """
import io
from matplotlib.figure import Figure
figure = Figure(layout="constrained")
figure.subplots().plot([1, 2, 3])
figure.savefig(io.StringIO(), format="svg")
"""


def tables(say: Say) -> list[Table]:
    """Return the seconds of both, and how many times as long the report takes."""
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "report.html"
        command = [
            *_COMMAND, "reproduce", "--ledger", str(Path(folder) / "ledger.sqlite"),
            "--workers", "2", "-o", str(page),
        ]  # fmt: skip
        say("filling the ledger, some minutes")
        subprocess.run(command, check=True, capture_output=True)
        plot, report = [], []
        for number in range(_RUNS):
            say(f"run {number + 1} of {_RUNS}")
            plot.append(_seconds([sys.executable, "-c", _ONE_PLOT]))
            report.append(_seconds(command))
        pictures = page.read_text(encoding="utf-8").count("<svg")
    rows: list[list[Value]] = [
        ["import matplotlib, one plot", *_medians(plot), None],
        [f"sapper reproduce -o PAGE, {pictures} pictures", *_medians(report)],
    ]
    rows[1].append(float(str(rows[1][1])) / float(str(rows[0][1])))
    return [
        Table(
            f"`sapper reproduce` with a full ledger (wanted: under {_WANTED_SECONDS} s)",
            ["process", "processor s", "wall-clock s", "x one plot"],
            rows,
            [f"Medians of {_RUNS} new processes each, in turn."],
        )
    ]


def _medians(times: list[tuple[float, float]]) -> list[Value]:
    return [median(each) for each in zip(*times, strict=True)]


def _seconds(command: list[str]) -> tuple[float, float]:
    """Return the processor time and the wall-clock time of a new process."""
    used, began = children_seconds(), time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return children_seconds() - used, time.perf_counter() - began
