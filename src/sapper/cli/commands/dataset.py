"""`sapper lab dataset`: write positions with exact answers, for learners."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import click

from sapper.cli.completion import complete_player
from sapper.cli.lazy_group import command
from sapper.cli.optional_dependencies import need_extra
from sapper.cli.options import AS_JSON, BOARD, FILE, FIRST, GAME_MOVES, SEED, START_OPEN, WORKERS
from sapper.cli.terminal.console import print_document, result_console, say_note
from sapper.cli.terminal.live_lines import show_bar
from sapper.cli.terminal.progress import end_on_stop
from sapper.errors import InputError
from sapper.files import can_only_stream
from sapper.lab.dataset import Dataset, DatasetPlan, make_dataset
from sapper.lab.ledger.provenance import command_line

__all__ = ["dataset_command"]

_STOPPED: Final = "stopped; finished parts are in the folder, and the same command resumes"


@command
@click.argument("folder", type=FILE)
@click.option(
    "--player",
    "-p",
    multiple=True,
    shell_complete=complete_player,
    help="A player whose games are used; several times. By default fast.",
)
@BOARD
@START_OPEN
@FIRST
@click.option("--games", type=int, default=1000, help="Games for training (1000).")
@click.option("--validation", type=int, default=0, help="Games for validation, with the next seed.")
@click.option("--test", type=int, default=0, help="Games for the test, with the seed after that.")
@SEED
@click.option("--every", type=int, default=1, help="Keep one of so many positions of a game.")
@click.option("--best", is_flag=True, help="Add the best move by champion (slower).")
@click.option("--technique", is_flag=True, help="Add the technique of the easiest proof (slower).")
@GAME_MOVES
@WORKERS
@AS_JSON
def dataset_command(
    folder: Path, player: tuple[str, ...], board: str | None, workers: int | None, as_json: bool,
    **options: Any,
) -> None:  # fmt: skip
    """Write positions from games with exact chances and certain cells, as Parquet files.

    A folder is filled part by part. Stop at any time: the same command resumes. The rows do not
    depend on the number of workers. A game in which the player fails ends there. The validation
    games of a seed are the training games of the next seed.

    Examples:
      sapper lab dataset positions --board 5x5/4 --games 20

    """
    need_extra("lab", "sapper lab dataset", "pyarrow")
    if can_only_stream(folder):
        raise InputError(f"a dataset is a folder of Parquet files: {folder} cannot be one")
    plan = DatasetPlan(list(player) or ["fast"], board or "expert", **options)
    with end_on_stop(_STOPPED), show_bar("games") as report:
        made = make_dataset(folder, plan, workers=workers, command=command_line(), report=report)
    _warn(made)
    if as_json:
        print_document(made)
        return
    console = result_console()
    for name, split in made.splits.items():
        console.print(f"{name:<11}{split['rows']:>11,} positions of {split['games']:,} games")
    console.print(f"{'in':<11}{folder}")


def _warn(made: Dataset) -> None:
    """Say what a user of the rows should know, on standard error."""
    for failure in made.failures:
        say_note(failure)
    if faults := sum(split["faults"] for split in made.splits.values()):
        say_note(f"in {faults:,} games the player failed; the positions before are kept")
    if unknown := sum(split["unknown"] for split in made.splits.values()):
        say_note(f"{unknown:,} positions have no answer: counting would exceed the budget")
