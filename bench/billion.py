"""A hundred million games: the memory of the process, the size of the ledger, the time to resume.

Games of `fast` on 9x9/10 are played from start to report in a process of their own, once for each
way of keeping them, with the bare core before and after. SAPPER_BENCH_GAMES chooses how many. The
paper plan for 10^10 games multiplies what was measured.

Ledgers and reports are in build/billion-GAMES, which is deleted at the beginning and the end.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from shutil import rmtree
from time import perf_counter

from bench.benchmark import Say
from sapper.board.spec import BoardSpec, StartRule
from sapper.games.core_games import play_games
from sapper.lab.table import Table, Value
from sapper.processors import available_processors

__all__ = ["tables"]

GAMES = int(os.environ.get("SAPPER_BENCH_GAMES", "100_000_000"))
BARE = 1_000_000  # games of the bare core, for the ratio
HUNDRED_MILLION = 100_000_000
PLANNED = 10**10
TARGETS = {"outcomes": 30, "summary": 50}  # megabytes of ledger for a hundred million games
SAY_SECONDS = 10
_ROOT = Path(__file__).parents[1]
_FOLDER = _ROOT / "build" / f"billion-{GAMES}"
_CHILD = """
import json, sys
from pathlib import Path
from time import perf_counter
from bench.machine import peak_megabytes
from sapper.lab import Watch, simulate
from sapper.lab.report.page import report_html
path, keep, games = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
began = perf_counter()
class Say(Watch):
    said, stored = began, 0
    def begin(self, results, games):
        self.stored = results[0].games
    def update(self, result):
        now = perf_counter()
        if now - self.said >= float(sys.argv[5]):
            self.said = now
            speed = (result.games - self.stored) / (now - began)
            print(json.dumps({"done": result.games, "seconds": now - began, "speed": speed,
                              "peak": peak_megabytes()}), flush=True)
result = simulate("fast", "9x9/10", games=games, seed=1, ledger=path, keep=keep, watch=Say())
played = perf_counter() - began
Path(sys.argv[4]).write_text(report_html([result]), encoding="utf-8")
print(json.dumps({"seconds": played, "all": perf_counter() - began, "peak": peak_megabytes(),
                  "wins": result.wins, "games": result.games}))
"""


def tables(say: Say) -> list[Table]:
    """Return what a long run costs, and what 10^10 games would."""
    rmtree(_FOLDER, ignore_errors=True)
    _FOLDER.mkdir(parents=True)
    bare = _bare(say)
    rows: list[list[Value]] = []
    plan: list[list[Value]] = []
    for keep, target in TARGETS.items():
        first = _run(keep, say)
        bare = min(bare, _bare(say))
        again = _run(keep, say)
        size = (_FOLDER / keep).stat().st_size / 1e6 * HUNDRED_MILLION / GAMES
        rows.append(
            [keep, GAMES, first["seconds"], first["seconds"] / GAMES / bare, first["peak"],
             again["peak"], size, target, again["seconds"], again["all"]]
        )  # fmt: skip
        hours = first["seconds"] / GAMES * PLANNED / 3600
        plan.append([keep, hours, size * PLANNED / HUNDRED_MILLION / 1000,
                     again["seconds"] * PLANNED / GAMES])  # fmt: skip
    rmtree(_FOLDER)
    return [
        Table(
            "A long run of fast on 9x9/10, from start to report",
            ["keep", "games", "seconds", "time / bare core", "peak MB", "peak MB, resumed",
             "MB of ledger per 100 million", "target", "seconds to resume", "and to report"],
            rows,
            [f"{available_processors()} threads; the bare core plays {BARE:,} games before and "
             "after each run, and the least time so far counts. "
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


def _run(keep: str, say: Say) -> dict[str, float]:
    """Ask for all games in a new process, and tell its progress."""
    command = [sys.executable, "-c", _CHILD, str(_FOLDER / keep), keep, str(GAMES),
               str(_FOLDER / "report.html"), str(SAY_SECONDS)]  # fmt: skip
    say(f"{GAMES:,} games, {keep}")
    found: dict[str, float] = {}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=_ROOT) as child:
        assert child.stdout is not None
        for line in child.stdout:
            found = json.loads(line)
            if "done" in found:
                done, speed = found["done"], found["speed"]
                say(f"{keep}: {done:,} of {GAMES:,} games, {speed:,.0f} a second")
    if child.returncode or found.get("games") != GAMES:
        sys.exit(f"the games of {keep} stopped")
    return found
