"""`sapper dataset`: write positions with exact answers, for learners."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from sapper.cli.completion import complete_board, complete_player
from sapper.cli.console import console_for, print_document, say_note
from sapper.cli.extras import need_extra
from sapper.cli.options import AsJson, First, GameMoves, NoColor, Seed, Start, Workers
from sapper.cli.progress_bar import show_bar
from sapper.cli.run_progress import end_on_stop
from sapper.errors import InputError
from sapper.files import can_only_stream
from sapper.lab.dataset import DatasetDocument, DatasetPlan, make_dataset
from sapper.lab.ledger.provenance import command_line

__all__ = ["dataset_command"]

_STOPPED: Final = "stopped; finished parts are in the folder, and the same command resumes"

_Folder = Annotated[Path, typer.Argument(help="A new folder, or one to resume.")]
_Players = Annotated[
    list[str] | None,
    typer.Option(
        "--player",
        "-p",
        help="A player whose games are used; may be given several times. By default fast.",
        show_default=False,
        autocompletion=complete_player,
    ),
]
_Board = Annotated[
    str,
    typer.Option(
        help="beginner, intermediate, expert, or like 16x30/99.", autocompletion=complete_board
    ),
]
_Games = Annotated[int, typer.Option(help="Games of each player for training.")]
_Validation = Annotated[int, typer.Option(help="Games for validation, with the next seed.")]
_Test = Annotated[int, typer.Option(help="Games for the test, with the seed after that.")]
_Every = Annotated[
    int, typer.Option(help="Keep one of so many positions of a game, the first included.")
]
_Best = Annotated[bool, typer.Option("--best", help="Add the best move by champion (slower).")]
_Technique = Annotated[
    bool, typer.Option("--technique", help="Add the technique of the easiest proof (slower).")
]


def dataset_command(
    folder: _Folder,
    player: _Players = None,
    board: _Board = "expert",
    start: Start = "open",
    first: First = None,
    games: _Games = 1000,
    validation: _Validation = 0,
    test: _Test = 0,
    seed: Seed = 0,
    every: _Every = 1,
    best: _Best = False,
    technique: _Technique = False,
    game_moves: GameMoves = None,
    workers: Workers = None,
    as_json: AsJson = False,
    no_color: NoColor = False,
) -> None:
    """Write positions from games with exact chances and certain cells, as Parquet files.

    A folder is filled part by part. Stop at any time: the same command resumes. The rows do not
    depend on the number of workers. A game in which the player fails ends there. The validation
    games of a seed are the training games of the next seed.
    """
    need_extra("lab", "sapper dataset", "pyarrow")
    if can_only_stream(folder):
        raise InputError(f"a dataset is a folder of Parquet files: {folder} cannot be one")
    plan = DatasetPlan(
        player or ["fast"], board, games=games, validation=validation, test=test, seed=seed,
        start=start, first=first, every=every, best=best, technique=technique,
        game_moves=game_moves,
    )  # fmt: skip
    with end_on_stop(_STOPPED), show_bar("games") as report:
        made = make_dataset(folder, plan, workers=workers, command=command_line(), report=report)
    _warn(made)
    if as_json:
        print_document(made)
        return
    console = console_for(no_color)
    for name, split in made["splits"].items():
        console.print(f"{name:<11}{split['rows']:>11,} positions of {split['games']:,} games")
    console.print(f"{'in':<11}{folder}")


def _warn(made: DatasetDocument) -> None:
    """Say what a user of the rows should know, on standard error."""
    for failure in made["failures"]:
        say_note(failure)
    if faults := sum(split["faults"] for split in made["splits"].values()):
        say_note(f"in {faults:,} games the player failed; the positions before are kept")
    if unknown := sum(split["unknown"] for split in made["splits"].values()):
        say_note(f"{unknown:,} positions have no answer: counting would exceed the budget")
