"""Progress of runs on standard error: done, rate, win rates with intervals, time left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)
from rich.progress import Task as Line
from rich.table import Table
from rich.text import Text

from sapper.cli.console import say_error, say_note
from sapper.lab.errors import RunStopped
from sapper.lab.run import Run
from sapper.lab.simulate import Standing, Watch
from sapper.lab.sprt import SprtState
from sapper.lab.statistics import Estimate
from sapper.percent import percent, percent_figure

__all__ = ["print_table", "shown_progress", "stoppable"]

_STOPPED, _INTERRUPTED = 1, 130
_WIDEST = 1000


class _Rate(TextColumn):
    """Games per second."""

    def __init__(self) -> None:
        super().__init__("")

    def render(self, task: Line) -> Text:
        """Return the speed as text; none is known at the beginning."""
        return Text(f"{task.speed:,.1f} games/s" if task.speed else "", style="dim")


class _Shown(Watch):
    """One line per run."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._lines: dict[Run, TaskID] = {}
        self._test: TaskID | None = None
        self._games = 0

    def begin(self, standings: Sequence[Standing]) -> None:
        kept = sum(standing.done for standing in standings)
        if kept:
            wanted = sum(standing.games for standing in standings)
            say_note(f"{kept:,} of {wanted:,} games are already in the ledger")
        for standing in standings:
            run = standing.run
            name = f"{run.strategy} {run.board}"
            self._lines[run] = self._progress.add_task(
                name, total=standing.games, completed=standing.done, told=""
            )
            self._games = standing.games
            self.kept(standing)

    def kept(self, standing: Standing) -> None:
        told = _told(standing.win_rate) if standing.done else ""
        if (variate := standing.control_variate) is not None:
            told += f" control variate {_told(variate)}"
        self._progress.update(self._lines[standing.run], completed=standing.done, told=told)

    def test(self, state: SprtState) -> None:
        if self._test is None:
            self._test = self._progress.add_task(
                "", total=self._games or None, told="boards judged"
            )
        told = f"log-likelihood ratio {state.ratio:+.2f} of ({state.low:.2f}, {state.high:.2f})"
        self._progress.update(self._test, description=told, completed=state.games)

    def note(self, text: str) -> None:
        say_note(text)


def _told(rate: Estimate) -> str:
    return f"{percent(rate.value)} [{percent_figure(rate.low)}, {percent_figure(rate.high)}]"


def print_table(console: Console, table: Table) -> None:
    """Print a table as wide as it needs: a narrow screen wraps it, nothing is cut off."""
    width = console.width
    console.width = _WIDEST
    console.print(table, soft_wrap=False)
    console.width = width


@contextmanager
def shown_progress() -> Iterator[Watch]:
    """Yield a watch that draws on standard error while it is a terminal."""
    console = Console(stderr=True)
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=20),
        MofNCompleteColumn(),
        TextColumn("{task.fields[told]}"),
        _Rate(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    with progress:
        yield _Shown(progress)


@contextmanager
def stoppable() -> Iterator[None]:
    """Turn a run that could not finish into a sentence and an exit code; so too Ctrl-C."""
    try:
        yield
    except RunStopped as error:
        say_error(error)
        raise typer.Exit(_STOPPED) from None
    except KeyboardInterrupt:
        say_note("stopped; finished games are in the ledger, the same command goes on from there")
        raise typer.Exit(_INTERRUPTED) from None
