"""Reproduce the experiments and worked examples of the five papers.

Huda 2025: greedy and hybrid on three boards, open start in the middle; the players of Amadia 2023
and Sansani 2010 and our best player on the same boards. Greedy play by probability: two batches of
500 games, raw start. Amadia and Sansani: their worked examples. The layout problem: the growth of
its cost with the size of the board.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final, NamedTuple

from sapper.lab.papers.examples import Example, amadia_table, sansani_table, solve_examples
from sapper.lab.papers.growth import GrowthPoint, growth, growth_table
from sapper.lab.papers.tables import huda_table, probability_table
from sapper.lab.result import RunResult
from sapper.lab.runs.run import Run
from sapper.lab.simulation import Watch, laboratory
from sapper.lab.table import Table
from sapper.players.papers.printed import BATCH, HUDA, HUDA_GAMES
from sapper.players.papers.sources import PAPERS, Paper

__all__ = [
    "BEST_PLAYER",
    "QUICK_GAMES",
    "Chapter",
    "Reproduction",
    "reproduce",
]

BEST_PLAYER: Final = "champion"
"""Our strong and fast player, to compare with the papers'."""
QUICK_GAMES: Final = 200
_SEED: Final = 2025
_PLAYERS: Final = ("greedy", "hybrid", "backtracking", "bfs", BEST_PLAYER)
"""The players on Huda's boards: first those that Huda compares."""


class Chapter(NamedTuple):
    """One paper: its figures beside ours, and the examples that it works through."""

    paper: Paper
    table: Table
    examples: tuple[Example, ...] = ()


@dataclass(frozen=True)
class Reproduction:
    """The games of each paper's experiment, the growth of cost, and the worked examples."""

    huda: tuple[RunResult, ...]
    probability: tuple[RunResult, ...]
    layout: tuple[GrowthPoint, ...]
    examples: tuple[Example, ...]

    document_as = ("tables",)

    @cached_property
    def chapters(self) -> list[Chapter]:
        """The five papers, each with its table and its examples."""
        amadia, sansani = (
            tuple(example for example in self.examples if example.paper == name)
            for name in ("Amadia", "Sansani")
        )
        return [
            Chapter(PAPERS["Huda"], huda_table(self.huda)),
            Chapter(PAPERS["anonymous"], probability_table(self.probability)),
            Chapter(PAPERS["Amadia"], amadia_table(amadia), amadia),
            Chapter(PAPERS["Sansani"], sansani_table(sansani), sansani),
            Chapter(PAPERS["layout"], growth_table(self.layout)),
        ]

    @property
    def results(self) -> tuple[RunResult, ...]:
        """All runs."""
        return (*self.huda, *self.probability)

    @property
    def tables(self) -> list[Table]:
        """The tables, with the papers' figures and notes on the differences."""
        return [chapter.table for chapter in self.chapters]


def reproduce(
    *,
    quick: bool = False,
    games: int | None = None,
    workers: int | None = None,
    ledger: Path | str | None = None,
    cluster: str | None = None,
    watch: Watch | None = None,
) -> Reproduction:
    """Reproduce the papers' experiments; `quick` plays fewer games of Huda's table."""
    wanted = games if games is not None else QUICK_GAMES if quick else HUDA_GAMES
    huda: list[RunResult] = []
    with laboratory(workers, ledger, cluster, watch=watch) as lab:
        for board in dict.fromkeys(board for board, _player in HUDA):
            runs = [
                Run.of(name, board, start="open", first="middle", seed=_SEED) for name in _PLAYERS
            ]
            huda += lab.play(runs, wanted)
        runs = [
            Run.of("probability", "9x9/10", start="raw", first=first, seed=seed)
            for first in ("random", "corner")
            for seed in (1, 2)
        ]
        probability = lab.play(runs, BATCH)
    layout = growth(placements=200_000 if quick else 2_000_000)
    examples = solve_examples(BEST_PLAYER)
    return Reproduction(tuple(huda), tuple(probability), tuple(layout), tuple(examples))
