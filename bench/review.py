"""Reviews: the time to review a game, and the error of its estimates."""

from __future__ import annotations

import statistics
from time import perf_counter, process_time

from bench.benchmark import Say
from sapper.games import play
from sapper.lab.table import Table
from sapper.reviews.reviewing import Review, review

BOARDS = ("9x9/10", "16x16/40", "16x30/99")
PLAYERS = ("champion", "greedy")
GAMES = 20


def tables(say: Say) -> list[Table]:
    """Return the seconds of whole reviews, with proofs and the values for the graph."""
    rows = []
    for board in BOARDS:
        for player in PLAYERS:
            say(f"{board}: {GAMES} games of {player}")
            rows.append([board, player, *_measure(board, player)])
    return [
        Table(
            "Reviews: seconds for a whole game (wanted: 16x30/99 under 0.5 s)",
            ["board", "player", "games", "moves", "guesses", "median s", "slowest s",
             "slowest processor s", "most error", "mean skill", "mean luck"],
            rows,
            [
                "Default number of sampled layouts. Processor seconds are of all threads together.",
                "Most error: half the widest 95 % interval of an estimated winning chance.",
                "The first cell is r0c0; skill and luck add up to the outcome minus the start.",
            ],
        )
    ]  # fmt: skip


def _measure(board: str, player: str) -> list[int | float]:
    records = [play(player, board, seed=seed, first=(0, 0)) for seed in range(GAMES)]
    seconds, processor, reviews = [], [], []
    for record in records:
        began, processor_began = perf_counter(), process_time()
        reviews.append(review(record))
        seconds.append(perf_counter() - began)
        processor.append(process_time() - processor_began)
    return [
        len(records),
        statistics.median(record.steps for record in records),
        statistics.mean(len(found.guesses) for found in reviews),
        statistics.median(seconds),
        max(seconds),
        max(processor),
        max(map(_error, reviews)),
        statistics.mean(found.skill for found in reviews),
        statistics.mean(found.luck for found in reviews),
    ]


def _error(found: Review) -> float:
    return max(((move.before.high - move.before.low) / 2 for move in found.moves), default=0.0)
