"""`sapper generate`: make boards that need no guess, or positions to practise on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from sapper.board import BoardSpec
from sapper.board.spec import StartRule
from sapper.cli.drawing.game_view import show_game
from sapper.cli.exit_codes import INTERRUPTED
from sapper.cli.lazy_group import command
from sapper.cli.options import AS_JSON, BOARD, FILE, SECONDS, SEED, START_OPEN
from sapper.cli.terminal.console import Console, print_document, result_console, say_note
from sapper.cli.terminal.live_lines import show_bar
from sapper.errors import InputError
from sapper.files import STANDARD_OUTPUT, standard_output, write_text
from sapper.games.generating import Puzzle, generate_many
from sapper.games.generating.request import DEFAULT_TRIES, Range
from sapper.language import _, _n
from sapper.percent import percent

__all__ = ["generate_command"]

_NO_LIMIT = 2**32  # tries, where a time is the limit


@command
@BOARD
@click.option("--first", metavar="CELL", help="First cell: r2c11, corner or middle (default).")
@START_OPEN
@click.option("--grade", help="Hardest reasoning: click, single, pair, chain, count.")
@click.option("--max-grade", metavar="GRADE", help="No harder reasoning than this grade.")
@click.option("--3bv", "bbbv", metavar="MIN-MAX", help="3BV.")
@click.option("--technique", help="What every one of --positions needs.")
@click.option("--positions", type=int, help="Print this many positions that need --technique.")
@click.option("--count", "-n", type=int, default=1, show_default=True, help="Number of boards.")
@SEED
@click.option("--time", type=SECONDS, help="Stop if a board is not found in this time, 2s.")
@click.option("-o", "--output", type=FILE, help="Write a board as .svg.")
@AS_JSON
def generate_command(
    positions: int | None, technique: str | None, output: Path | None, as_json: bool,
    **options: Any,
) -> None:  # fmt: skip
    """Make boards that need no guess, of a grade and a 3BV.

    Every board that fits is equally likely. A seed gives the same boards everywhere. The record
    is a game for `sapper play`, `sapper review` and the page. MIN-MAX is a range such as 150-180,
    150- or -180, or a number.

    With --technique and --positions it prints positions instead of boards, to practise on; --json
    has their answers. `sapper convert` writes other formats.

    Examples:
      sapper generate --board beginner --grade pair --seed 7
      sapper generate --board 8x8/10 --technique subset --positions 2

    """
    ending = "" if output is None else output.suffix.lower()
    if as_json and ending:
        raise InputError("give either --json or --output, not both")
    if technique is not None and positions is None:
        raise InputError("--technique needs --positions")
    with _end_on_stop():
        if positions is not None:
            _write_drills(positions, technique, output, as_json, **options)
            return
        if output is not None and (ending != ".svg" or options["count"] != 1):
            raise InputError("--output writes one board, as .svg")
        with show_bar("generating") as watch:
            found = generate_many(**_wishes(**options), watch=watch)
            if output is not None:
                write_text(output, next(iter(found)).svg())
            else:
                _show_boards(found, as_json=as_json)


def _wishes(
    board: str | None, start: str, bbbv: str | None, time: float | None, **same: Any,
) -> dict[str, Any]:  # fmt: skip
    """Return the options under the names of `generate_many`."""
    return {
        **same,
        "board": board or "expert",
        "start": StartRule.parse(start),
        "bbbv": _range_of(bbbv),
        "seconds": time,
        "tries": DEFAULT_TRIES if time is None else _NO_LIMIT,
    }


def _write_drills(
    positions: int, technique: str | None, output: Path | None, as_json: bool, *,
    board: str | None, seed: int, **_others: object,
) -> None:  # fmt: skip
    """Write positions whose next certain cell needs the technique."""
    from sapper.games.drills.drill import DEFAULT_BOARD, FoundDrills, drills

    if technique is None:
        raise InputError("--positions needs a --technique")
    if output is not None:
        raise InputError("--output writes one board, as .svg")
    spec = BoardSpec.of(board or DEFAULT_BOARD)
    with show_bar("looking for positions") as watch:
        found = drills(technique, positions, board=spec, seed=seed, watch=watch)
    if as_json:
        name, tries = found[0].name, found[-1].game + 1
        print_document(FoundDrills(name, str(spec), found[0].seed, tries, found))
    else:
        write_text(Path(STANDARD_OUTPUT), "".join(f"{drill.text}\n" for drill in found))


def _range_of(text: str | None) -> Range | None:
    if text is None:
        return None
    found = re.fullmatch(r"(\d*)(-?)(\d*)", text)
    if not found or not (found[1] or found[3]):
        raise InputError(f"--3bv: expected a range such as 150-180, 150- or -180, got {text!r}")
    low, high = (int(digits) if digits else None for digits in (found[1], found[3]))
    return (low, high) if found[2] else (low, low)


@contextmanager
def _end_on_stop() -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        say_note(_("stopped"))
        raise click.exceptions.Exit(INTERRUPTED) from None


def _show_boards(found: Iterable[Puzzle], *, as_json: bool) -> None:
    console = result_console()
    for puzzle in found:
        if as_json:
            print_document(puzzle)
        else:
            _show(puzzle, console)
        standard_output().flush()


def _show(puzzle: Puzzle, console: Console) -> None:
    show_game(puzzle.game(), console)
    _print_row(console, _("board"), f"{puzzle.board}, {puzzle.kind}")
    count = puzzle.hard_steps
    steps = _n("{count:,} hard step", "{count:,} hard steps", count).format(count=count)
    difficulty = _("difficulty {value:.2f}").format(value=puzzle.difficulty)
    _print_row(console, _("reasoning"), f"{steps}, {difficulty}")
    count = puzzle.metrics.openings
    openings = _n("{count:,} opening", "{count:,} openings", count).format(count=count)
    _print_row(console, "3BV", f"{puzzle.metrics.bbbv}, {openings}")
    _print_row(console, _("tries"), _tries_of(puzzle))
    for name, text in ((_("link"), puzzle.link), (_("record"), puzzle.line)):
        console.print_line(f"{name:<9} {text}")


def _print_row(console: Console, name: str, text: str) -> None:
    console.print(f"{name:<9} {text}")


def _tries_of(puzzle: Puzzle) -> str:
    tries = _n("{count:,} try", "{count:,} tries", puzzle.tries).format(count=puzzle.tries)
    share = percent(puzzle.acceptance, 2)
    return _("{tries} (accepted {share})").format(tries=tries, share=share)
