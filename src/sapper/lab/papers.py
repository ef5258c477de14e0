"""The papers' experiments, played again and set beside the printed figures.

Paper 0: greedy and hybrid on three boards, open start in the middle, the same boards for both,
and our best player beside them. Paper 1: two batches of 500 games, raw start. Paper 4: the growth
of cost. The printed figures are the papers' own; "observed" are the true rates of paper 0's
published program, run unmodified with its losses counted as losses.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from sapper.lab.growth import GrowthPoint, growth, growth_sheet
from sapper.lab.html import Value
from sapper.lab.ledger import Ledger
from sapper.lab.result import RunResult
from sapper.lab.run import Run
from sapper.lab.simulate import Watch, open_ledger, play_runs
from sapper.lab.statistics import Estimate, wilson
from sapper.lab.table import Sheet
from sapper.lab.workers import WorkerPool, worker_pool
from sapper.players.registry import strategies

__all__ = ["QUICK_GAMES", "Reproduction", "best_player", "reproduce"]

QUICK_GAMES: Final = 200
_PAPER_GAMES: Final = 1000
_BATCH: Final = 500
_SEED: Final = 2025


class _Printed(NamedTuple):
    """Paper 0's figures of one solver on one board, and the rate observed of its program."""

    win: float
    steps: float
    ms: float
    observed: float


_PAPER_0: Final = {
    ("10x10/15", "greedy"): _Printed(65.9, 32.14, 0.49, 64.7),
    ("20x20/60", "greedy"): _Printed(55.0, 134.42, 5.50, 53.8),
    ("30x30/135", "greedy"): _Printed(50.3, 304.81, 18.78, 44.6),
    ("10x10/15", "hybrid"): _Printed(77.0, 41.05, 0.27, 74.8),
    ("20x20/60", "hybrid"): _Printed(67.7, 177.00, 5.45, 63.4),
    ("30x30/135", "hybrid"): _Printed(60.2, 401.76, 23.66, 55.6),
}
_PAPER_0_WHY: Final = (
    "greedy: ours is within two points of the observed rates; the printed ones are higher because "
    "the published program counts a mine opened as the last but one cell as a win.",
    "hybrid: ours is higher because it counts every component correctly, while the published "
    "count is wrong (its memo merges different states, and one component must hold all mines "
    "left) and seldom answers, so that nearly all of its gain is its heuristic guess.",
    "steps: our hybrid plays by greedy's rules and chords and needs about as many steps as greedy, "
    "which needs the printed number; the printed surplus of hybrid is the published program's.",
    "The champion sets no flags: its steps are openings.",
    "time: printed on another machine; ours is plain Python to be read, except the champion, "
    "which plays in the native core. Accuracy and time per step are metrics that the "
    "paper defines and prints no figures of.",
)
_PAPER_1: Final = (400, 389)
_PAPER_1_WHY: Final = (
    "The printed 78.9 % agrees with a corner first, the paper's own improvement, and is higher "
    "than a first cell drawn at random allows, which is a mine as often but shows a 0 less often.",
)


@dataclass(frozen=True)
class Reproduction:
    """All that was played again: results by paper, the growth of cost, and the sheets."""

    paper_0: tuple[RunResult, ...]
    paper_1: tuple[RunResult, ...]
    paper_4: tuple[GrowthPoint, ...]

    @property
    def sheets(self) -> list[Sheet]:
        """The tables, each beside the papers' figures and with why they differ."""
        return [_sheet_0(self.paper_0), _sheet_1(self.paper_1), growth_sheet(self.paper_4)]


def reproduce(
    *,
    quick: bool = False,
    games: int | None = None,
    workers: int | None = None,
    ledger: Path | str | None = None,
    cluster: str | None = None,
    watch: Watch | None = None,
) -> Reproduction:
    """Return the papers' experiments; `quick` plays fewer games of paper 0's table."""
    wanted = games if games is not None else QUICK_GAMES if quick else _PAPER_GAMES
    watch = watch or Watch()
    with open_ledger(ledger) as book, worker_pool(workers, cluster) as pool:
        zero = _paper_0(wanted, book, pool, watch)
        one = _paper_1(book, pool, watch)
    four = growth() if quick else growth(placements=2_000_000)
    return Reproduction(tuple(zero), tuple(one), tuple(four))


def best_player() -> str:
    """Return the name of the player that stands beside the papers': strong and not slow."""
    known = {entry.name for entry in strategies()}
    return next(name for name in ("champion", "fast", "hybrid-global") if name in known)


def _paper_0(games: int, ledger: Ledger, pool: WorkerPool, watch: Watch) -> list[RunResult]:
    results = []
    for board in dict.fromkeys(board for board, _ in _PAPER_0):
        runs = [
            Run.of(name, board, start="open", first="middle", seed=_SEED)
            for name in ("greedy", "hybrid", best_player())
        ]
        results += play_runs(runs, games, ledger, pool, watch)
    return results


def _paper_1(ledger: Ledger, pool: WorkerPool, watch: Watch) -> list[RunResult]:
    runs = [
        Run.of("probability", "9x9/10", start="raw", first=first, seed=seed)
        for first in ("random", "corner")
        for seed in (1, 2)
    ]
    return play_runs(runs, _BATCH, ledger, pool, watch)


def _sheet_0(results: Sequence[RunResult]) -> Sheet:
    heads = ["board", "player", "games", "win %", "95 %", "printed", "observed", "guesses right %",
             "steps per win", "printed", "ms per step", "ms per win", "printed"]  # fmt: skip
    return Sheet(
        "Paper 0: greedy rules against the hybrid",
        heads,
        [_row_0(result) for result in results],
        list(_PAPER_0_WHY),
    )


def _row_0(result: RunResult) -> list[Value]:
    rate = result.win_rate
    printed = _PAPER_0.get((result.run.board, result.run.strategy))
    win, steps, ms, observed = printed or (None, None, None, None)
    return [
        result.run.board,
        result.run.strategy,
        result.games,
        f"{100 * rate.value:.1f}",
        _interval(rate),
        _fixed(win, 1),
        _fixed(observed, 1),
        f"{100 * result.accuracy.value:.1f}",
        f"{result.steps_per_win:.1f}",
        _fixed(steps, 1),
        f"{result.ms_per_step:.4f}",
        f"{result.ms_per_win:.2f}",
        _fixed(ms, 2),
    ]


def _sheet_1(results: Sequence[RunResult]) -> Sheet:
    rows: list[list[Value]] = []
    for first in dict.fromkeys(result.run.first for result in results):
        batches = [result for result in results if result.run.first == first]
        wins, games = sum(r.wins for r in batches), sum(r.games for r in batches)
        rate = wilson(wins, games)
        rows.append(
            [
                "random" if first == "random" else "corner",
                *(f"{batch.wins}/{batch.games}" for batch in batches),
                f"{100 * rate.value:.1f}",
                _interval(rate),
            ]
        )
    printed = [f"{wins}/{_BATCH}" for wins in _PAPER_1]
    both = wilson(sum(_PAPER_1), 2 * _BATCH)
    rows.append(["printed", *printed, f"{100 * both.value:.1f}", _interval(both)])
    heads = ["first cell", "batch 1", "batch 2", "win %", "95 %"]
    title = "Paper 1: greedy by probability, 9x9/10, raw start"
    return Sheet(title, heads, rows, list(_PAPER_1_WHY))


def _interval(estimate: Estimate) -> str:
    return f"{100 * estimate.low:.1f} to {100 * estimate.high:.1f}"


def _fixed(value: float | None, digits: int) -> str | None:
    return None if value is None else f"{value:.{digits}f}"
