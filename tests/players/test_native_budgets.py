"""Every decision takes at most seconds and is legal, on hard boards."""

from __future__ import annotations

import random
import subprocess
import sys
from time import perf_counter

import pytest

from sapper import Budget, Geometry, Position, analyse, best, win_chance
from sapper.board.cell import HIDDEN, is_covered
from tests.support.committed_positions import stress_positions
from tests.support.lessons import positions_before_guesses
from tests.support.middle_games import LATTICE, mid_game, scattered

SECONDS = 20  # wall-clock time on a busy machine; an idle one needs a tenth


def hidden(rows: int, columns: int, mines: int) -> Position:
    return Position.parse(f"{rows}x{columns}/{mines}:" + "/".join(["_" * columns] * rows))


def dense(rows: int, columns: int, share: float, opened: float) -> Position:
    geometry = Geometry.grid(rows, columns)
    return scattered(random.Random(rows), geometry, round(share * geometry.size), opened)


HARD = stress_positions() | {
    "hidden 100x100": hidden(100, 100, 2000),
    "hidden 300x300": hidden(300, 300, 18_000),
    "hidden, all but one mined": hidden(15, 20, 299),
    "300x300 in the middle of a game": mid_game(
        random.Random(3), Geometry.grid(300, 300), 18_000, 0.4
    ),
    "dense 40x40": dense(40, 40, 0.45, 0.25),
    "dense 100x100": dense(100, 100, 0.35, 0.3),
    "dense hexagons": mid_game(random.Random(1), Geometry.hex(60, 60), 1200, 0.2),
    "wide lattice": LATTICE,
}


@pytest.mark.parametrize("player", ["champion", "patient", "lookahead", "fast"])
@pytest.mark.parametrize("name", HARD)
def test_a_hard_position_is_answered(name: str, player: str) -> None:
    position = HARD[name]
    began = perf_counter()
    advice = best(position, player=player)
    assert perf_counter() - began < SECONDS
    assert all(is_covered(position.face(c.cell)) for c in advice.candidates)
    assert 0 < advice.candidates[0].safety <= 1


def test_over_budget_the_guess_is_a_rough_estimate() -> None:
    advice = best(LATTICE, budget=Budget(states=1000))
    assert advice.basis == "rough"
    assert advice.is_guess
    assert not advice.is_exact
    assert "budget" in advice.reason
    assert is_covered(LATTICE.face(advice.cell))


def test_a_budget_for_the_count_gives_exact_chances() -> None:
    """The look-ahead costs more than the count: without it the safest cell is still known."""
    for position in positions_before_guesses("16x30/99", 40, 20):
        for states in (300, 1000, 3000, 10_000):
            advice = best(position, budget=Budget(states=states))
            if advice.basis == "rough":
                continue
            chances = analyse(position).chances
            for candidate in advice.candidates:
                row, column = candidate.cell
                assert candidate.safety == pytest.approx(1 - chances[row][column])
            if advice.basis == "safest":
                safest = max(candidate.safety for candidate in advice.candidates)
                assert advice.candidates[0].safety > safest - 0.01
                return
    pytest.fail("no budget ended between the count and the look-ahead")


def test_rollouts_stop_at_the_time_limit() -> None:
    """Fewer games than requested, but at least one, so that there is an answer."""
    position = hidden(16, 30, 99)
    found = win_chance(position, games=20_000, budget=Budget(milliseconds=200))
    assert 1 <= found.games < 20_000
    assert not found.is_exact


def chain(numbers: int, mines: int) -> Position:
    """Return a row of 1s; each has a cell of its own and shares one with the next."""
    lists: list[list[int]] = [[] for _ in range(3 * numbers + 1)]
    for i in range(numbers):
        for cell in (numbers + i, numbers + i + 1, 2 * numbers + 1 + i):
            lists[i].append(cell)
            lists[cell].append(i)
    faces = bytes([1] * numbers + [HIDDEN] * (2 * numbers + 1))
    return Position(Geometry.graph(lists), mines, faces)


def output_in_time(code: str) -> str:
    """Return the output of another process; kill it and fail if it hangs."""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=SECONDS, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_few_layouts_among_very_many() -> None:
    """Only the mine count makes them few: listing must not enumerate all others."""
    ones = "2x121/60:" + "_1" * 60 + "_/" + "_" * 121
    assert analyse(Position.parse(ones)).ways == 9
    code = f"import sapper; print(sapper.win_chance(sapper.Position.parse({ones!r})).chance)"
    assert 0.3 < float(output_in_time(code)) < 0.6


def test_few_layouts_among_very_many_and_nothing_certain() -> None:
    analysis = analyse(chain(50, 49))
    assert analysis.ways < 300
    assert not analysis.safe
    assert output_in_time(f"import sys; sys.path.insert(0, '.'); {ASK_CHAIN}").strip() == "True"


ASK_CHAIN = (
    "from tests.players.test_native_budgets import chain; import sapper; "
    "print(sapper.best(chain(50, 49)).is_guess)"
)
