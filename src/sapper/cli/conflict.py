"""`sapper conflict`: which numbers of a position cannot all be right, and what would repair it."""

from __future__ import annotations

from sapper.board.formats.reading import Reading
from sapper.cli.answers import Request, answer_positions
from sapper.cli.console import print_document, result_console
from sapper.cli.contradiction import report_conflict
from sapper.cli.exit_codes import CONTRADICTION, OK
from sapper.cli.inputs import Entry
from sapper.cli.options import (
    AsJsonLines,
    BudgetMs,
    Mines,
    NoColor,
    PositionTexts,
    SvgFile,
    TrustFlags,
)
from sapper.files import write_text
from sapper.language import _
from sapper.proofs.conflicts import conflict
from sapper.proofs.document import impossible_document

__all__ = ["conflict_command"]


def conflict_command(
    position: PositionTexts = None,
    mines: Mines = None,
    trust_flags: TrustFlags = False,
    as_json: AsJsonLines = False,
    svg: SvgFile = None,
    budget_ms: BudgetMs = None,
    no_color: NoColor = False,
) -> None:
    """Show which numbers clash, why, and what would repair the position.

    The numbers named cannot all be right, but any of them could be left out. The exit code is 0 if
    nothing clashes.
    """
    console = result_console(no_color, as_json, svg)
    request = Request(
        console, as_json, mines, trust_flags=trust_flags, budget_ms=budget_ms, svg=svg
    )

    def answer(reading: Reading, entry: Entry) -> int:
        found = conflict(reading.position, trust_flags=trust_flags, budget=request.budget)
        if svg is not None:
            write_text(svg, reading.position.svg() if found is None else found.svg())
        if found is not None:
            report_conflict(reading, found, entry, as_json, console)
            return CONTRADICTION
        if as_json:
            print_document({**entry.place, **impossible_document(reading, None)})
        else:
            console.print(_("Nothing clashes: at least one layout of mines fits."))
        return OK

    answer_positions(position, answer, request)
