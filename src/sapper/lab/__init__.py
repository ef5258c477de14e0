"""MEASURE: runs that never lose work, fair comparisons, statistics, reports.

Start reading at `simulation.py`. A `Run` is split into chunks, a `WorkerPool` plays them, the
`Ledger` stores them, a `RunResult` has the figures.
"""

from sapper.games.table import GameTable
from sapper.lab.comparison import Comparison, Contest, Pair, compare
from sapper.lab.errors import LedgerError, RunStopped
from sapper.lab.ledger import Ledger, default_ledger
from sapper.lab.result import RunResult
from sapper.lab.runs.run import Run
from sapper.lab.simulation import Watch, simulate
from sapper.lab.statistics import Sprt, SprtState

__all__ = [
    "Comparison",
    "Contest",
    "GameTable",
    "Ledger",
    "LedgerError",
    "Pair",
    "Run",
    "RunResult",
    "RunStopped",
    "Sprt",
    "SprtState",
    "Watch",
    "compare",
    "default_ledger",
    "simulate",
]
