"""No decision opens a certain mine, or guesses while a certain safe cell exists."""

from __future__ import annotations

import random

import pytest

from sapper import Game, InputError, Position, analyse, best
from sapper.board.spec import BoardSpec, StartRule
from sapper.games import Status
from sapper.players.engine.choice import NativePlayerName
from tests.support.middle_games import marked, some_board
from tests.support.random_positions import random_position

PLAYERS: tuple[NativePlayerName, ...] = ("champion", "patient", "lookahead", "fast")


def check(position: Position, player: NativePlayerName) -> str:
    """Compare a decision with the analysis; return its basis."""
    advice = best(position, player=player)
    analysis = analyse(position)
    cells = {candidate.cell for candidate in advice.candidates}
    assert not cells & analysis.mines, position
    assert advice.is_guess == (not analysis.safe), position
    if not advice.is_guess:
        assert cells <= analysis.safe, position
    for candidate in advice.candidates:
        assert candidate.safety == pytest.approx(1 - analysis.chance(candidate.cell)), position
    return advice.basis


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize(
    ("board", "games"),
    [("8x8/20", 25), ("16x30/99", 3), ("torus-9x9/18", 15), ("hex-10x10/20", 15)],
)
def test_along_games(board: str, games: int, player: NativePlayerName) -> None:
    spec, seen = BoardSpec.parse(board), set()
    for number in range(games):
        game = Game(spec, StartRule.OPEN, seed=11, game=number)
        game.open((3, 3))
        while game.status is Status.PLAYING:
            seen.add(check(game.position, player))
            game.open(best(game.position, player=player).cell)
    assert "certain" in seen
    assert len(seen) > 1


@pytest.mark.parametrize("player", PLAYERS)
def test_on_positions_that_no_game_reaches(player: NativePlayerName) -> None:
    for seed in range(80):
        check(marked(random.Random(seed), some_board(seed)), player)


@pytest.mark.parametrize("player", PLAYERS)
def test_on_small_positions_with_flags_and_shown_mines(player: NativePlayerName) -> None:
    moves = 0
    for seed in range(600):
        position = random_position(random.Random(seed))
        analysis = analyse(position)
        if analysis.mines >= set(position.covered()):
            with pytest.raises(InputError, match="no other safe cell"):
                best(position, player=player)
            continue
        moves += 1
        check(position, player)
    assert moves > 200
