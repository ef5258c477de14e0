"""Explanations: the time of proofs, conflicts and hints on the committed expert positions.

One thread; processor time, which other load on the machine affects less.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable, Iterator
from functools import partial
from time import process_time

from bench.benchmark import Say
from bench.clock import seconds
from sapper import Position, analyse
from sapper.lab.table import Table
from sapper.proofs import conflict, explain, explain_all, hint, unavoidable
from tests.support.committed_positions import answered_positions


def tables(say: Say) -> list[Table]:
    """Return milliseconds per question."""
    positions = [a.position for a in answered_positions() if "expert" in a.name]
    rows = []
    for name, questions in _questions(positions):
        say(f"{name}: {len(questions)} questions")
        rows.append([name, len(questions), *_quantiles(questions)])
    return [
        Table(
            "Explanations of expert positions: milliseconds of processor time (wanted: under 20)",
            ["question", "asked", "median", "90 %", "slowest"],
            rows,
            ["Each question is asked three times; the fastest counts."],
        )
    ]


def _questions(positions: list[Position]) -> Iterator[tuple[str, list[Callable[[], object]]]]:
    spoiled = [p for p in map(_spoil, positions) if conflict(p) is not None]
    other_count = [p.with_mines(20) for p in positions if conflict(p.with_mines(20)) is not None]
    doubtful = [(p, cell) for p in positions for cell in _undecided(p)[:1]]
    yield "all proofs", [partial(explain_all, p) for p in positions]
    yield "two layouts of an undecided cell", [partial(explain, *q) for q in doubtful]
    yield "conflict, one number wrong", [partial(conflict, p) for p in spoiled]
    yield "conflict, mine count wrong", [partial(conflict, p) for p in other_count]
    yield "unavoidable guesses", [partial(unavoidable, p) for p in positions]
    yield "hint with proof", [partial(hint, p, 4) for p in positions]


def _quantiles(questions: list[Callable[[], object]]) -> list[float]:
    times = sorted(min(_milliseconds(question) for _ in range(3)) for question in questions)
    return [statistics.median(times), times[len(times) * 9 // 10], times[-1]]


def _milliseconds(question: Callable[[], object]) -> float:
    return 1000 * seconds(question, process_time)


def _undecided(position: Position) -> list[tuple[int, int]]:
    analysis = analyse(position)
    return [c for c in position.covered() if c not in analysis.safe | analysis.mines]


def _spoil(position: Position) -> Position:
    rng = random.Random(str(position))
    cell, n = rng.choice([(c, n) for c, n in position.numbers() if n])
    return position.with_faces({cell: n + rng.choice([-1, 1])})
