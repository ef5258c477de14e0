"""`sapper metrics FOLDER` and `sapper review FOLDER`: all replays of somebody together."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from sapper.analysis import Budget
from sapper.cli.optional_dependencies import need_extra
from sapper.cli.terminal.console import Console, print_document, say_note
from sapper.cli.terminal.live_lines import show_bar
from sapper.cli.terminal.tables import print_table
from sapper.errors import InputError
from sapper.files import check_folder, write_text
from sapper.games.metrics.hand import hand_of
from sapper.games.replays.folder import SkippedFile
from sapper.lab.ledger.provenance import Provenance, command_line
from sapper.lab.report.hand import ENDINGS, hand_tables, write_hand
from sapper.lab.table import Table, Value, format_value
from sapper.language import _, _n, local_number
from sapper.reviews.mistakes import Mistakes, mistakes_of

__all__ = ["measure_folder", "review_folder"]

_SHOWN = 20
"""The mistakes that are listed; JSON has all."""


def measure_folder(
    folder: Path, files: Iterable[Path], budget: Budget, console: Console, *, as_json: bool
) -> None:
    """Print how the replays of a folder were played, and write the reports on them."""
    for file in files:
        if file.suffix.lower() not in ENDINGS:
            endings = ", ".join(ENDINGS)
            raise InputError(f"--report: expected a file that ends in {endings}, got {str(file)!r}")
        need_extra("lab", "`sapper metrics --report`")
        check_folder(file)
    with show_bar(_("measuring replays")) as watch:
        hand = hand_of(folder, budget=budget, watch=watch)
    _say_skipped(hand.skipped)
    if late := sum(one.guesses is None for one in hand.replays):
        say_note(
            _n(
                "the guesses of {count} replay are unknown: --time did not suffice",
                "the guesses of {count} replays are unknown: --time did not suffice",
                late,
            ).format(count=late)
        )
    for file in files:
        write_hand(hand, file, Provenance.here(command_line()))
    if as_json:
        print_document(hand)
    else:
        _print_tables(hand_tables(hand), console)


def review_folder(
    folder: Path, output: Path | None, games: int | None, seed: int, budget: Budget,
    console: Console, *, as_json: bool,
) -> None:  # fmt: skip
    """Print by which mistakes most was lost in the replays of a folder; write the exercises."""
    with show_bar(_("reviewing replays")) as watch:
        found = mistakes_of(folder, games=games, seed=seed, budget=budget, watch=watch)
    _say_skipped(found.skipped)
    if output is not None:
        exercises = (mistake.exercise for mistake in found.mistakes)
        write_text(output, "".join(f"{each}\n" for each in exercises if each is not None))
    if as_json:
        print_document(found)
        return
    text = _("{games}: {skill} points a game by choices, {luck} by luck")
    count = _n("{count} game", "{count} games", found.games).format(count=found.games)
    skill, luck = (local_number(f"{100 * each:+.1f}") for each in (found.skill, found.luck))
    console.print(text.format(games=count, skill=skill, luck=luck) + "\n")
    _print_tables(_mistake_tables(found), console)


def _mistake_tables(found: Mistakes) -> Iterable[Table]:
    kinds: list[list[Value]] = [
        [_(one.kind), one.count, 100 * one.loss_per_game] for one in found.kinds
    ]
    yield Table(_("what was missed"), ["technique", "times", "points a game"], kinds)
    worst: list[list[Value]] = [
        [one.game, one.number, str(one.cell), _(one.kind), str(one.best or "–"), 100 * one.loss]
        for one in found.mistakes[:_SHOWN]
    ]
    title = _("the mistakes that cost most")
    if more := len(found.mistakes) - len(worst):
        title += _n(" ({more} more in --json)", " ({more} more in --json)", more).format(more=more)
    yield Table(title, ["file", "move", "cell", "missed", "better", "points"], worst)


def _print_tables(tables: Iterable[Table], console: Console) -> None:
    for number, table in enumerate(tables):
        console.print("\n" * bool(number) + table.title, bold=True)
        rows = [[format_value(value) for value in row] for row in table.rows]
        words = sum(isinstance(value, str) for value in table.rows[0]) if table.rows else 1
        print_table(console, [_(name) for name in table.columns], rows, words=words)


def _say_skipped(skipped: Iterable[SkippedFile]) -> None:
    for file, problem in skipped:
        say_note(_("{file} is left out: {problem}").format(file=file, problem=problem))
