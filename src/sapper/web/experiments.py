"""The route of the running experiments: the runs of the ledgers that the operator has named.

No request names a file, and nothing is written.
"""

from __future__ import annotations

from collections.abc import Sequence

from fastapi import APIRouter, Response

from sapper.lab.live import LiveDocument, LiveLedger
from sapper.web.responses import describe, send

__all__ = ["experiment_routes"]


def experiment_routes(ledgers: Sequence[LiveLedger]) -> APIRouter:
    """Return the route that says how the runs of some ledgers are doing."""
    router = APIRouter(prefix="/api")

    @router.get(**describe("experiments", "The runs of the ledgers named at the start"))
    def experiments() -> Response:
        return send(LiveDocument(ledgers=[ledger.look() for ledger in ledgers]))

    return router
