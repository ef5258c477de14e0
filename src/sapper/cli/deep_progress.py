"""Progress of the deep search of `sapper best`: a bar and the leading candidate."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, Progress, TaskID, TextColumn

from sapper.cli.console import error_console
from sapper.players.engine.choice import Choice
from sapper.players.engine.deep import DEFAULT_TIME
from sapper.players.engine.intervals import share_text

__all__ = ["Latest", "show_search"]


class Latest:
    """Keep and draw the newest advice, which is shown if the search is interrupted."""

    advice: Choice | None = None

    def __init__(self, progress: Progress, bar: TaskID, *, counts_games: bool) -> None:
        self._progress, self._bar = progress, bar
        self._counts_games = counts_games

    def __call__(self, advice: Choice, seconds: float) -> None:
        """Keep and draw the newest advice."""
        self.advice = advice
        played = advice.candidates[0].rollouts
        assert played is not None
        left = sum(not c.rollouts.is_dropped for c in advice.candidates if c.rollouts)
        self._progress.update(
            self._bar,
            completed=played.games if self._counts_games else seconds,
            news=f"{played.games:,} layouts, {left} cells left, {advice.cell} "
            f"{share_text(played.chance, played.low, played.high)}",
        )


@contextmanager
def show_search(time: float | None, games: int | None, *, is_shown: bool) -> Iterator[Latest]:
    """Yield a callback that draws the progress on standard error, if that is a terminal."""
    console = error_console()
    progress = Progress(
        TextColumn("playing layouts"),
        BarColumn(bar_width=20),
        TextColumn("{task.fields[news]}"),
        console=console,
        transient=True,
        disable=not (is_shown and console.is_terminal),
    )
    with progress:
        bar = progress.add_task("", total=games or time or DEFAULT_TIME, news="")
        yield Latest(progress, bar, counts_games=games is not None)
