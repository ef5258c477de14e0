"""Arguments and options that several commands share, and the values that they take."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from sapper.cli.completion import complete_board, complete_player

if TYPE_CHECKING:
    from sapper.analysis import Budget
    from sapper.answers import Limits

__all__ = [
    "AS_JSON",
    "BOARD",
    "CLUSTER",
    "FILE",
    "FIRST",
    "GAMES",
    "GAME_MOVES",
    "KEEP",
    "LEDGER",
    "MINES",
    "MOVE_TIME",
    "PLAYER",
    "POSITION",
    "POSITIONS",
    "SECONDS",
    "SEED",
    "START",
    "START_OPEN",
    "SVG",
    "TIME",
    "WORKERS",
    "budget_of",
    "limits_of",
    "run_options",
]


class Seconds(click.ParamType):  # type: ignore[type-arg]
    """A time above 0, such as 2s or 500ms, as seconds."""

    name = "time"
    _UNITS: Final = {"ms": 0.001, "s": 1.0, "": 1.0, "min": 60.0, "h": 3600.0}

    def convert(self, value: Any, param: Any, ctx: Any) -> float:
        """Return the seconds; fail for anything else."""
        found = re.fullmatch(r"([0-9]*\.?[0-9]+) ?(ms|s|min|h|)", str(value))
        if not found or not float(found[1]):
            self.fail(f"expected a time above 0, such as 2s or 500ms, got {value!r}", param, ctx)
        return float(found[1]) * self._UNITS[found[2]]


SECONDS: Final = Seconds()
FILE: Final = click.Path(path_type=Path)

POSITION: Final = click.argument("position", required=False)
POSITIONS: Final = click.argument("position", nargs=-1)
MINES: Final = click.option("--mines", type=int, help="Total mines, if the text does not say.")
TIME: Final = click.option(
    "--time", type=SECONDS, help="How long an answer may take: 2s, 500ms. No limit by default."
)
AS_JSON: Final = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
SVG: Final = click.option("--svg", type=FILE, help="Write a picture to this file; - prints it.")
PLAYER: Final = click.argument("player", shell_complete=complete_player)

BOARD: Final = click.option(
    "--board",
    "-b",
    metavar="BOARD",
    shell_complete=complete_board,
    help="beginner, intermediate, expert, or like 16x30/99, torus-9x9/10.",
)
START, START_OPEN = (
    click.option(
        "--start",
        type=click.Choice(("raw", "safe", "open")),
        default=default,
        show_default=True,
        help="What the first cell may be: raw (anything), safe (no mine), open (a 0).",
    )
    for default in ("safe", "open")
)
FIRST: Final = click.option(
    "--first", metavar="CELL", help="First cell: r2c11, corner, middle, random or player."
)
SEED: Final = click.option(
    "--seed", type=int, default=0, show_default=True, help="Seed of the boards, 0 to 2^64 - 1."
)
GAMES: Final = click.option(
    "--games", type=int, default=1000, show_default=True, help="Number of games."
)
KEEP: Final = click.option(
    "--keep",
    metavar="games|outcomes|summary",
    help="What is kept of the games; games up to a million, outcomes up to a billion.",
)
WORKERS: Final = click.option(
    "--workers", type=int, help="Worker processes; one per core by default."
)
LEDGER: Final = click.option(
    "--ledger", type=FILE, help="Ledger file; in your data folder by default."
)
CLUSTER: Final = click.option(
    "--cluster", metavar="ADDRESS", help="A Dask scheduler, such as tcp://HOST:8786."
)
MOVE_TIME: Final = click.option(
    "--move-time", type=SECONDS, help="Longest time for a move, 2s or 500ms; Python players only."
)
GAME_MOVES: Final = click.option(
    "--game-moves", type=int, help="Most moves in a game; 20 for each cell by default."
)
STRICT: Final = click.option(
    "--strict", is_flag=True, help="Stop at the first game in which a player fails."
)

_OF_RUNS: Final = (
    START, GAMES, SEED, FIRST, KEEP, WORKERS, LEDGER, CLUSTER, MOVE_TIME,
    GAME_MOVES, STRICT,
)  # fmt: skip


def budget_of(seconds: float | None) -> Budget:
    """Return the budget of `--time`."""
    from sapper.analysis import Budget

    return Budget(milliseconds=None if seconds is None else 1000 * seconds)


def limits_of(seconds: float | None, factor: float = 1.0) -> Limits:
    """Return the limits of `--time`, for a question that takes so many times what is allowed."""
    from sapper.answers import Limits

    return Limits(milliseconds=None if seconds is None else 1000 * seconds / factor)


def run_options(command: Any) -> Any:
    """Add the options that `run` and `compare` share, under the names of `simulate`."""
    for option in reversed(_OF_RUNS):
        command = option(command)
    return command
