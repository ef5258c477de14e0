"""The tables of the papers' experiments: our figures beside the printed ones.

The notes are computed from the figures: the difference of two rates with its 95 % interval. A rate
from an unknown number of games is treated as exact: "observed" rates are of the published program
of Huda 2025, run unmodified but with its losses counted as losses.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from sapper.lab.pair import Pair
from sapper.lab.result import RunResult
from sapper.lab.statistics.intervals import Estimate, unpaired_difference, wilson
from sapper.lab.table import Table, Value, format_difference, format_fixed, share_cells
from sapper.language import N_, _
from sapper.percent import percent_figure
from sapper.players.papers.printed import BATCH, HUDA, HUDA_GAMES, PROBABILITY_WINS, Printed
from sapper.players.papers.sources import PAPERS

__all__ = ["huda_table", "probability_table"]

_HUDA_BACKGROUND: Final = (
    N_(
        "Printed: in the paper. Observed: of the published program, run again with "
        "every mine opened counted as a loss; it counts one opened as the last cell but"
        " one as a win."
    ),
    N_(
        "The published count is wrong: its memo merges different states, and one "
        "component must hold all mines left. Ours counts every component."
    ),
    N_("A step is an opening, a flag or a chord; our best player sets no flags."),
    N_(
        "backtracking (Amadia 2023) and bfs (Sansani 2010) play the same boards; their "
        "papers print no win rates."
    ),
    N_(
        "The printed times are from another machine; our versions of the papers' "
        "players are plain Python. The paper defines accuracy and time per step, but "
        "prints no figures for them."
    ),
)


def huda_table(results: Sequence[RunResult]) -> Table:
    """Return greedy, hybrid and our best player beside Huda's figures."""
    columns = ["board", "player", "games", "win %", "95 %", "win % printed", "verdict",
               "win % observed", "verdict", "guesses right %", "steps per win", "steps printed",
               "ms per step", "ms per win", "ms printed"]  # fmt: skip
    notes = [
        note
        for player in ("greedy", "hybrid")
        for note in _huda_notes([r for r in results if r.run.player == player], player)
    ]
    notes += _best_notes(results)
    title = _("{name}: greedy rules against the hybrid").format(name=PAPERS["Huda"].name)
    return Table(title, columns, list(map(_huda_row, results)), [*notes, *map(_, _HUDA_BACKGROUND)])


def probability_table(results: Sequence[RunResult]) -> Table:
    """Return both ways to choose the first cell beside the printed batches."""
    columns = ["first cell", "batch 1", "batch 2", "win %", "95 %", "verdict"]
    printed = wilson(sum(PROBABILITY_WINS), 2 * BATCH)
    rows: list[list[Value]] = []
    differences = []
    for first in dict.fromkeys(result.run.first for result in results):
        batches = [result for result in results if result.run.first == first]
        rate = wilson(sum(r.wins for r in batches), sum(r.games for r in batches))
        name = "random" if first == "random" else "corner"
        played = [f"{b.wins}/{b.games}" for b in batches]
        rows.append(
            [name, *played, *share_cells(rate, 1), unpaired_difference(rate, printed).direction]
        )
        differences.append((name, unpaired_difference(rate, printed)))
    batches_printed = [f"{wins}/{BATCH}" for wins in PROBABILITY_WINS]
    rows.append(["printed", *batches_printed, *share_cells(printed, 1), None])
    paper = PAPERS["anonymous"]
    title = _("{paper}: {subject}, 9x9/10, raw start").format(
        paper=paper.name, subject=_(paper.subject)
    )
    return Table(title, columns, rows, [_describe(_("Ours minus the printed rate"), differences)])


def _huda_notes(results: Sequence[RunResult], player: str) -> Iterable[str]:
    known = [(r, HUDA[r.run.board, player]) for r in results if (r.run.board, player) in HUDA]
    for which in (N_("printed"), N_("observed")):
        differences = [
            (r.run.board, _difference(r, figures, which)) for r, figures in known if r.games
        ]
        if differences:
            yield _describe(
                _("{player}, ours minus the {which} rate").format(player=player, which=_(which)),
                differences,
            )


def _best_notes(results: Sequence[RunResult]) -> Iterable[str]:
    """Yield the lead of the last player, which is ours, over the best of the papers' by board."""
    differences = []
    for board in dict.fromkeys(result.run.board for result in results):
        *papers, ours = [r for r in results if r.run.board == board and r.games]
        if papers:
            best = max(papers, key=lambda r: r.wins)
            name = _("{board} over {player}").format(board=board, player=best.run.player)
            differences.append((name, Pair(ours, best).difference))
    if differences:
        ours_name = results[-1].run.player
        yield _describe(
            _("{player} minus the best of the papers' players").format(player=ours_name),
            differences,
        )


def _difference(result: RunResult, figures: Printed, which: str) -> Estimate:
    """Return our win rate minus the paper's."""
    return unpaired_difference(result.win_rate, _rate(figures, which))


def _rate(figures: Printed, which: str) -> Estimate:
    """Return the printed rate with its interval, or the observed rate, treated as exact."""
    if which == "printed":
        return wilson(round(figures.win * HUDA_GAMES / 100), HUDA_GAMES)
    return Estimate(figures.observed / 100, figures.observed / 100, figures.observed / 100)


def _describe(what: str, differences: Sequence[tuple[str, Estimate]]) -> str:
    """Return each difference in points, with its interval and direction."""
    parts = [f"{_(name)} {format_difference(d, 1)}, {_(d.direction)}" for name, d in differences]
    return _("{what}, in points (95 %): {parts}.").format(what=what, parts="; ".join(parts))


def _huda_row(result: RunResult) -> list[Value]:
    printed = HUDA.get((result.run.board, result.run.player))
    win, steps, ms, observed = printed or (None, None, None, None)
    return [
        result.run.board,
        result.run.player,
        result.games,
        *share_cells(result.win_rate, 1),
        format_fixed(win, 1),
        printed and _difference(result, printed, "printed").direction,
        format_fixed(observed, 1),
        printed and _difference(result, printed, "observed").direction,
        percent_figure(result.accuracy.value, 1),
        format_fixed(result.steps_per_win, 1),
        format_fixed(steps, 1),
        format_fixed(result.ms_per_step, 4),
        format_fixed(result.ms_per_win, 2),
        format_fixed(ms, 2),
    ]
