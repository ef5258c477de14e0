"""What can go wrong in the laboratory, as branches of the one tree in `sapper.errors`.

SapperError
├── InputError
│   └── LedgerError     a file that cannot serve as a ledger
└── RunStopped          a run that could not finish; what was finished is kept
"""

from __future__ import annotations

from sapper.errors import InputError, SapperError

__all__ = ["LedgerError", "RunStopped"]


class LedgerError(InputError):
    """A file that is no ledger, or one that cannot be opened."""


class RunStopped(SapperError):  # noqa: N818 (it is no error of the user's)
    """A run that ended before its last game; every chunk finished until then is in the ledger."""

    kind = "run"
