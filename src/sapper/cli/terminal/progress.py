"""Progress of laboratory runs: games, speed, win rates, time left; and how they are stopped."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

import click

from sapper.cli.exit_codes import INTERRUPTED
from sapper.cli.terminal.console import say_note
from sapper.cli.terminal.live_lines import LiveLines, bar_text, live_lines
from sapper.lab.result import RunResult
from sapper.lab.simulation import Watch
from sapper.lab.statistics.intervals import Estimate
from sapper.lab.statistics.sprt import SprtState
from sapper.language import N_, _
from sapper.percent import percent, percent_figure

__all__ = ["end_on_stop", "show_progress"]

_STOPPED: Final = N_("stopped; finished games are in the ledger, and the same command resumes")


class _ProgressWatch(Watch):
    """Draw one line per run."""

    def __init__(self, live: LiveLines) -> None:
        self._live = live
        self._games = 0
        self._began = time.monotonic()

    def begin(self, results: Sequence[RunResult], games: int) -> None:
        self._games = games
        stored = sum(result.games for result in results)
        if stored:
            text = _("{kept:,} of {total:,} games are already in the ledger")
            self.note(text.format(kept=stored, total=games * len(results)))
        for result in results:
            self.update(result)

    def update(self, result: RunResult) -> None:
        run, done = result.run, result.games
        news = [f"{run.player} {run.board}", bar_text(done, self._games), f"{done}/{self._games}"]
        if done:
            news.append(_rate_text(result.win_rate))
        if (variate := result.control_variate) is not None:
            news.append(_("control variate {rate}").format(rate=_rate_text(variate)))
        seconds = time.monotonic() - self._began
        news.append(_("{speed:,.1f} games/s").format(speed=done / max(seconds, 0.001)))
        self._live.show(run, " ".join(news))

    def test(self, state: SprtState) -> None:
        text = _("log-likelihood ratio {ratio:+.2f} of ({low:.2f}, {high:.2f})")
        news = text.format(ratio=state.ratio, low=state.low, high=state.high)
        self._live.show("test", f"{news} {state.games} " + _("boards judged"))

    def note(self, text: str) -> None:
        self._live.note(text)


def _rate_text(rate: Estimate) -> str:
    return (
        f"{percent(rate.value, 1)} [{percent_figure(rate.low, 1)}, {percent_figure(rate.high, 1)}]"
    )


@contextmanager
def show_progress() -> Iterator[Watch]:
    """Yield a watch that draws on standard error, if that is a terminal."""
    with live_lines() as live:
        yield _ProgressWatch(live)


@contextmanager
def end_on_stop(note: str = _STOPPED) -> Iterator[None]:
    """Turn Ctrl-C, even a second one, into one sentence and an exit code."""
    try:
        yield
    except KeyboardInterrupt:
        say_note(_(note))
        raise click.exceptions.Exit(INTERRUPTED) from None
