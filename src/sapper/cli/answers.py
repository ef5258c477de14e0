"""Answer every position or game of the input, one after the other.

One that cannot be answered does not keep the others from it. The command ends with the highest of
their exit codes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import typer

from sapper.analysis import Budget
from sapper.board import read_position
from sapper.board.formats.reading import Reading
from sapper.cli.console import Screen, report_error, say_note
from sapper.cli.exit_codes import CONTRADICTION, INTERRUPTED, OK
from sapper.cli.inputs import Entry, positions_of
from sapper.errors import ContradictionError, InputError, SapperError
from sapper.files import write_text

__all__ = ["Request", "answer_each", "answer_positions"]


@dataclass(frozen=True)
class Request:
    """The options that commands about positions share."""

    console: Screen
    as_json: bool = False
    mines: int | None = None
    density: float | None = None
    trust_flags: bool = False
    budget_ms: float | None = None
    svg: Path | None = None

    @property
    def budget(self) -> Budget:
        """How much work one answer may do."""
        return Budget(milliseconds=self.budget_ms)


def answer_each(
    entries: Sequence[Entry], answer: Callable[[Entry], int], request: Request
) -> NoReturn:
    """Call `answer` with every entry, report errors by their place, end with the highest code."""
    worst = OK
    for number, entry in enumerate(entries):
        if not request.as_json:
            _print_heading(entry, number, request.console, is_shown=len(entries) > 1)
        try:
            if entry.problem is not None:
                raise entry.problem
            code = answer(entry)
        except SapperError as error:
            code = report_error(error, request.as_json, name=entry.name, place=entry.place)
        worst = max(worst, code)
        if code >= INTERRUPTED:
            break
    raise typer.Exit(worst)


def _print_heading(entry: Entry, number: int, console: Screen, *, is_shown: bool) -> None:
    if number:
        console.print()
    if is_shown:
        console.print(f"{entry.name}:", style="bold", markup=False)


def answer_positions(
    sources: Sequence[str] | None,
    answer: Callable[[Reading, Entry], int | None],
    request: Request,
) -> NoReturn:
    """Call `answer` with every position of the sources; report conflicts of impossible ones."""
    entries = positions_of(sources)
    if request.svg is not None and len(entries) > 1:
        raise InputError(f"--svg draws one position, but {len(entries)} were given")
    request.budget  # noqa: B018 - raises `InputError` for a bad budget before anything is read

    def answer_one(entry: Entry) -> int:
        reading = read_position(entry.text, request.mines)
        for note in () if request.as_json else reading.notes:
            say_note(f"{entry.name}: {note}" if entry.name else note)
        try:
            return answer(reading, entry) or OK
        except ContradictionError as error:
            return _report_contradiction(reading, error, entry, request)

    answer_each(entries, answer_one, request)


def _report_contradiction(
    reading: Reading, error: ContradictionError, entry: Entry, request: Request
) -> int:
    """Report why no layout fits the position; draw it if a picture is wanted."""
    from sapper.cli.contradiction import report_conflict
    from sapper.proofs.conflicts import conflict_of

    found = conflict_of(
        error, reading.position, trust_flags=request.trust_flags, budget=request.budget
    )
    if request.svg is not None:
        write_text(request.svg, found.svg())
    report_conflict(reading, found, entry, request.as_json, request.console)
    return CONTRADICTION
