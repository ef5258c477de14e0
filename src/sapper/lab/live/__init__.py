"""Runs that are watched while other processes play them.

`heartbeat` is written by who plays; `live_ledger` reads it with `watched_ledger`, and `live_run`
says how a run is doing.
"""

from sapper.lab.live.live_ledger import LiveDocument, LiveLedger, LiveLedgerDocument

__all__ = ["LiveDocument", "LiveLedger", "LiveLedgerDocument"]
