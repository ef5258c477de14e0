"""`sapper dataset`: write positions with exact answers, for learners."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final, NamedTuple

import typer

from sapper.cli.completion import complete_board, complete_player
from sapper.cli.console import Screen, console_for, print_document, say_note
from sapper.cli.extras import need_extra
from sapper.cli.options import (
    AsJson,
    Cluster,
    First,
    GameMoves,
    MoveTime,
    NoColor,
    Seed,
    Ship,
    Start,
    Workers,
)
from sapper.cli.progress_bar import show_bar
from sapper.cli.run_progress import end_on_stop
from sapper.cli.streams import stream_parts
from sapper.errors import InputError
from sapper.files import can_only_stream
from sapper.lab.dataset import DatasetPlan, DatasetSummary, make_dataset, stream_rows
from sapper.lab.dataset.figures import (
    DatasetFailureDocument,
    PartFigures,
    SplitFigures,
    add_up,
    first_failures,
)
from sapper.lab.provenance import command_line
from sapper.language import N_, _

__all__ = ["dataset_command"]

_STOPPED: Final = N_("stopped; finished parts are in the folder, and the same command resumes")


_Folder = Annotated[
    str, typer.Argument(help="A new folder, one to resume, or - for JSON lines to a pipe.")
]
_Players = Annotated[
    list[str] | None,
    typer.Option(
        "--player",
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
_Form = Annotated[
    str | None,
    typer.Option("--form", help="parquet or jsonl; by default parquet, to a pipe jsonl."),
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
    form: _Form = None,
    move_time: MoveTime = None,
    game_moves: GameMoves = None,
    workers: Workers = None,
    cluster: Cluster = None,
    ship: Ship = None,
    as_json: AsJson = False,
    no_color: NoColor = False,
) -> None:
    """Write positions from games with exact chances and certain cells, for learners.

    A folder is filled part by part; a datasheet (README.md) describes it. Stop at any time: the
    same command resumes. The rows do not depend on the number of workers. A game in which the
    player fails ends there; a player that hangs needs --move-time. The validation games of a seed
    are the training games of the next seed.
    """
    if cluster is not None:
        need_extra("cluster", "--cluster")
    is_stream = can_only_stream(Path(folder))
    plan = DatasetPlan.of(
        player or ["fast"], board, games=games, validation=validation, test=test, seed=seed,
        start=start, first=first, every=every, best=best, technique=technique,
        form=_check_form(form, is_stream), move_time=move_time, game_moves=game_moves,
    )  # fmt: skip
    where = _Where(workers, cluster, tuple(ship or ()))
    if is_stream:
        _stream(folder, plan, where, as_json)
    else:
        _fill(folder, plan, where, as_json, no_color)


class _Where(NamedTuple):
    """Which workers make the parts."""

    workers: int | None
    cluster: str | None
    ship: tuple[Path, ...]


def _check_form(form: str | None, is_stream: bool) -> str:
    """Return the form of the files; raise an error for one that cannot be written."""
    form = form or ("jsonl" if is_stream else "parquet")
    if form == "parquet":
        need_extra("lab", "a Parquet file", "pyarrow")
    if is_stream and form != "jsonl":
        raise InputError(
            _(
                "only JSON lines can be written to standard output, a device or a pipe: "
                "give --form jsonl"
            )
        )
    return form


def _stream(target: str, plan: DatasetPlan, where: _Where, as_json: bool) -> None:
    told: list[PartFigures] = []
    parts = stream_rows(plan, **where._asdict(), watch=told.append)
    stream_parts(target, parts, as_json=as_json)
    _warn(add_up(told), first_failures(told))


def _fill(folder: str, plan: DatasetPlan, where: _Where, as_json: bool, no_color: bool) -> None:
    with end_on_stop(_STOPPED), show_bar("games") as report:
        summary = make_dataset(
            Path(folder), plan, **where._asdict(), command=command_line(), report=report,
            note=say_note,
        )  # fmt: skip
    _warn(summary.splits, summary.failures)
    if as_json:
        print_document(summary.to_dict())
    else:
        _show(summary, folder, console_for(no_color))


def _show(summary: DatasetSummary, folder: str, console: Screen) -> None:
    for name, split in summary.splits.items():
        console.print(f"{name:<11}{split['rows']:>11,} positions of {split['games']:,} games")
    console.print(f"{'in':<11}{folder}: {summary.parts:,} parts, README.md describes them")


def _warn(splits: dict[str, SplitFigures], failures: Sequence[DatasetFailureDocument]) -> None:
    """Say what a user of the rows should know, on standard error."""
    for failure in failures:
        where = f"{failure['split']}, game {failure['game']}"
        say_note(f"{where}: {failure['words']}; replay: {failure['replay']}")
    if faults := sum(split["faults"] for split in splits.values()):
        say_note(f"in {faults:,} games the player failed; the positions before are kept")
    if unknown := sum(split["unknown"] for split in splits.values()):
        say_note(f"{unknown:,} positions have no answer: counting would exceed the budget")
    for name, split in splits.items():
        if split["shared"]:
            say_note(f"{split['shared']:,} different positions of {name} are in train too")
