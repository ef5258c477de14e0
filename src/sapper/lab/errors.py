"""The errors of the laboratory, as branches of the tree in `sapper.errors`.

SapperError
├── InputError
│   └── LedgerError     a file that cannot serve as a ledger
└── RunStopped          a run that could not finish; finished games are stored
    ├── LedgerFull      because the ledger could not be written
    └── WorkerRefused   on one worker of a cluster, which lacks the engine; others may have it
"""

from __future__ import annotations

from sapper.errors import InputError, SapperError

__all__ = ["LedgerError", "LedgerFull", "RunStopped", "WorkerRefused"]


class LedgerError(InputError):
    """A file that is not a ledger or cannot be opened."""


class RunStopped(SapperError):  # noqa: N818 (it is no error of the user's)
    """A run that stopped before its last game; finished chunks are in the ledger."""

    kind = "run"


class LedgerFull(RunStopped):
    """A run that stopped because its ledger could not be written: the disk is full or failed."""

    kind = "output"


class WorkerRefused(RunStopped):
    """A worker of a cluster that cannot play what it was asked for: its chunks go to others."""

    def __init__(self, message: str, address: str) -> None:
        super().__init__(message, address)  # both, so that it can be pickled
        self.address = address

    def __str__(self) -> str:
        return str(self.args[0])
