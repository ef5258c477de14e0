"""The files beside the page of a report, and what the page says of its origin."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from sapper.files import STANDARD_OUTPUT
from sapper.lab.ledger.provenance import Provenance, command_line
from sapper.lab.report import PageHead, write_data
from sapper.lab.result import RunResult
from sapper.lab.table import Table

__all__ = ["write_beside"]


def write_beside(
    page: Path | None,
    folder: Path | None,
    tables: Callable[[], Sequence[Table]],
    results: Sequence[RunResult],
) -> PageHead:
    """Write the data folder, if one is asked for; return the head of the page.

    A page on standard output has no place, so its links are relative to the working folder.
    """
    made = Provenance.here(command_line())
    if folder is None:
        return PageHead(made)
    files = write_data(folder, tables(), results, made)
    place = Path() if page is None or str(page) == STANDARD_OUTPUT else page.parent
    return PageHead(made, files, place)
