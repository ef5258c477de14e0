"""Progress of laboratory runs on standard error: games, speed, win rates, time left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

import typer
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)
from rich.progress import Task as Line
from rich.text import Text

from sapper.cli.console import error_console, say_note
from sapper.cli.exit_codes import INTERRUPTED
from sapper.cli.termination import promise_note
from sapper.lab.result import RunResult
from sapper.lab.runs.run import Run
from sapper.lab.simulation import Watch
from sapper.lab.statistics import Estimate, SprtState
from sapper.language import N_, _
from sapper.percent import percent, percent_figure

__all__ = ["end_on_stop", "show_progress"]

_STOPPED: Final = N_("stopped; finished games are in the ledger, and the same command resumes")


class _Rate(TextColumn):
    """Games per second."""

    def __init__(self) -> None:
        super().__init__("")

    def render(self, task: Line) -> Text:
        """Return the speed as text; empty while it is unknown."""
        speed = _("{speed:,.1f} games/s").format(speed=task.speed) if task.speed else ""
        return Text(speed, style="dim")


class _ProgressWatch(Watch):
    """Draw one line per run."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._lines: dict[Run, TaskID] = {}
        self._test: TaskID | None = None
        self._games = 0

    def begin(self, results: Sequence[RunResult], games: int) -> None:
        self._games = games
        if stored := sum(result.games for result in results):
            text = _("{kept:,} of {total:,} games are already in the ledger")
            say_note(text.format(kept=stored, total=games * len(results)))
        for result in results:
            run = result.run
            self._lines[run] = self._progress.add_task(
                f"{run.player} {run.board}", total=games, completed=result.games, news=""
            )
            self.update(result)

    def update(self, result: RunResult) -> None:
        news = _rate_text(result.win_rate) if result.games else ""
        if (variate := result.control_variate) is not None:
            news += " " + _("control variate {rate}").format(rate=_rate_text(variate))
        self._progress.update(self._lines[result.run], completed=result.games, news=news)

    def test(self, state: SprtState) -> None:
        if self._test is None:
            self._test = self._progress.add_task(
                "", total=self._games or None, news=_("boards judged")
            )
        text = _("log-likelihood ratio {ratio:+.2f} of ({low:.2f}, {high:.2f})")
        news = text.format(ratio=state.ratio, low=state.low, high=state.high)
        self._progress.update(self._test, description=news, completed=state.games)

    def note(self, text: str) -> None:
        say_note(text)


def _rate_text(rate: Estimate) -> str:
    return (
        f"{percent(rate.value, 1)} [{percent_figure(rate.low, 1)}, {percent_figure(rate.high, 1)}]"
    )


@contextmanager
def show_progress() -> Iterator[Watch]:
    """Yield a watch that draws on standard error, if that is a terminal."""
    console = error_console()
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=20),
        MofNCompleteColumn(),
        TextColumn("{task.fields[news]}"),
        _Rate(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    with progress:
        yield _ProgressWatch(progress)


@contextmanager
def end_on_stop(note: str = _STOPPED) -> Iterator[None]:
    """Turn Ctrl-C, even a second one, into one sentence and an exit code."""
    try:
        with promise_note(_(note)):
            yield
    except KeyboardInterrupt:
        say_note(_(note))
        raise typer.Exit(INTERRUPTED) from None
