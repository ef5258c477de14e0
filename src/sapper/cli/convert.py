"""`sapper convert`: boards, positions and games from one format to another."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Annotated, Final

import typer

from sapper.cli.console import print_document, say_note
from sapper.cli.options import AsJson, Mines
from sapper.errors import InputError
from sapper.files import STANDARD_OUTPUT, replace_file, standard_output, write_text
from sapper.games.board_sources import REPLAY_FORMATS
from sapper.games.converting import TARGETS, Converted, convert
from sapper.language import _

__all__ = ["convert_command"]

_MOST_BYTES: Final = 64_000_000
_LONGEST_PATH: Final = 4096
_ENDINGS: Final = {
    ".mbf": "mbf", ".abf": "mbf", ".mine": "mine", ".json": "json", ".csv": "csv", ".svg": "svg",
    ".rawvf": "rawvf",
}  # fmt: skip
_FILE_NAME: Final = re.compile(r"[^\s?&=:,]*\.[A-Za-z][A-Za-z0-9_-]{1,15}|[/~.][^\s?&=]*")


def convert_command(
    source: Annotated[
        str, typer.Argument(metavar="A", help="A board, position, game or replay: text, file or -.")
    ],
    target: Annotated[
        Path, typer.Argument(metavar="B", help="The file to write, or - for standard output.")
    ] = Path(STANDARD_OUTPUT),
    to: Annotated[
        str | None,
        typer.Option(
            metavar="FORMAT",
            help=f"{', '.join(TARGETS)}; by default what B ends with, else one line.",
        ),
    ] = None,
    form: Annotated[
        str | None,
        typer.Option("--from", metavar="FORMAT", help="The format of A, where it is ambiguous."),
    ] = None,
    mines: Mines = None,
    as_json: AsJson = False,
) -> None:
    """Convert a board, position, game or replay from one format to another.

    The format of A is recognised, that of B is given by --to or by its ending (.mbf, .abf, .mine,
    .json, .csv, .svg, .rawvf). Replays of other programs (.rmv, .avf, .evf, .rawvf, .mvf) are read
    as games. What the format of B cannot keep is said on standard error.
    """
    wanted, data = to or _format_of(target), _read(source)
    name = source if isinstance(data, bytes) else ""
    found = convert(data, wanted, form=form, mines=mines, name=name)
    if not as_json:
        for note in found.notes:
            say_note(note)
        for lost in found.lost:
            say_note(_("not kept: {lost}").format(lost=lost))
    is_printed = str(target) == STANDARD_OUTPUT
    if not (as_json and is_printed):
        _write(target, found)
    if as_json:
        print_document(found.to_dict() if is_printed else {"file": str(target), **found.to_dict()})


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


def _read(source: str) -> bytes | str:
    """Return a text as it is, else the bytes of a file or of standard input."""
    if source == STANDARD_OUTPUT:
        return sys.stdin.buffer.read(_MOST_BYTES + 1)
    if not _is_file(source):
        if _FILE_NAME.fullmatch(source):
            raise InputError(f"{source!r} is no board, and no file of this name exists")
        return source
    try:
        with Path(source).open("rb") as file:
            return file.read(_MOST_BYTES + 1)
    except IsADirectoryError:
        raise InputError(
            f"{source!r} is a directory: give a file, or - for standard input"
        ) from None
    except OSError as error:
        raise InputError(f"cannot read {source!r}: {error.strerror}") from None


def _is_file(source: str) -> bool:
    try:
        return 0 < len(source) < _LONGEST_PATH and Path(source).exists()
    except (OSError, ValueError):  # a text is often no valid file name
        return False
