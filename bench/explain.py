"""Measure the explanations of the committed expert positions: `python -m bench.explain`.

Prints the median, the 90th percentile and the maximum in milliseconds of processor time (all of it
is one thread, and other work on the machine then matters less).
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable

from tests.data.positions import answered_positions

from sapper import Position, analyse
from sapper.explain import conflict, explain, explain_all, hint, unavoidable


def main() -> None:
    """Print one line per question."""
    positions = [a.position for a in answered_positions() if "expert" in a.name]
    spoiled = [p for p in map(_spoiled, positions) if conflict(p) is not None]
    other_count = [p.with_mines(20) for p in positions if conflict(p.with_mines(20)) is not None]
    doubtful = [(p, cell) for p in positions for cell in _undecided(p)[:1]]
    print(f"{len(positions)} expert positions; milliseconds: median, 90 %, maximum")
    _report("all proofs", [lambda p=p: explain_all(p) for p in positions])
    _report("two layouts of an undecided cell", [lambda q=q: explain(*q) for q in doubtful])
    _report("conflict, one number wrong", [lambda p=p: conflict(p) for p in spoiled])
    _report("conflict, mine count wrong", [lambda p=p: conflict(p) for p in other_count])
    _report("unavoidable guesses", [lambda p=p: unavoidable(p) for p in positions])
    _report("hint with proof", [lambda p=p: hint(p, 4) for p in positions])


def _report(name: str, questions: list[Callable[[], object]]) -> None:
    times = sorted(min(_milliseconds(question) for _ in range(3)) for question in questions)
    ninth = times[len(times) * 9 // 10]
    print(f"{name:34} {statistics.median(times):8.2f} {ninth:8.2f} {times[-1]:8.2f}")


def _milliseconds(question: Callable[[], object]) -> float:
    start = time.process_time()
    question()
    return (time.process_time() - start) * 1000.0


def _undecided(position: Position) -> list[tuple[int, int]]:
    analysis = analyse(position)
    return [c for c in position.covered() if c not in analysis.safe | analysis.mines]


def _spoiled(position: Position) -> Position:
    rng = random.Random(str(position))
    cell, n = rng.choice([(c, n) for c, n in position.numbers() if n])
    return position.with_faces({cell: n + rng.choice([-1, 1])})


if __name__ == "__main__":
    main()
