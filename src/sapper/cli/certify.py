"""`sapper certify`: check proofs that boards need no guess, or make them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from sapper.analysis import Budget
from sapper.board import BoardSpec, Cell, Layout, StartRule
from sapper.board.formats.layouts import is_layout_text
from sapper.cli.answers import Request, answer_each
from sapper.cli.console import Screen, print_document, result_console, say_note
from sapper.cli.exit_codes import BAD_INPUT, OK, OUT_OF_BUDGET
from sapper.cli.inputs import Entry, boards_of
from sapper.cli.options import AsJsonLines, BudgetMs, NoColor, Start
from sapper.errors import InputError
from sapper.files import write_text
from sapper.games import Game
from sapper.games.board_sources import is_game_line, read_source
from sapper.games.certificates import (
    Certificate,
    Finding,
    certify_game,
    check_certificate,
    make_certificate,
)
from sapper.games.certificates.document import finding_document
from sapper.games.game_line import GameLine
from sapper.lab.runs.first_cell import default_first_cell
from sapper.language import N_, _

__all__ = ["certify_command"]

_CODES = {"valid": OK, "invalid": BAD_INPUT, "not checked": OUT_OF_BUDGET}


def certify_command(
    source: Annotated[
        list[str] | None,
        typer.Argument(
            help="Certificates, lines of games, layouts like 3x3/2=044, files with them, or - for "
            "standard input."
        ),
    ] = None,
    first: Annotated[
        str | None,
        typer.Option(
            help="First cell R,C, or corner, middle, of a layout or of a game without moves; by "
            "default the middle under the start rule open, else the corner.",
            show_default=False,
        ),
    ] = None,
    start: Start = "open",
    no_mine_count: Annotated[
        bool, typer.Option("--no-mine-count", help="Make certificates that count no mines.")
    ] = False,
    output: Annotated[
        Path | None,
        typer.Option(help="Write the valid ones to this file, one per line; - is standard out."),
    ] = None,
    moves: Annotated[bool, typer.Option("--moves", help="Print every move and why.")] = False,
    as_json: AsJsonLines = False,
    budget_ms: BudgetMs = None,
    no_color: NoColor = False,
) -> None:
    """Check proofs that boards need no guess, or make them for a game or layout.

    A certificate has the moves from the first cell to the end, each with the numbers that prove
    it. It is checked by a program of its own that tries all mines around the cited numbers. The
    outcome is valid, invalid, or not checked, where a proof has too many cells to try.

    Of a game only the board and the first opened cell count; --start is for a layout.
    """
    request = Request(result_console(no_color, as_json, output), as_json, budget_ms=budget_ms)
    options = _Options(first, start, not no_mine_count, request.budget)
    valid: list[str] = []

    def answer(entry: Entry) -> int:
        document, is_made = options.certificate_of(entry.text)
        finding = check_certificate(document)
        if finding.is_valid:
            valid.append(json.dumps(document, separators=(",", ":")))
        if as_json:
            print_document({**entry.place, **finding_document(finding, document)})
        else:
            _show(finding, document, request.console, moves=moves, is_claimed=not is_made)
        return _CODES[finding.outcome]

    try:
        answer_each(boards_of(source, N_("certificate")), answer, request)
    finally:
        if output is not None and valid:
            write_text(output, "\n".join(valid) + "\n")


class _Options:
    """How certificates are made where none is given."""

    def __init__(self, first: str | None, start: str, mine_count: bool, budget: Budget) -> None:
        self.first, self.start = first, StartRule.parse(start)
        self.mine_count, self.budget = mine_count, budget

    def certificate_of(self, text: str) -> tuple[Any, bool]:
        """Return the JSON of a certificate, and whether it was made here for a game or layout."""
        text = text.strip()
        if not text:
            raise InputError("expected a certificate, a game or a layout, got an empty text")
        if text.startswith("{"):
            document = _read_json(text)
            if not (isinstance(document, dict) and isinstance(document.get("game"), str)):
                return document, False
        is_layout = len(text.split()) == 1 or is_layout_text(text)
        is_game = text.startswith("{") or is_game_line(text)
        made = self._of_layout(text) if is_layout and not is_game else self._of_game(text)
        return json.loads(made.to_json()), True

    def _of_layout(self, text: str) -> Certificate:
        source = read_source(text, wants_layout=True)
        layout = source.layout
        assert layout is not None, "a layout was wanted"
        first = source.first if self.first is None else None
        return self._make(layout, first or self._first_on(layout.spec, self.start), self.start)

    def _of_game(self, text: str) -> Certificate:
        line = GameLine.parse(text)
        game = Game.parse(line)
        is_begun = any(move.kind == "open" for move in game.moves)
        first = None if is_begun else self._first_on(game.spec, game.start)
        return certify_game(line, first, mine_count=self.mine_count, budget=self.budget)

    def _first_on(self, spec: BoardSpec, rule: StartRule) -> Cell:
        """Return the cell of `--first`; without it the usual one, which is said."""
        text = self.first or default_first_cell(rule)
        named = {"corner": Cell(0, 0), "middle": Cell(spec.rows // 2, spec.columns // 2)}
        try:
            cell = named.get(text) or Cell.parse(text)
        except InputError:
            raise InputError(
                f"a certificate needs a first cell R,C, corner or middle, got {text!r}"
            ) from None
        spec.geometry.index(cell)
        if self.first is None:
            say_note(_("the first cell is {cell}: --first gives another").format(cell=cell))
        return cell

    def _make(self, layout: Layout, first: Cell, rule: StartRule) -> Certificate:
        return make_certificate(
            layout, first, start=rule, mine_count=self.mine_count, budget=self.budget
        )


def _read_json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"the certificate is not valid JSON: {error}") from None


def _show(
    finding: Finding, document: Any, console: Screen, *, moves: bool, is_claimed: bool
) -> None:
    if not finding.is_valid:
        console.print(finding.text)
        return
    certificate = Certificate.from_dict(document)
    title = certificate.title_of(is_claimed=is_claimed)
    console.print(_("valid: {certificate}").format(certificate=title))
    if moves:
        for line in certificate.text.splitlines()[1:]:
            console.print(line)
