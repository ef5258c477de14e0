"""MEASURE: runs that never lose work, fair comparisons, statistics, reports.

Start reading at `simulation.py`. A `Run` is split into chunks, a `WorkerPool` plays them, the
`Ledger` stores them, a `RunResult` has the figures. `outcomes.py` compares players without NumPy,
so names are imported when they are first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sapper.lab.comparison import Comparison, compare
    from sapper.lab.errors import RunStopped
    from sapper.lab.ledger import Ledger
    from sapper.lab.pair import Pair
    from sapper.lab.result import RunResult
    from sapper.lab.simulation import Watch, simulate

__all__ = [
    "Comparison",
    "Ledger",
    "Pair",
    "RunResult",
    "RunStopped",
    "Watch",
    "compare",
    "simulate",
]

_MODULE_OF = {
    "Comparison": "comparison",
    "Ledger": "ledger",
    "Pair": "pair",
    "RunResult": "result",
    "RunStopped": "errors",
    "Watch": "simulation",
    "compare": "comparison",
    "simulate": "simulation",
}


def __getattr__(name: str) -> object:
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'sapper.lab' has no attribute {name!r}")
    value: object = getattr(import_module(f"sapper.lab.{_MODULE_OF[name]}"), name)
    globals()[name] = value
    return value
