"""Whole games in the core: the moves of the Python loop, correct figures, unbiased scores."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from time import sleep

import numpy as np
import pytest

from sapper import Geometry, _core
from sapper.board.spec import BoardSpec, StartRule
from sapper.games import play
from sapper.games.core_games import is_scored, play_games
from sapper.games.table import GameTable

BOARDS = [
    ("1x2/1", 0, 8),
    ("4x4/4", 5, 30),
    ("8x8/25", 0, 30),
    ("9x9/10", 0, 40),
    ("torus-8x8/10", 9, 25),
    ("hex-9x9/16", 20, 25),
    ("16x16/40", 51, 15),
    ("30x6/36", 7, 15),
]


def differences(board: str, first: int, start: str, player: str, games: range) -> list[int]:
    """Return the games that differ between the core and the Python loop."""
    spec = BoardSpec.parse(board)
    geometry = spec.geometry
    found = []
    for game in games:
        won, cells = _core.play_game(geometry.native, spec.mines, start, first, 2026, game, player)
        record = play(player, spec, seed=2026, start=start, first=geometry.cell(first), game=game)
        moves = [geometry.index(move.cell) for move in record.moves]
        if moves != cells or record.is_won != won:
            found.append(game)
    return found


@pytest.mark.parametrize("player", ["champion", "patient", "lookahead", "fast"])
@pytest.mark.parametrize("start", ["raw", "safe", "open"])
@pytest.mark.parametrize(("board", "first", "games"), BOARDS)
def test_both_ways_make_the_same_moves(
    board: str, first: int, games: int, start: str, player: str
) -> None:
    if board == "1x2/1" and start == "open":
        pytest.skip("the first cell cannot show 0")
    assert differences(board, first, start, player, range(games)) == []


EXPERT = [
    ("open", "champion", 93, range(15)),
    ("safe", "champion", 0, range(15)),
    ("open", "patient", 93, range(15)),
    ("safe", "patient", 0, range(15)),
    ("open", "lookahead", 93, range(15)),
    ("open", "fast", 93, range(15)),
]


@pytest.mark.parametrize(("start", "player", "first", "games"), EXPERT)
def test_both_ways_make_the_same_moves_on_expert(
    start: str, player: str, first: int, games: range
) -> None:
    assert differences("16x30/99", first, start, player, games) == []


@pytest.mark.parametrize(("board", "first"), [("16x30/99", 0), ("9x9/14", 40), ("torus-8x8/10", 9)])
def test_both_ways_play_close_guesses_out_alike(board: str, first: int) -> None:
    assert differences(board, first, "safe", "deep:layouts=16", range(4)) == []


@pytest.mark.slow
@pytest.mark.parametrize(("start", "player", "first", "games"), EXPERT)
def test_both_ways_make_the_same_moves_in_a_thousand_games(
    start: str, player: str, first: int, games: range
) -> None:
    assert differences("16x30/99", first, start, player, range(1000)) == []


@pytest.mark.parametrize("game", [23, 72])
def test_rounding_does_not_break_ties(game: int) -> None:
    """Certain progress in several cells: rounding errors must not choose among them."""
    spec = BoardSpec.parse("16x30/99")
    for player in ("champion", "patient", "lookahead", "fast"):
        cells = _core.play_game(spec.geometry.native, 99, "safe", 0, 77, game, player)[1]
        record = play(player, spec, seed=77, first=(0, 0), game=game)
        assert [spec.geometry.index(move.cell) for move in record.moves] == cells


@pytest.mark.parametrize("game", [45, 67])
def test_closed_regions_are_taken_in_one_order(game: int) -> None:
    """Components are found in varying order; the choice must not depend on it."""
    spec = BoardSpec.parse("16x30/99")
    cells = _core.play_game(spec.geometry.native, 99, "open", 93, 79, game, "champion")[1]
    record = play("champion", spec, seed=79, start="open", first=(3, 3), game=game)
    assert [spec.geometry.index(move.cell) for move in record.moves] == cells


def games_of(board: str, count: int, *, workers: int = 1, player: str = "champion") -> GameTable:
    spec = BoardSpec.parse(board)
    return play_games(spec, StartRule.SAFE, (0, 0), 4, 0, count, player, workers)


def test_games_depend_on_their_number_only() -> None:
    spec = BoardSpec.parse("9x9/10")
    late = play_games(spec, StartRule.SAFE, (0, 0), 4, 30, 20)
    assert np.array_equal(late.steps, games_of("9x9/10", 50).steps[30:])


def test_last_cells_and_safeties_of_guesses() -> None:
    spec = BoardSpec.parse("16x16/40")
    table = play_games(spec, StartRule.SAFE, (0, 0), 4, 0, 40)
    records = [play("champion", spec, seed=4, first=(0, 0), game=i) for i in range(40)]
    assert 0 < table.won.sum() < 40
    assert table.last.tolist() == [spec.geometry.index(r.moves[-1].cell) for r in records]
    assert table.cleared.tolist() == [sum(m.opened for m in r.moves) for r in records]
    guesses = [m for r in records for m in r.moves if m.is_guess]
    assert table.safeties.tolist() == pytest.approx([1 - (m.chance or 0) for m in guesses])


def tangle(cells: int, most: int) -> Geometry:
    """Return a random graph: without locality counting soon exceeds its budget."""
    dice = random.Random(1)
    around: list[set[int]] = [set() for _ in range(cells)]
    for cell in range(cells):
        while len(around[cell]) < most:
            other = dice.randrange(cells)
            if other != cell and len(around[other]) < 8:
                around[cell].add(other)
                around[other].add(cell)
    return Geometry.graph([sorted(others) for others in around])


def test_an_approximate_safety_is_unknown() -> None:
    table = _core.simulate(tangle(400, 6).native, 80, "open", 0, 1, 6, 1, "fast", 1)
    assert table.guesses.tolist() == [1]
    assert np.isnan([*table.safeties, *table.expected, *table.variance]).all()


def test_no_more_workers_than_games() -> None:
    """Thousands of threads for ten games would exceed the limits of the system."""
    code = (
        "import resource; resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))\n"
        "from sapper.board.spec import BoardSpec, StartRule\n"
        "from sapper.games.core_games import play_games\n"
        "spec = BoardSpec.parse('9x9/10')\n"
        "print(len(play_games(spec, StartRule.SAFE, (0, 0), 1, 0, 10, 'fast', 2000).won))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout.strip()) == (0, "10"), done.stderr


@pytest.mark.many_games
@pytest.mark.parametrize("player", ["champion", "lookahead", "fast"])
@pytest.mark.parametrize(("board", "games"), [("9x9/10", 20_000), ("16x30/99", 3000)])
def test_guesses_are_calibrated(board: str, games: int, player: str) -> None:
    table = games_of(board, games, player=player)
    error = np.sqrt(table.variance.sum())
    assert abs(table.survived.sum() - table.expected.sum()) < 4 * error
    assert error > 15  # enough guesses for the test
    lost = table.guesses - table.survived
    assert np.array_equal(lost > 0, ~table.won)  # only a guess loses a game


def test_the_player_that_knows_the_mines_wins_every_game() -> None:
    table = games_of("16x30/99", 200, player="clairvoyant")
    assert table.won.all()
    assert not table.guesses.any()


@pytest.mark.parametrize("board", ["16x30/99", "60x60/500"])
def test_ctrl_c_stops_the_core(board: str) -> None:
    code = (
        "from sapper.board.spec import BoardSpec, StartRule\n"
        "from sapper.games.core_games import play_games\n"
        f"spec = BoardSpec.parse('{board}')\n"
        "try:\n"
        "    print('playing', flush=True)\n"
        "    play_games(spec, StartRule.OPEN, (3, 3), 1, 0, 10**6, 'champion', 2)\n"
        "except KeyboardInterrupt: print('stopped', flush=True)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "playing\n"
        sleep(0.7)
        child.send_signal(signal.SIGINT)
        try:
            output, _ = child.communicate(timeout=60)
        finally:
            child.kill()  # the end of `with` waits for it
        assert output == "stopped\n"


def scored_games(
    board: str, count: int, player: str = "champion", start: str = "safe"
) -> GameTable:
    spec = BoardSpec.parse(board)
    first = (spec.rows // 2, spec.columns // 2)
    return play_games(spec, StartRule(start), first, 12, 0, count, player, 2)


def deviations(values: np.ndarray) -> float:
    """Return how many standard errors a mean is away from 0."""
    return float(values.mean() / (values.std(ddof=1) / np.sqrt(len(values))))


@pytest.mark.many_games
@pytest.mark.parametrize("start", ["raw", "safe", "open"])
@pytest.mark.parametrize(
    ("board", "count"),
    [("4x5/4", 3000), ("9x9/10", 6000), ("6x20/24", 2500), ("16x16/40", 3000), ("16x30/99", 1500)],
)
def test_the_mean_score_is_the_win_rate(board: str, count: int, start: str) -> None:
    table = scored_games(board, count, start=start)
    assert is_scored(BoardSpec.parse(board), "champion")
    assert np.array_equal(table.correction, table.won - table.score)
    assert abs(deviations(table.correction)) < 4
    assert np.var(table.won) / np.var(table.score) > (1.2 if start == "raw" else 1.7)


@pytest.mark.many_games
@pytest.mark.slow
def test_the_second_step_keeps_scores_unbiased() -> None:
    """A small board with many close guesses: enough to show a bias."""
    table = scored_games("8x8/12", 4000, "patient")
    assert abs(deviations(table.correction)) < 3
    assert np.var(table.won) / np.var(table.score) > 1.7


@pytest.mark.many_games
def test_scores_vary_less_than_outcomes_but_vary() -> None:
    """The luck of the last guess is subtracted; other differences between games stay."""
    table = scored_games("9x9/10", 6000)
    wins, losses = table.score[table.won], table.score[~table.won]
    assert len(losses) > 100
    assert losses.std() > 0.01  # not all equal, and not 0
    assert abs(wins.mean() - losses.mean()) < 0.5


def test_guesses_without_a_learned_chance_keep_their_luck() -> None:
    """Most positions of this board are too large for the learned chance."""
    table = scored_games("40x40/250", 150)
    assert np.isfinite(table.score).all()
    assert table.guesses.sum() > 150
    assert abs(deviations(table.correction)) < 4
