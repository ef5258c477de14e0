"""The tables of a report: all runs on the same boards, with their pairs.

Pairs are read from the games, so every section computes them once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from sapper.board.cell import join_names
from sapper.lab.pair import Pair, has_own_boards, pairs_of
from sapper.lab.result import RunResult
from sapper.lab.table import (
    Table,
    Value,
    difference_cells,
    format_fixed,
    format_p_value,
    share_cells,
)
from sapper.language import _
from sapper.percent import percent_figure

__all__ = ["ReportSection", "sections_of", "unpaired"]


@dataclass(frozen=True)
class ReportSection:
    """Runs on the same boards."""

    results: tuple[RunResult, ...]

    @property
    def title(self) -> str:
        """The boards in words."""
        return self.results[0].run.boards_text

    @cached_property
    def pairs(self) -> list[Pair]:
        """The pairs whose outcomes are known."""
        return pairs_of(self.results)

    def tables(self) -> list[Table]:
        """Return the players, their scores and the pairs, as far as there are any."""
        tables = [_players_table(self.results)]
        if any(r.control_variate for r in self.results):
            tables.append(_scores_table(self))
        if self.pairs:
            tables.append(_pairs_table(self))
        return tables


def sections_of(results: Sequence[RunResult]) -> list[ReportSection]:
    """Return the runs that have games, in sections with the same boards."""
    some = sorted((r for r in results if r.games), key=lambda r: tuple(map(str, r.run.boards)))
    return [ReportSection(tuple(group)) for _, group in groupby(some, lambda r: r.run.boards)]


def unpaired(results: Sequence[RunResult]) -> list[str]:
    """Return who is in no pair, as only sums of its games are kept, in sentences."""
    text = _(
        "No pairs with {player} on {board}: only sums of its games are kept, not which were won; "
        "`--keep outcomes` keeps that."
    )
    return [
        text.format(player=r.run.player, board=r.run.board)
        for section in sections_of([r for r in results if not has_own_boards(r.run)])
        for r in section.results
        if len(section.results) > 1 and not r.keep.has_outcomes
    ]


def _players_table(results: Sequence[RunResult]) -> Table:
    columns = ["player", "games", "won", "win %", "95 %", "win % without luck", "95 %", "worth",
               "guesses per game", "guesses right %", "calibration, points", "steps per win",
               "ms per game", "ms per win", "identity"]  # fmt: skip
    rows: list[list[Value]] = []
    for r in results:
        free, fair = r.luck_free, r.calibration
        calibration = f"{100 * fair.difference:+.2f} ± {100 * fair.error:.2f}"
        rows.append(
            [r.run.player, r.games, r.wins, *share_cells(r.win_rate), *share_cells(free),
             f"{free.worth:.1f}x" if free else None, format_fixed(r.guesses_per_game, 2),
             percent_figure(r.accuracy.value, 1) if r.guesses else None,
             calibration if fair.guesses else None,
             format_fixed(r.steps_per_win, 1), format_fixed(r.ms_per_game, 3),
             format_fixed(r.ms_per_win, 3), r.identity]
        )  # fmt: skip
    return Table("players", columns, rows, [*_fault_notes(results), *unpaired(results)])


def _fault_notes(results: Sequence[RunResult]) -> Iterator[str]:
    """Yield who failed in how many games, and how to replay the first."""
    for r in results:
        if r.faults:
            yield _("Faults of {player}, counted as lost: {faults} ({replays}).").format(
                player=r.run.player, faults=r.faults, replays="; ".join(r.faults.replays(r.run))
            )


def _pairs_table(section: ReportSection) -> Table:
    columns = ["pair", "boards", "won by first only", "by second only", "difference, points",
               "95 %", "without luck", "95 %", "p of outcomes", "verdict"]  # fmt: skip
    rows: list[list[Value]] = [
        [pair.name, pair.games, pair.only_first, pair.only_second,
         *difference_cells(pair.difference), *difference_cells(pair.luck_free),
         format_p_value(pair.p_value), pair.verdict_text]
        for pair in section.pairs
    ]  # fmt: skip
    text = _("No figure without luck of {name}: {why}.")
    notes = [
        text.format(name=name, why=one.why_no_luck_free)
        for name, _cells, one in _named(section.results, section.pairs)
        if one.why_no_luck_free
    ]
    return Table("pairs", columns, rows, notes)


def _scores_table(section: ReportSection) -> Table:
    """Return the control variates of players and pairs, with notes on missing ones."""
    columns = ["control variate of", "win %", "95 %", "worth", "correction, points",
               "standard errors"]  # fmt: skip
    scored = [r for r in section.results if r.run.is_scored]
    rows: list[list[Value]] = []
    notes = _unscored_note(section)
    missing = _("No control variate of {name}: {why}.")
    unfair = _(
        "The correction of {name} is not 0 within its error: the chances, the dealing "
        "or the scores are wrong."
    )
    for name, cells, one in _named(scored, [p for p in section.pairs if p.is_scored]):
        variate = one.control_variate
        if variate is None:
            why = one.why_no_control_variate
            notes.append(missing.format(name=name, why=why))
            continue
        if not variate.is_fair:
            notes.append(unfair.format(name=name))
        rows.append(
            [name, *cells(variate), f"{variate.worth:.1f}x",
             f"{100 * variate.correction:+.2f} ± {100 * variate.error:.2f}",
             f"{variate.deviations:+.1f}"]
        )  # fmt: skip
    return Table("scores", columns, rows, notes)


def _named(
    results: Sequence[RunResult], pairs: Sequence[Pair]
) -> Iterator[tuple[str, Callable[..., list[Value]], RunResult | Pair]]:
    """Yield players and pairs, each with its name and what writes its estimates."""
    for result in results:
        yield result.run.player, share_cells, result
    for pair in pairs:
        yield pair.name, difference_cells, pair


def _unscored_note(section: ReportSection) -> list[str]:
    """Return whose pairs have no control variate, in one sentence."""
    names = [r.run.player for r in section.results if not r.run.is_scored]
    if not names or not section.pairs:
        return []
    return [
        _(
            "Pairs with {names} have no control variate: only players with a learned "
            "winning chance have one."
        ).format(names=join_names(names))
    ]
