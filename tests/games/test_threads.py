"""Many threads at once: they get the answers that one gets. `make sanitize-threads` runs this file.

Few games and small boards, because the thread sanitizer is slow.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import numpy as np
import pytest

import sapper
from sapper import Geometry, InputError, Position, _core, analyse, best
from sapper.analysis.core_query import CoreQuery
from sapper.board.spec import BoardSpec, StartRule
from sapper.documents import document
from sapper.games.core_games import play_games
from sapper.players.engine.engine import Engine
from tests.support.middle_games import mid_game

THREADS = 8
GEOMETRIES = [Geometry.grid(8, 8), Geometry.torus(7, 7), Geometry.hex(8, 8), Geometry.grid(6, 9)]


def middle_games(count: int) -> list[Position]:
    """Return positions of several geometries with half of their safe cells open."""
    rng = random.Random(17)
    return [mid_game(rng, GEOMETRIES[i % len(GEOMETRIES)], 11, 0.5) for i in range(count)]


def ask_on_threads(ask: Callable[[Position], Any], positions: list[Position]) -> list[list[Any]]:
    """Return each thread's answers to all positions; the threads start together."""
    barrier = Barrier(THREADS)

    def work(_thread: int) -> list[Any]:
        barrier.wait(60)
        return [ask(position) for position in positions]

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(work, range(THREADS)))


def numbers_behind_the_first(position: Position) -> list[float]:
    cell = position.geometry.index(next(position.covered()))
    return CoreQuery.about(position).numbers(cell)


ASKING: dict[str, Callable[[Position], Any]] = {
    "analyse": lambda position: document(analyse(position)),
    "ways": lambda position: analyse(position).ways,
    "numbers": numbers_behind_the_first,
    "best": lambda position: sapper.document(best(position)),
    "fast": lambda position: sapper.document(best(position, player="fast")),
    "rollouts": lambda position: Engine("fast").roll_out(position, 3, seed=5),
    "layouts": lambda position: CoreQuery.about(position).sample(5, 9),
}


@pytest.mark.parametrize("name", ASKING)
def test_eight_threads_get_the_answers_of_one(name: str) -> None:
    positions = middle_games(6)
    expected = [ASKING[name](position) for position in positions]
    assert ask_on_threads(ASKING[name], positions) == [expected] * THREADS


@pytest.mark.parametrize("player", ["champion", "fast", "deep:layouts=8", "clairvoyant"])
def test_games_on_threads_are_the_games_of_one(player: str) -> None:
    spec = BoardSpec.parse("9x9/14")
    one, many = (
        play_games(spec, StartRule.SAFE, (0, 0), 3, 0, 40, player, workers)
        for workers in (1, THREADS)
    )
    for column in ("won", "steps", "guesses", "survived", "expected", "safeties"):
        assert np.array_equal(getattr(one, column), getattr(many, column)), column


def standing(position: Position, workers: int) -> list[tuple[int, int, float]]:
    """Return the cells, games and chances that a deep search on threads finds, and watch it."""
    graph = position.geometry.native
    seen: list[_core.Standing] = []
    found = _core.deep(
        graph, position.faces, position.mines or 0, 24, 0.0, 5, workers, 10**7, 0.0, seen.append
    )
    assert found is not None
    assert all(early.layouts <= found.layouts for early in seen)
    return [(r.candidate.cell, r.games, r.chance) for r in found.rivals]


def test_a_deep_search_on_threads_is_the_search_of_one() -> None:
    position = Position.parse("6x6/8:______/______/__2___/______/______/______")
    assert standing(position, THREADS) == standing(position, 1)


def test_searches_and_games_at_the_same_time() -> None:
    position = Position.parse("6x6/8:______/______/__2___/______/______/______")
    spec = BoardSpec.parse("8x8/10")
    jobs: list[Callable[[], Any]] = [
        lambda: standing(position, 2),
        lambda: list(play_games(spec, StartRule.SAFE, (0, 0), 3, 0, 20, "champion", 2).won),
        lambda: [document(analyse(each)) for each in middle_games(8)],
    ]
    expected = [job() for job in jobs]
    with ThreadPoolExecutor(len(jobs)) as pool:
        running = [pool.submit(job) for job in jobs]
        assert [future.result(120) for future in running] == expected


def test_a_batch_on_threads_is_the_batch_of_one() -> None:
    positions = middle_games(40)
    many = sapper.analyse_many(positions, workers=THREADS)
    assert document(many) == document(sapper.analyse_many(positions, workers=1))
    for board, analysis in zip(many, map(analyse, positions), strict=True):
        assert document(board)["chances"] == document(analysis)["chances"]


def test_lists_that_are_read_while_others_are_solved() -> None:
    positions = [position for position in middle_games(200) if position.geometry == GEOMETRIES[0]]
    lists = [position.matrix().tolist() for position in positions]
    mines = [position.mines for position in positions]
    many = sapper.analyse_many(lists, mines=mines, workers=THREADS)
    assert document(many) == document(sapper.analyse_many(positions, workers=1))
    lists[-1][0][0] = 77
    with pytest.raises(InputError, match=f"board {len(lists) - 1}: .* got '77'"):
        sapper.analyse_many(lists, mines=mines, workers=THREADS)
