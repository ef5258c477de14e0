"""Compare players on the same boards: paired differences, and a sequential test."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import cast

import numpy as np
import numpy.typing as npt

from sapper.board.cell import CellLike
from sapper.board.spec import BoardSpec, StartRule
from sapper.board.views import View
from sapper.errors import InputError
from sapper.games.table import GameTable
from sapper.lab.ledger import Ledger
from sapper.lab.result import (
    ComparisonDocument,
    PairDocument,
    RunDocument,
    RunResult,
    figures_of,
)
from sapper.lab.run import Run
from sapper.lab.simulation import Referee, Watch, open_ledger, play_runs
from sapper.lab.sprt import Sprt, SprtState
from sapper.lab.statistics import (
    ControlVariate,
    Estimate,
    LuckFree,
    control_variate,
    luck_free,
    mcnemar,
    paired_difference,
)
from sapper.lab.table import Value, format_value
from sapper.lab.workers import WorkerPool, worker_pool
from sapper.players.finding import PlayerLike

__all__ = [
    "Comparison",
    "ComparisonDocument",
    "Contest",
    "Pair",
    "PairDocument",
    "check_contests",
    "compare",
    "pairs_of",
]


@dataclass(frozen=True)
class Pair:
    """Two players on the same boards."""

    first: RunResult
    second: RunResult

    @property
    def games(self) -> int:
        """The number of boards that both have played."""
        return min(self.first.games, self.second.games)

    @cached_property
    def differences(self) -> npt.NDArray[np.int8]:
        """1 for every board that only the first won, -1 for only the second, else 0."""
        first, second = (
            r.data.won[: self.games].astype(np.int8) for r in (self.first, self.second)
        )
        return first - second

    @cached_property
    def only_first(self) -> int:
        """Boards that only the first won."""
        return int((self.differences == 1).sum())

    @cached_property
    def only_second(self) -> int:
        """Boards that only the second won."""
        return int((self.differences == -1).sum())

    @property
    def difference(self) -> Estimate:
        """The first win rate minus the second."""
        return paired_difference(self.only_first, self.only_second, self.games)

    @property
    def p_values(self) -> tuple[float, float]:
        """McNemar's exact and mid-p value that both are equally good."""
        return mcnemar(self.only_first, self.only_second)

    @cached_property
    def luck_free(self) -> LuckFree | None:
        """The difference with the luck of both players subtracted."""
        luck = np.column_stack([r.luck[: self.games] for r in (self.first, self.second)])
        return luck_free(self.differences.astype(np.float64), luck)

    @cached_property
    def control_variate(self) -> ControlVariate | None:
        """The difference of the scores on the same boards, if both players have them.

        A score minus a plain outcome would be unbiased too, but loses the correlation between the
        two outcomes of a board, so its interval is usually wider than that of the outcomes.
        """
        first, second = (r.data.score[: self.games] for r in (self.first, self.second))
        return control_variate(self.differences.astype(np.float64), first - second)

    @property
    def why_no_control_variate(self) -> str | None:
        """Why there is no control variate, as a clause; None if there is one."""
        if self.control_variate is not None:
            return None
        whys = [r.why_no_control_variate for r in (self.first, self.second)]
        return "; ".join(filter(None, whys)) or "the scores never differ"

    def __repr__(self) -> str:
        names = " against ".join(r.run.strategy for r in (self.first, self.second))
        return f"<Pair {names}: {100 * self.difference.value:+.2f} points, {self.games} games>"

    def to_dict(self) -> PairDocument:
        """Return the figures of the pair."""
        difference, (exact, mid) = self.difference, self.p_values
        return PairDocument(
            board=self.first.run.board,
            first=self.first.run.strategy,
            second=self.second.run.strategy,
            games=self.games,
            only_first=self.only_first,
            only_second=self.only_second,
            difference=difference.value,
            difference_low=difference.low,
            difference_high=difference.high,
            p_exact=exact,
            p_mid=mid,
            **figures_of(self.luck_free, self.control_variate),
        )


@dataclass(frozen=True)
class Contest:
    """All players on one board; `sprt` is the result of the sequential test, if there was one."""

    results: tuple[RunResult, ...]
    sprt: SprtState | None = None

    @property
    def pairs(self) -> list[Pair]:
        """Every player against every later one."""
        return [Pair(a, b) for a, b in combinations(self.results, 2)]

    def to_dict(self) -> ComparisonDocument:
        """Return plain data for JSON: that of a comparison on this board alone."""
        return Comparison((self,)).to_dict()

    def __repr__(self) -> str:
        wins = ", ".join(f"{r.run.strategy} {r.wins}/{r.games}" for r in self.results[:3])
        return f"<Contest on {self.results[0].run.board}: {wins}>"


