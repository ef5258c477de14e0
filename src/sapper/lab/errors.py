"""The errors of the laboratory, as branches of the tree in `sapper.errors`.

SapperError
├── InputError
│   └── LedgerError     a file that cannot serve as a ledger
└── RunStopped          a run that could not finish; finished games are stored
    └── LedgerFull      because the ledger could not be written

`ProcessDied` never leaves the laboratory: it costs a game, or says why a player has no fingerprint.
"""

from __future__ import annotations

import signal

from sapper.errors import InputError, SapperError

__all__ = ["LedgerError", "LedgerFull", "ProcessDied", "RunStopped"]


class LedgerError(InputError):
    """A file that is not a ledger or cannot be opened."""


class RunStopped(SapperError):  # noqa: N818 (it is no error of the user's)
    """A run that stopped before its last game; finished chunks are in the ledger."""

    kind = "run"


class LedgerFull(RunStopped):
    """A run that stopped because its ledger could not be written: the disk is full or failed."""

    kind = "output"


class ProcessDied(Exception):  # noqa: N818 (also on purpose)
    """A process ended within a call: by itself, by a signal, or because its time was over."""

    def __init__(self, code: int, is_late: bool) -> None:
        super().__init__(code, is_late)
        self.code, self.is_late = code, is_late

    def __str__(self) -> str:
        if self.is_late:
            return "took too long"
        how = f"by {signal.Signals(-self.code).name}" if self.code < 0 else f"with {self.code}"
        return f"ended its process {how}"
