"""All runs on the same boards, with their pairs, and the tables of a report on them.

Pairs are read from the games, so every group computes them once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from sapper.board.cell import join_names
from sapper.lab.comparison import Pair, pairs_of, refusals, unpaired
from sapper.lab.result import RunResult
from sapper.lab.table import Table, Value, difference_cells, format_p_value, share_cells
from sapper.language import _
from sapper.percent import percent_figure

__all__ = ["BoardsGroup", "groups_of"]


@dataclass(frozen=True)
class BoardsGroup:
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


def groups_of(results: Sequence[RunResult]) -> list[BoardsGroup]:
    """Return the runs that have games, in groups with the same boards."""
    some = sorted((r for r in results if r.games), key=lambda r: tuple(map(str, r.run.boards)))
    return [BoardsGroup(tuple(group)) for _, group in groupby(some, lambda r: r.run.boards)]


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
             f"{free.worth:.1f}x" if free else None, f"{r.guesses_per_game:.2f}",
             percent_figure(r.accuracy.value, 1) if r.guesses else None,
             calibration if fair.guesses else None,
             f"{r.steps_per_win:.1f}", f"{r.ms_per_game:.3f}", f"{r.ms_per_win:.3f}", r.identity]
        )  # fmt: skip
    notes = [*_fault_notes(results), *unpaired(results)]
    return Table("players", columns, rows, notes)


def _fault_notes(results: Sequence[RunResult]) -> list[str]:
    """Return who failed in how many games, and how to replay the first."""
    return [
        _("Faults of {player}, counted as lost: {faults} ({replays}).").format(
            player=r.run.player, faults=r.faults, replays="; ".join(r.faults.replays(r.run))
        )
        for r in results
        if r.faults
    ]


def _pairs_table(group: BoardsGroup) -> Table:
    columns = ["pair", "boards", "won by first only", "by second only", "difference, points",
               "95 %", "without luck", "95 %", "p of outcomes", "verdict"]  # fmt: skip
    rows: list[list[Value]] = []
    for pair in group.pairs:
        rows.append(
            [f"{pair.first.run.player} − {pair.second.run.player}", pair.games,
             pair.only_first, pair.only_second, *difference_cells(pair.difference),
             *difference_cells(pair.luck_free), format_p_value(pair.p_value),
             pair.verdict_text]
        )  # fmt: skip
    return Table("pairs", columns, rows, refusals(group.results, group.pairs))


def _scores_table(group: BoardsGroup) -> Table:
    """Return the control variates of players and pairs, with notes on missing ones."""
    columns = ["control variate of", "win %", "95 %", "worth", "correction, points",
               "standard errors"]  # fmt: skip
    results = group.results
    pairs = [pair for pair in group.pairs if _may_be_scored(pair)]
    named = [(r.run.player, share_cells, r) for r in results if r.run.is_scored] + [
        (f"{p.first.run.player} − {p.second.run.player}", difference_cells, p) for p in pairs
    ]
    rows: list[list[Value]] = []
    notes = _unscored_note(group)
    for name, cells, one in named:
        variate = one.control_variate
        if variate is None:
            notes.append(
                _("No control variate of {name}: {why}.").format(
                    name=name, why=one.why_no_control_variate
                )
            )
            continue
        if not variate.is_fair:
            notes.append(
                _(
                    "The correction of {name} is not 0 within its error: the chances, the dealing "
                    "or the scores are wrong."
                ).format(name=name)
            )
        rows.append(
            [name, *cells(variate), f"{variate.worth:.1f}x",
             f"{100 * variate.correction:+.2f} ± {100 * variate.error:.2f}",
             f"{variate.deviations:+.1f}"]
        )  # fmt: skip
    return Table("scores", columns, rows, notes)


def _unscored_note(group: BoardsGroup) -> list[str]:
    """Return whose pairs have no control variate, in one sentence."""
    names = [r.run.player for r in group.results if not r.run.is_scored]
    if not names or not group.pairs:
        return []
    return [
        _(
            "Pairs with {names} have no control variate: only players with a learned "
            "winning chance have one."
        ).format(names=join_names(names))
    ]


def _may_be_scored(pair: Pair) -> bool:
    return pair.first.run.is_scored and pair.second.run.is_scored