@dataclass(frozen=True)
class Comparison:
    """Contests, one per board."""

    contests: tuple[Contest, ...]

    def to_dict(self) -> ComparisonDocument:
        """Return plain data for JSON: rows of players and of pairs, and the tests."""
        return ComparisonDocument(
            players=[r.to_dict() for contest in self.contests for r in contest.results],
            pairs=[pair.to_dict() for contest in self.contests for pair in contest.pairs],
            sprt=[c.sprt.to_dict(c.results[0].run.board) for c in self.contests if c.sprt],
        )

    def _repr_html_(self) -> str:
        """Return both tables, for notebooks."""
        document = self.to_dict()
        tables = (("players", document["players"]), ("pairs", document["pairs"]))
        return f"<div>{''.join(_view(title, rows).html() for title, rows in tables)}</div>"

    def __repr__(self) -> str:
        return f"<Comparison: {'; '.join(map(repr, self.contests[:2]))}>"


def _view(title: str, rows: Sequence[RunDocument | PairDocument]) -> View:
    values = [[format_value(v) for v in cast(list[Value], list(row.values()))] for row in rows]
    return View(title, heads=[name.replace("_", " ") for name in rows[0]], rows=values)


def compare(
    *strategies: PlayerLike,
    board: BoardSpec | str | Sequence[BoardSpec | str],
    games: int = 1000,
    seed: int = 0,
    start: StartRule | str = StartRule.SAFE,
    first: CellLike | None = None,
    sprt: Sprt | tuple[float, float] | None = None,
    workers: int | None = None,
    ledger: Path | str | None = None,
    cluster: str | None = None,
    watch: Watch | None = None,
) -> Comparison:
    """Compare strategies on the same boards; with `sprt` until the test has decided.

    Raise `InputError` for an impossible request, `RunStopped` for a run that could not finish.
    """
    test = Sprt(*sprt) if isinstance(sprt, tuple) else sprt
    boards = list(board) if isinstance(board, Sequence) and not isinstance(board, str) else [board]
    _check(strategies, boards, test)
    contests = [
        [Run.of(name, one, start=start, first=first, seed=seed) for name in strategies]
        for one in boards
    ]
    for runs in contests:
        _check_same_boards(runs[0])
    with open_ledger(ledger) as book, worker_pool(workers, cluster) as pool:
        return Comparison(
            tuple(_contest(runs, games, test, book, pool, watch or Watch()) for runs in contests)
        )


def check_contests(contests: Sequence[Sequence[Run]], test: Sprt | None) -> None:
    """Raise `InputError` if the runs of every board cannot be compared."""
    _check([run.player for runs in contests[:1] for run in runs], contests, test)
    for runs in contests:
        _check_same_boards(runs[0])


def pairs_of(results: Sequence[RunResult]) -> list[Pair]:
    """Return the pairs of results on the same boards."""
    pairs = combinations((result for result in results if result.games), 2)
    return [Pair(a, b) for a, b in pairs if _have_same_boards(a.run, b.run)]


def _have_same_boards(a: Run, b: Run) -> bool:
    return a.boards == b.boards and a.strategy != b.strategy and not _is_board_of_player(a)


def _contest(
    runs: list[Run], games: int, test: Sprt | None, ledger: Ledger, pool: WorkerPool, watch: Watch
) -> Contest:
    if test is None:
        return Contest(tuple(play_runs(runs, games, ledger, pool, watch)))
    referee = _Referee(runs, games, test, watch)
    results = play_runs(runs, games, ledger, pool, watch, referee)
    state = referee.state()
    return Contest(tuple(_cut(result, state.games) for result in results), state)


def _cut(result: RunResult, games: int) -> RunResult:
    """Return the result on the boards that the test used, without later ones."""
    return RunResult(result.run, result.version, result.identity, result.data.between(0, games))


class _Referee(Referee):
    """Runs the sequential test on the boards in order, so that the verdict is reproducible."""

    def __init__(self, runs: list[Run], games: int, test: Sprt, watch: Watch) -> None:
        self._test, self._watch = test, watch
        self._won = {run: np.full(games, -1, np.int8) for run in runs}

    def see(self, run: Run, games: GameTable) -> None:
        self._won[run][games.begin : games.end] = games.won

    def is_decided(self) -> bool:
        state = self.state()
        self._watch.test(state)
        return state.verdict != "undecided"

    def state(self) -> SprtState:
        first, second = self._won.values()
        missing = np.flatnonzero((first < 0) | (second < 0))
        both = int(missing[0]) if len(missing) else len(first)
        return self._test.state(first[:both] - second[:both])


def _check(strategies: Sequence[PlayerLike], boards: Sequence[object], test: Sprt | None) -> None:
    if len(strategies) < 2:
        raise InputError(f"a comparison needs at least two players, got {len(strategies)}")
    if test is not None and len(strategies) != 2:
        raise InputError(f"a sequential test needs exactly two players, got {len(strategies)}")
    if not boards:
        raise InputError("a comparison needs a board")


def _check_same_boards(run: Run) -> None:
    if _is_board_of_player(run):
        raise InputError(
            f"the first cell must be the same for all: start rule {run.start} deals around it, so "
            "players that choose their own get different boards"
        )


def _is_board_of_player(run: Run) -> bool:
    return run.first_cell.is_chosen_by_player and run.rule is not StartRule.RAW
