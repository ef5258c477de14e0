"""A hundred million games: the memory of the process, the size of the ledger, the time to resume.

Games of `fast` on 9x9/10 are played from start to report in a process of their own, once for each
way of keeping them, beside the bare core in the same run. SAPPER_BENCH_GAMES chooses how many. The
paper plan for 10^10 games multiplies what was measured.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from bench.benchmark import Say
from sapper.board.spec import BoardSpec, StartRule
from sapper.games.native import play_games
from sapper.lab.table import Table, Value
from sapper.processors import available_processors

__all__ = ["tables"]

GAMES = int(os.environ.get("SAPPER_BENCH_GAMES", "100_000_000"))
BARE = 400_000  # games of the bare core, for the ratio
HUNDRED_MILLION = 100_000_000
PLANNED = 10**10
TARGETS = {"outcomes": 30, "summary": 50}  # megabytes of ledger for a hundred million games
_CHILD = """
import json, resource, sys
from pathlib import Path
from time import perf_counter
from sapper.lab import Ledger, simulate
from sapper.lab.report import report_html
from sapper.lab.simulation import result_of
path, keep, games = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
began = perf_counter()
result = simulate("fast", "9x9/10", games=games, seed=1, ledger=path, keep=keep)
played = perf_counter() - began
Path(sys.argv[4]).write_text(report_html([result]), encoding="utf-8")
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({"seconds": played, "all": perf_counter() - began, "peak": peak,
                  "wins": result.wins, "games": result.games}))
"""


def tables(say: Say) -> list[Table]:
    """Return what a long run costs, and what 10^10 games would."""
    bare = _bare(say)
    rows: list[list[Value]] = []
    plan: list[list[Value]] = []
    with TemporaryDirectory() as folder:
        for keep, target in TARGETS.items():
            say(f"{GAMES:,} games, {keep}")
            first = _run(Path(folder), keep)
            say(f"{GAMES:,} games, {keep}, again")
            again = _run(Path(folder), keep)
            size = (Path(folder) / keep).stat().st_size / 1e6 * HUNDRED_MILLION / GAMES
            rows.append(
                [keep, GAMES, first["seconds"], first["seconds"] / GAMES / bare, first["peak"],
                 again["peak"], size, target, again["seconds"], again["all"]]
            )  # fmt: skip
            hours = first["seconds"] / GAMES * PLANNED / 3600
            plan.append([keep, hours, size * PLANNED / HUNDRED_MILLION / 1000,
                         again["seconds"] * PLANNED / GAMES])  # fmt: skip
    return [
        Table(
            "A long run of fast on 9x9/10, from start to report",
            ["keep", "games", "seconds", "time / bare core", "peak MB", "peak MB, resumed",
             "MB of ledger per 100 million", "target", "seconds to resume", "and to report"],
            rows,
            [f"{available_processors()} threads; the bare core plays {BARE:,} games first. "
             "Targets: peak below 300 MB, resumed in less than 2 s."],
        ),
        Table(
            "The paper plan for 10^10 games on this machine",
            ["keep", "hours", "GB of ledger", "seconds to resume"],
            plan,
            ["Measured constants times the number of games; memory does not grow."],
        ),
    ]  # fmt: skip


def _bare(say: Say) -> float:
    """Return the seconds per game of the core alone, with all threads."""
    say("the bare core")
    began = perf_counter()
    play_games(
        BoardSpec.parse("9x9/10"), StartRule.SAFE, (0, 0), 1, 0, BARE, "fast",
        available_processors(),
    )  # fmt: skip
    return (perf_counter() - began) / BARE


def _run(folder: Path, keep: str) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-c", _CHILD, str(folder / keep), keep, str(GAMES),
         str(folder / "report.html")],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    found: dict[str, Any] = json.loads(done.stdout)
    assert found["games"] == GAMES
    return found
