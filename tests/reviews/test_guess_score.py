"""The score of guess mode: the product of the chances taken, beside champion's."""

from __future__ import annotations

import pytest

from sapper import Game, InputError, play, review
from sapper.reviews.guess_score import guess_score


def _game(*moves: str, guess_seed: int | None = 0) -> Game:
    """Return a game on 2x2 with a mine at r0c0: every cell is as good as the others."""
    game = Game("2x2/1", "raw", layout=bytes([1, 0, 0, 0]), guess_seed=guess_seed)
    for move in moves:
        game.make(move)
    return game


@pytest.mark.parametrize(
    ("moves", "chance"),
    [
        ((), 1),
        (("o0,0",), 1),
        (("o0,0", "f1,1", "o0,1"), 2 / 3),
        (("o0,0", "o0,1", "o1,0"), 2 / 3 * 1 / 2),
        (("o0,0", "f0,1", "c0,0"), 1 / 3),
    ],
)
def test_the_score_is_the_product_of_the_chances_after_the_first_cell(
    moves: tuple[str, ...], chance: float
) -> None:
    game = _game(*moves)
    score = guess_score(game)
    assert score.chance == pytest.approx(chance)
    assert score.proof is None
    if "c0,0" not in moves:
        assert score.champion == pytest.approx(chance)  # it opens one cell at a time
    else:
        assert score.champion == pytest.approx(2 / 3)
    if moves:
        assert review(game).score == score
        assert ("no luck was" if chance == 1 else f"1 in {1 / chance:.3g} times") in score.text


def test_champion_is_as_good_as_its_own_choices() -> None:
    score = guess_score(play("champion", "6x6/10", seed=3, guess_seed=3).game)
    assert score.guesses == 6
    assert score.champion == score.chance


def test_a_game_lost_beside_a_safe_cell_shows_the_proof() -> None:
    told = Game.parse("9x9/10 safe 5 0 guess=5 o4,4 o0,0")
    assert told.status == "lost"
    score = guess_score(told)
    assert (score.guesses, score.chance, score.champion) == (0, 1, 1)
    assert score.proof is not None
    assert score.proof.text in score.text
    lost = review(told, games=40).moves[-1]
    assert (lost.played.chance, lost.luck) == (0, 0)
    assert lost.skill == -lost.before.chance < -0.5


def test_a_game_without_the_mode_has_no_score() -> None:
    with pytest.raises(InputError, match="not in guess mode"):
        guess_score(_game(guess_seed=None))
    plain = Game.parse("5x5/4 safe 1 0 o3,2")
    assert review(plain).score is None
