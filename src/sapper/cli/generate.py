"""`sapper generate`: make boards that need no guess, of a grade, a 3BV or other figures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from sapper.board.spec import StartRule
from sapper.cli.completion import complete_board
from sapper.cli.console import Screen, console_for, print_document, say_note
from sapper.cli.exit_codes import INTERRUPTED
from sapper.cli.game_view import whole_game_text
from sapper.cli.grid import is_drawable
from sapper.cli.options import NoColor, Seed, Start
from sapper.cli.progress_bar import show_bar
from sapper.errors import InputError
from sapper.files import STANDARD_OUTPUT, replace_file, write_text
from sapper.games.generating import Puzzle, generate_many
from sapper.games.generating.wish import DEFAULT_TRIES, Range
from sapper.games.grades import Grade
from sapper.language import _, _n
from sapper.percent import percent

__all__ = ["generate_command"]

_Board = Annotated[
    str | None,
    typer.Option(
        "--board",
        "-b",
        help="beginner, expert, 16x30/99, torus-9x9/10 ...; by default expert.",
        show_default=False,
        autocompletion=complete_board,
    ),
]
_First = Annotated[
    str | None,
    typer.Option(help="First cell R,C, or corner, middle; by default the middle."),
]
_NoGuess = Annotated[
    bool, typer.Option("--no-guess/--guess", help="Whether no guess may be needed, or any board.")
]
_Grade = Annotated[
    str | None,
    typer.Option(help="Hardest reasoning needed: single, pair, chain, cases, component, count."),
]
_MaxGrade = Annotated[str | None, typer.Option(help="No harder reasoning needed than this grade.")]
_MineCount = Annotated[
    bool,
    typer.Option(
        "--count-mines/--no-mine-count", help="Whether the mine count may be needed, or never."
    ),
]
_Method = Annotated[
    str, typer.Option(help="uniform, or repair for dense boards (which are not uniform).")
]
_Workers = Annotated[int | None, typer.Option(help="Threads; by default one per core.")]
_Output = Annotated[
    Path | None,
    typer.Option("--output", "-o", help="File for --mbf, --svg or drills; - is standard output."),
]


def generate_command(
    context: typer.Context,
    board: _Board = None,
    first: _First = None,
    start: Start = "open",
    no_guess: _NoGuess = True,
    grade: _Grade = None,
    max_grade: _MaxGrade = None,
    mine_count: _MineCount = True,
    count: Annotated[int, typer.Option("--count", "-n", help="Number of boards.")] = 1,
    seed: Seed = 0,
    number: Annotated[int, typer.Option(help="Number of the first board within the seed.")] = 0,
    method: _Method = "uniform",
    bbbv: Annotated[str | None, typer.Option("--3bv", metavar="MIN-MAX", help="3BV.")] = None,
    openings: Annotated[str | None, typer.Option(metavar="MIN-MAX", help="Openings.")] = None,
    hard_steps: Annotated[
        str | None,
        typer.Option(metavar="MIN-MAX", help="Rounds that need more than single numbers."),
    ] = None,
    technique: Annotated[
        str | None,
        typer.Option(help="A grade of which a round is needed; with --positions a technique."),
    ] = None,
    positions: Annotated[
        int | None, typer.Option(help="Print this many positions that need --technique.")
    ] = None,
    tries: Annotated[int, typer.Option(help="Boards tried for one at most.")] = DEFAULT_TRIES,
    seconds: Annotated[
        float | None, typer.Option(help="Stop if a board is not found in this time.")
    ] = None,
    workers: _Workers = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a board.")] = False,
    mbf: Annotated[bool, typer.Option("--mbf", help="Write the board as an MBF file.")] = False,
    svg: Annotated[bool, typer.Option("--svg", help="Write a picture as SVG.")] = False,
    html: Annotated[bool, typer.Option("--html", help="Write drills as a page to print.")] = False,
    record: Annotated[bool, typer.Option("--record", help="Print only the game lines.")] = False,
    output: _Output = None,
    no_color: NoColor = False,
) -> None:
    """Make boards that need no guess, of a grade, a 3BV or other figures.

    Every board that fits is equally likely, unless the method is repair. A seed gives the same
    boards everywhere. The line of a board is a game for `sapper play`, `sapper review` and the
    page. MIN-MAX is a range such as 150-180, 150- or -180, or a number.

    With --technique and --positions it prints positions instead of boards, to practise on.
    """
    form = _form_of(json=as_json, mbf=mbf, svg=svg, html=html, record=record)
    if positions is not None:
        from sapper.cli.drills import print_drills

        wanted = _drill_technique(context, technique)
        with _end_on_stop():
            print_drills(wanted, positions, board, seed, form, output)
        return
    _check_form(form, count, output)
    _check_technique(technique)
    wishes: dict[str, Any] = {
        "first": first,
        "start": StartRule.parse(start),
        "no_guess": no_guess,
        "grade": grade,
        "max_grade": max_grade,
        "mine_count": mine_count,
        "seed": seed,
        "method": method,
        "bbbv": _range_of(bbbv, "--3bv"),
        "openings": _range_of(openings, "--openings"),
        "hard_steps": _range_of(hard_steps, "--hard-steps"),
        "technique": technique,
        "tries": tries,
        "seconds": seconds,
    }
    with _end_on_stop(), show_bar("generating") as watch:
        found = generate_many(
            board or "expert", count=count, begin=number, workers=workers, watch=watch, **wishes
        )
        _write(found, form, output, console_for(no_color))


def _form_of(**forms: bool) -> str:
    chosen = [name for name, is_chosen in forms.items() if is_chosen]
    if len(chosen) > 1:
        options = ", ".join(f"--{name}" for name in chosen)
        raise InputError(f"give only one of {options}")
    return chosen[0] if chosen else "text"


def _check_form(form: str, count: int, output: Path | None) -> None:
    if form == "html":
        raise InputError("--html writes drills: give --technique and --positions too")
    if form in ("mbf", "svg") and count != 1:
        raise InputError(f"--{form} writes one board: leave out --count, and use --number")
    if output is not None and form not in ("mbf", "svg"):
        raise InputError("--output needs --mbf, --svg, or --positions")


_FOR_DRILLS = frozenset(
    ("board", "seed", "technique", "positions", "as_json", "svg", "html", "output", "no_color")
)


def _drill_technique(context: typer.Context, technique: str | None) -> str:
    """Return the technique; raise `InputError` without one, or for an option of boards only."""
    for parameter in context.command.params:
        name = parameter.name or ""
        source = context.get_parameter_source(name)
        if name not in _FOR_DRILLS and source is not None and source.name == "COMMANDLINE":
            options = "/".join(o for o in parameter.opts + parameter.secondary_opts if o[1] == "-")
            raise InputError(f"{options} is for boards: leave it out with --positions")
    if technique is None:
        raise InputError("--positions needs a --technique")
    return technique


def _check_technique(technique: str | None) -> None:
    """Raise `InputError` for a technique of drills where a grade is meant."""
    if technique is None or technique in set(Grade):
        return
    from sapper.games.drills.finding import TECHNIQUES

    grades = ", ".join(grade for grade in Grade if grade is not Grade.CLICK)
    if technique in TECHNIQUES:
        raise InputError(
            f"--technique {technique} is for drills, with --positions; boards have {grades}"
        )
    raise InputError(f"--technique: expected one of {grades}, got {technique!r}")


def _range_of(text: str | None, option: str) -> Range | None:
    if text is None:
        return None
    found = re.fullmatch(r"(\d*)(-?)(\d*)", text)
    if not found or not (found[1] or found[3]):
        raise InputError(f"{option}: expected a range such as 150-180, 150- or -180, got {text!r}")
    low, high = (int(digits) if digits else None for digits in (found[1], found[3]))
    return (low, high) if found[2] else (low, low)


@contextmanager
def _end_on_stop() -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        say_note(_("stopped"))
        raise typer.Exit(INTERRUPTED) from None


def _write(found: Iterable[Puzzle], form: str, output: Path | None, console: Screen) -> None:
    path = output or Path(STANDARD_OUTPUT)
    boards = tries = 0
    is_uniform = True
    for puzzle in found:
        boards, tries = boards + 1, tries + puzzle.tries
        is_uniform = puzzle.is_uniform
        if form == "json":
            print_document(puzzle.to_dict())
        elif form == "record":
            console.print_line(puzzle.line)
        elif form == "svg":
            write_text(path, puzzle.svg())
        elif form == "mbf":
            _write_mbf(path, puzzle)
        else:
            _show(puzzle, console)
    if form in ("record", "mbf") and not is_uniform:
        say_note(
            _n(
                "this board is repaired, not uniform",
                "these boards are repaired, not uniform",
                boards,
            )
        )
    if form == "text" and boards > 1:
        share = _("{boards:,} of {tries:,} boards tried ({share})").format(
            boards=boards, tries=tries, share=percent(boards / tries, 2)
        )
        in_all = _("{tries:,} boards in all").format(tries=tries)
        _print_row(console, *((_("accepted"), share) if is_uniform else (_("tried"), in_all)))


def _write_mbf(path: Path, puzzle: Puzzle) -> None:
    from sapper.board.formats.mbf import write_mbf

    with replace_file(path) as target:
        target.write_bytes(write_mbf(puzzle.layout))


def _show(puzzle: Puzzle, console: Screen) -> None:
    if is_drawable(puzzle.layout.geometry):
        console.print(whole_game_text(puzzle.game(), console.width))
        console.print()
    _print_row(console, _("board"), f"{puzzle.board}, {puzzle.kind}")
    if puzzle.hard_steps is not None and puzzle.difficulty is not None:
        steps = _n("{count:,} hard step", "{count:,} hard steps", puzzle.hard_steps).format(
            count=puzzle.hard_steps
        )
        difficulty = _("difficulty {value:.2f}").format(value=puzzle.difficulty)
        _print_row(console, _("reasoning"), f"{steps}, {difficulty}")
    count = puzzle.metrics.openings
    openings = _n("{count:,} opening", "{count:,} openings", count).format(count=count)
    _print_row(console, "3BV", f"{puzzle.metrics.bbbv}, {openings}")
    _print_row(console, _("tries"), _tries_of(puzzle))
    _print_row(console, _("link"), puzzle.link, is_whole=True)
    _print_row(console, _("record"), puzzle.line, is_whole=True)


def _print_row(console: Screen, name: str, text: str, *, is_whole: bool = False) -> None:
    """Print a figure under its name; `is_whole` keeps it in one line, to be copied."""
    (console.print_line if is_whole else console.print)(f"{name:<9} {text}")


def _tries_of(puzzle: Puzzle) -> str:
    tries = _n("{count:,} try", "{count:,} tries", puzzle.tries).format(count=puzzle.tries)
    if puzzle.acceptance is None:
        return _("{tries}, by dealing and moving mines").format(tries=tries)
    share = percent(puzzle.acceptance, 2)
    return _("{tries} (accepted {share})").format(tries=tries, share=share)
