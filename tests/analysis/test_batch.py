"""Batches: the same numbers as `analyse`, whatever the boards are given as."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import threading
import time
from typing import Any

import numpy as np
import pytest

from sapper import (
    Budget,
    BudgetExceeded,
    ContradictionError,
    Geometry,
    Outcome,
    Position,
    Verdict,
    analyse,
    analyse_many,
)
from sapper.board.cell import HIDDEN
from sapper.documents import document
from tests.support.exact_chances import assert_same
from tests.support.middle_games import expander, lattice, mid_game
from tests.support.random_positions import random_position, spoiled

POSSIBLE, IMPOSSIBLE = "1x3/1:_1_", "1x3/1:_2_"


def many_positions(seed: int, count: int = 120) -> list[Position]:
    rng = random.Random(seed)
    positions = [random_position(rng) for _ in range(count)]
    return [spoiled(rng, p) if rng.random() < 0.2 else p for p in positions]


@pytest.mark.parametrize("workers", [1, 2, 7, None])
@pytest.mark.parametrize("trust_flags", [False, True])
def test_the_same_as_one_by_one(workers: int | None, trust_flags: bool) -> None:
    """All shapes and sizes, possible and not; trusted flags may be wrong."""
    positions = many_positions(3)
    batch = analyse_many(positions, workers=workers, trust_flags=trust_flags)
    assert len(batch) == len(positions)
    assert [board.position for board in batch] == positions
    for board in batch:
        assert_same(board, trust_flags=trust_flags)
    counts = [batch.outcomes.count(outcome) for outcome in Outcome]
    assert counts[0] > 40
    assert counts[1] > 10


def test_unknown_mine_counts_take_the_density() -> None:
    """The density is for the boards without a mine count; the others have their own."""
    positions = many_positions(4, 60)
    positions = [p.with_mines(None) if i % 2 else p for i, p in enumerate(positions)]
    for board in analyse_many(positions, density=0.3):
        assert_same(board, **({} if board.position.mines is not None else {"density": 0.3}))


def boards_of_one_size(count: int = 20) -> list[Position]:
    rng = random.Random(8)
    geometry = Geometry.grid(6, 7)
    positions = [mid_game(rng, geometry, rng.randint(4, 10), 0.5) for _ in range(count)]
    return [
        *positions,
        Position.hidden(geometry, 5),
        Position(geometry, 5, bytes([HIDDEN, 9, HIDDEN, 0, *[HIDDEN] * 3] * 6)),
    ]


def test_one_array_is_the_same_as_its_boards() -> None:
    positions = boards_of_one_size(20)[:-1]
    array = np.stack([position.matrix() for position in positions])
    mines = [position.mines for position in positions]
    expected = analyse_many(positions)
    for given in (
        array, array.astype(np.int8), np.asfortranarray(array),
        array.tolist(), tuple(map(tuple, array.tolist())), list(array), [str(p) for p in positions],
        [position.pretty() for position in positions],
    ):  # fmt: skip
        batch = analyse_many(given, mines=mines)
        assert batch.positions == tuple(positions)
        assert batch.chances.shape == (21, 6, 7)
        assert batch.chances.dtype == np.float64
        assert batch.chances.tobytes() == expected.chances.tobytes()
        assert batch.verdicts.tobytes() == expected.verdicts.tobytes()
        assert batch.outcomes == expected.outcomes


def test_one_mine_count_for_all() -> None:
    array = np.full((3, 2, 2), -1)
    counts: list[Any] = [1, np.int64(1), np.array(1), [1, 1, 1], np.array([1, 1, 1])]
    for mines in counts:
        assert np.all(analyse_many(array, mines=mines).chances == 0.25)
    batch = analyse_many(array, mines=[0, 1, 4])
    assert batch.chances[:, 0, 0].tolist() == [0, 0.25, 1]
    batch = analyse_many(array, mines=[0, None, 4], density=0.125)
    assert batch.chances[:, 0, 0].tolist() == [0, 0.125, 1]


def test_a_geometry_for_arrays() -> None:
    array = np.full((2, 3, 3), -1)
    array[:, 0, 0] = 1
    batch = analyse_many(array, mines=2, geometry=Geometry.torus(3, 3))
    assert batch[0].position == Position.parse("torus-3x3/2:1__/___/___")
    assert batch.outcomes == (Outcome.CONTRADICTION,) * 2, "on this torus all cells are neighbours"


def test_huge_and_tiny_boards_together() -> None:
    rng = random.Random(2)
    huge = mid_game(rng, Geometry.grid(300, 300), 18_000, 0.5)
    batch = analyse_many([POSSIBLE, huge, "1x1/0:_", "1x1/1:_"])
    for board in batch:
        assert_same(board)


@pytest.mark.parametrize("empty", [[], (), np.zeros((0, 4, 5), dtype=int), iter(())])
def test_an_empty_batch(empty: object) -> None:
    batch = analyse_many(empty, mines=3)  # type: ignore[arg-type]
    assert len(batch) == 0
    assert batch.outcomes == ()
    assert batch.chances.shape[0] == batch.verdicts.shape[0] == 0
    assert set(map(len, document(batch).values())) == {0}
    assert repr(batch) == "<AnalysisBatch of 0 boards>"


def test_a_bad_board_does_not_lose_the_others() -> None:
    hard = lattice(60)
    batch = analyse_many([POSSIBLE, IMPOSSIBLE, hard, POSSIBLE], budget=Budget(states=10_000))
    assert batch.outcomes == ("possible", "contradiction", "out-of-budget", "possible")
    assert batch.is_possible.tolist() == [True, False, False, True]
    assert batch.numbers_of(Outcome.CONTRADICTION) == (1,)
    assert batch.numbers_of(Outcome.OUT_OF_BUDGET) == (2,)
    assert batch.chances[3][0].tolist() == pytest.approx([0.5, np.nan, 0.5], nan_ok=True)
    assert np.isnan(batch[2].chances).all()
    assert set(batch[2].verdicts.flat) == {Verdict.NOT_COVERED, Verdict.UNDECIDED}
    assert repr(batch) == "<AnalysisBatch of 4 boards, 1 contradictory, 1 out of budget>"
    with pytest.raises(ContradictionError):
        analyse(batch[1].position)


def test_milliseconds_are_for_all_boards_together() -> None:
    """What is not begun in time is out of budget too."""
    batch = analyse_many([lattice(40, density=0.25)] * 50, budget=Budget(milliseconds=5), workers=2)
    assert batch.outcomes.count(Outcome.OUT_OF_BUDGET) == 50


def test_ctrl_c_ends_a_batch() -> None:
    script = (
        "import sapper, sys\n"
        "from tests.support.middle_games import lattice\n"
        "boards = [lattice(60)] * 2000\n"
        "try:\n"
        "    print('begun', flush=True)\n"
        "    sapper.analyse_many(boards, budget=sapper.Budget(states=3_000_000))\n"
        "except KeyboardInterrupt:\n"
        "    sys.exit(7)\n"
    )
    command = [sys.executable, "-c", script]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "begun\n"
        time.sleep(0.5)
        child.send_signal(signal.SIGINT)
        try:
            assert child.wait(timeout=60) == 7
        finally:
            child.kill()


def test_a_wide_board_is_out_of_budget_in_a_batch() -> None:
    wide = expander(400, 500)
    with pytest.raises(BudgetExceeded):
        analyse(wide)
    assert analyse_many([wide, POSSIBLE]).outcomes == ("out-of-budget", "possible")


def test_other_threads_run_meanwhile() -> None:
    """The GIL is released: a Python thread counts while the batch is solved."""
    begun, counted = threading.Event(), threading.Event()

    def count() -> None:
        begun.wait(60)
        counted.set()

    counter = threading.Thread(target=count)
    counter.start()
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1000)  # only what releases the GIL by itself lets the thread count
    try:
        begun.set()
        for _ in range(1000):
            analyse_many([lattice(40)], budget=Budget(states=300_000), workers=1)
            if counted.is_set():
                break
        assert counted.is_set()
    finally:
        sys.setswitchinterval(usual)
        counter.join(60)
