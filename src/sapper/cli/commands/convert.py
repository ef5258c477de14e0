"""`sapper convert`: boards, positions and games from one format to another."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from sapper.cli.input_items import read_input
from sapper.cli.lazy_group import command
from sapper.cli.options import AS_JSON, FILE, MINES
from sapper.cli.terminal.console import print_document, say_note
from sapper.errors import InputError
from sapper.files import STANDARD_OUTPUT, replace_file, standard_output, write_text
from sapper.games.conversion import TARGETS, Converted, convert
from sapper.games.read_anything import REPLAY_FORMATS
from sapper.language import N_, _

__all__ = ["convert_command"]

_ENDINGS: Final = {
    ".mbf": "mbf", ".abf": "mbf", ".json": "json", ".svg": "svg",
    ".rawvf": "rawvf",
}  # fmt: skip


@command
@click.argument("source", metavar="A")
@click.argument("target", metavar="[B]", type=FILE, default=STANDARD_OUTPUT)
@click.option("--to", metavar="FORMAT", help="The format of B: see above.")
@MINES
@AS_JSON
def convert_command(
    source: str, target: Path, to: str | None, mines: int | None, as_json: bool
) -> None:
    """Convert a board, position, game or replay from one format to another.

    The format of A is recognised; A is a text, a file or - for standard input. That of B is given
    by --to or by its ending (.mbf, .abf, .json, .svg, .rawvf); without both it is one
    line. Replays of other programs (.rmv, .avf, .evf, .rawvf, .mvf) are read as games. What the
    format of B cannot keep is said on standard error.

    Formats: FORMATS.

    Examples:
      sapper convert 3x3/2:01_/12_/___ --to emoji
      sapper convert 3x3/2=101 board.mbf

    """
    wanted, data = to or _format_of(target), read_input(source, N_("board"))
    name = source if isinstance(data, bytes) else ""
    found = convert(data, wanted, mines=mines, name=name)
    if not as_json:
        for note in found.notes:
            say_note(note)
        for lost in found.lost:
            say_note(_("not kept: {lost}").format(lost=lost))
    is_printed = str(target) == STANDARD_OUTPUT
    if not (as_json and is_printed):
        _write(target, found)
    if as_json:
        print_document(found, None if is_printed else {"file": str(target)})


convert_command.help = str(convert_command.help).replace("FORMATS", ", ".join(TARGETS))


def _format_of(target: Path) -> str | None:
    """Return the format that the ending of a file means; raise `InputError` for other replays."""
    ending = target.suffix.lower()
    if ending not in _ENDINGS and ending.removeprefix(".") in REPLAY_FORMATS:
        raise InputError(f"sapper writes replays as .rawvf only, not as {ending}")
    return _ENDINGS.get(ending)


def _write(target: Path, found: Converted) -> None:
    if isinstance(found.data, str):
        write_text(target, found.data if found.data.endswith("\n") else f"{found.data}\n")
        return
    if str(target) == STANDARD_OUTPUT and standard_output().isatty():
        raise InputError("a terminal cannot show a binary file: give the name of a file")
    with replace_file(target) as file:
        file.write_bytes(found.data)
