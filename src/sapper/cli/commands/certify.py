"""`sapper certify`: check proofs that boards need no guess, or make them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import click

from sapper.analysis import Budget
from sapper.board import BoardSpec, Cell, StartRule
from sapper.cli.exit_codes import NO, OK, OUT_OF_BUDGET
from sapper.cli.input_items import InputItem, games_of
from sapper.cli.lazy_group import command
from sapper.cli.options import AS_JSON, FILE, START_OPEN, TIME, budget_of
from sapper.cli.position_options import answer_each
from sapper.cli.terminal.console import (
    print_document,
    report_error,
    result_console,
    say_note,
)
from sapper.errors import InputError
from sapper.files import write_text
from sapper.games.certificates import (
    Certificate,
    certify_game,
    check_certificate,
    make_certificate,
)
from sapper.games.certificates.certify import NeedsGuess
from sapper.games.grades import Grade
from sapper.games.read_anything import Source
from sapper.lab.runs.first_cell import FirstCell
from sapper.language import N_, _
from sapper.nouns import count_moves

__all__ = ["certify_command"]

_CODES: Final = {"valid": OK, "invalid": NO, "not checked": OUT_OF_BUDGET}


@command
@click.argument("source", nargs=-1)
@click.option(
    "--first",
    metavar="CELL",
    help="First cell, r2c11, corner or middle, of a layout or of a game without moves; by default "
    "the middle under the start rule open, else the corner.",
)
@START_OPEN
@click.option("--moves", is_flag=True, help="Print every move of those made here, and why.")
@click.option("-o", "--output", type=FILE, help="Write valid ones to this file, one per line.")
@TIME
@AS_JSON
def certify_command(
    source: tuple[str, ...], first: str | None, start: str, moves: bool, output: Path | None,
    time: float | None, as_json: bool,
) -> None:  # fmt: skip
    """Check proofs that boards need no guess, or make them for a game or layout.

    A certificate has the moves from the first cell to the end, each with the numbers that prove
    it. It is checked by a program of its own that tries all mines around the cited numbers. The
    outcome is valid, invalid, or not checked, where a proof has too many cells to try. The exit
    code is 1 for an invalid certificate, and where a board needs a guess.

    SOURCE is a certificate, the record of a game, a layout, a file with them, or - for standard
    input. Of a game only the board and the first opened cell count.

    Examples:
      sapper certify 3x3/2=101 --first r0c2 --moves
      sapper certify 4x4/2=8001 --first r0c3 -o certificates.jsonl

    """
    console = result_console(as_json, output)
    maker = _Maker(first, start, budget_of(time))
    valid: list[str] = []

    def answer(item: InputItem) -> int:
        try:
            made = maker.certificate_of(item)
        except NeedsGuess as error:
            report_error(error, as_json, name=item.name, place=item.place)
            return NO
        document = json.loads(made.to_json()) if isinstance(made, Certificate) else made
        finding = check_certificate(document)
        if finding.is_valid:
            valid.append(json.dumps(document, separators=(",", ":")))
        if as_json:
            print_document(finding, item.place)
        elif finding.is_valid:
            text = _title_of(document)
            if isinstance(made, Certificate):
                text = made.text if moves else f"{made.title}\n{made.solved_by}"
            for line in _("valid: {certificate}").format(certificate=text).splitlines():
                console.print(line)
        else:
            console.print(finding.text)
        return _CODES[finding.outcome]

    try:
        answer_each(games_of(source, N_("certificate")), answer, console, as_json=as_json)
    finally:
        if output is not None and valid:
            write_text(output, "\n".join(valid) + "\n")


class _Maker:
    """How certificates are made where none is given."""

    def __init__(self, first: str | None, start: str, budget: Budget) -> None:
        self.first, self.start = first, StartRule.parse(start)
        self.budget = budget

    def certificate_of(self, item: InputItem) -> Any:
        """Return the data of a certificate that is given, or one made for a game or layout."""
        if item.text.lstrip().startswith("{"):
            document = _read_json(item.text)
            if not (isinstance(document, dict) and isinstance(document.get("game"), str)):
                return document
        return self._made_of(item.read())

    def _made_of(self, source: Source) -> Certificate:
        if (game := source.game) is not None:
            cell = game.first_opened or self._first_on(game.spec, game.start)
            return certify_game(game, cell, budget=self.budget)
        layout = source.layout
        assert layout is not None, "a layout or a game was wanted"
        return make_certificate(
            layout,
            self._first_on(layout.spec, self.start),
            start=self.start,
            budget=self.budget,
        )

    def _first_on(self, spec: BoardSpec, rule: StartRule) -> Cell:
        """Return the cell of `--first`; without it the usual one, which is said."""
        cell = FirstCell.parse(self.first, spec, rule).cell
        if cell is None:
            raise InputError(f"{self.first!r} is no first cell: give r2c11, corner or middle")
        if self.first is None:
            say_note(_("the first cell is {cell}: --first gives another").format(cell=cell))
        return cell


def _read_json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"the certificate is not valid JSON: {error}") from None


def _title_of(certificate: dict[str, Any]) -> str:
    """Return what a valid certificate says, in one line."""
    return _("{board} from {first}: grade {grade}, {moves}").format(
        board=certificate["layout"].partition("=")[0],
        first=Cell(*certificate["first"]),
        grade=Grade(certificate["grade"]).label,
        moves=count_moves(len(certificate["moves"])),
    )
