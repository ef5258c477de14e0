"""What commands about positions share: their options, and answering one position after the other.

One that cannot be answered does not keep the others from it. The command ends with the highest of
their exit codes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any, NoReturn

import click

from sapper.answers import Answered, Report, ask
from sapper.cli.exit_codes import INTERRUPTED, NO, OK
from sapper.cli.input_items import InputItem, positions_of
from sapper.cli.options import AS_JSON, MINES, SVG, TIME, limits_of
from sapper.cli.terminal.console import (
    Console,
    print_document,
    report_error,
    result_console,
    say_note,
)
from sapper.errors import InputError, SapperError
from sapper.files import write_text
from sapper.language import _

__all__ = ["PositionOptions", "answer_each", "answer_positions", "position_options"]


@dataclass(frozen=True)
class PositionOptions:
    """The options that commands about positions share."""

    console: Console
    as_json: bool
    mines: int | None
    density: float | None = None
    trust_flags: bool = False
    time: float | None = None
    svg: Path | None = None

    def ask(
        self, question: str, item: InputItem, report: Report | None = None, **more: object
    ) -> Answered:
        """Return the answer to a question about the position of an item."""
        shared = {"mines": self.mines, "density": self.density, "trust_flags": self.trust_flags}
        body = {"position": item.text, **shared, **more}
        if item.picture is not None:
            body["doubtful"] = [tuple(cell) for cell in item.picture.doubtful]
        given = {name: value for name, value in body.items() if value is not None}
        try:
            return ask(question, given, limits_of(self.time), report)
        except InputError as error:
            if error.where.get("field") == "mines" and self.density is None:
                either = _("for example --mines 10, or --density 0.2")
                error.add_note(_("for example --mines 10") if question == "clicks" else either)
            raise


_DENSITY = click.option(
    "--density", type=float, help="Chance of a mine per cell, where the total is unknown."
)
_TRUST_FLAGS = click.option("--trust-flags", is_flag=True, help="Treat flags as mines.")


def position_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the shared options to a command, which gets them as `options`."""

    @wraps(command)
    def run(
        mines: int | None, density: float | None, trust_flags: bool, time: float | None,
        svg: Path | None, as_json: bool, **others: Any,
    ) -> None:  # fmt: skip
        console = result_console(as_json, svg)
        options = PositionOptions(console, as_json, mines, density, trust_flags, time, svg)
        command(options=options, **others)

    made: Callable[..., None] = run
    for option in (AS_JSON, SVG, TIME, _TRUST_FLAGS, _DENSITY, MINES):
        made = option(made)
    return made


def answer_positions(
    sources: Sequence[str],
    question: Callable[[InputItem], Answered],
    show: Callable[[Answered], None],
    options: PositionOptions,
    *,
    draw: Callable[[Answered], str] = lambda found: str(found.value.svg()),
    code: Callable[[Answered], int] = lambda _: OK,
) -> NoReturn:
    """Ask about every position of the sources; print, draw or show the answers.

    Why a position is impossible is shown here. `code` gives the exit code of the others.
    """
    items = positions_of(sources)
    if options.svg is not None and len(items) > 1:
        raise InputError(f"--svg draws one position, but {len(items)} were given")

    def answer_one(item: InputItem) -> int:
        if item.picture is not None and not options.as_json:
            for note in item.picture.notes:
                say_note(f"{item.name}: {note}" if item.name else note)
        found = question(item)
        if options.svg is not None:
            is_refused = found.is_impossible
            picture = found.value.conflict.svg() if is_refused else draw(found)
            write_text(options.svg, picture)
        if options.as_json:
            print_document(found.document, item.place)
            return NO if found.is_impossible else code(found)
        for note in found.notes:
            say_note(f"{item.name}: {note}" if item.name else note)
        if found.is_impossible:
            from sapper.cli.drawing.conflict_view import show_conflict

            show_conflict(found.value.conflict, options.console, item.name)
            return NO
        show(found)
        return code(found)

    answer_each(items, answer_one, options.console, as_json=options.as_json)


def answer_each(
    items: Sequence[InputItem],
    answer: Callable[[InputItem], int | None],
    console: Console,
    *,
    as_json: bool,
) -> NoReturn:
    """Call `answer` with every item, report errors by their place, end with the highest code."""
    worst = OK
    for number, item in enumerate(items):
        if not as_json and len(items) > 1:
            console.print(f"{chr(10) * bool(number)}{item.name}:", bold=True)
        try:
            if item.problem is not None:
                raise item.problem
            code = answer(item) or OK
        except SapperError as error:
            code = report_error(error, as_json, name=item.name, place=item.place)
        worst = max(worst, code)
        if code >= INTERRUPTED:
            break
    raise click.exceptions.Exit(worst)
