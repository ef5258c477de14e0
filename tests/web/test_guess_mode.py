"""Guess mode in the page: a guess never kills, with the core in the page and without it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from sapper import Game, analyse
from sapper.games import deal
from sapper.games.game import Status
from sapper.games.playing import turns
from sapper.players.registry import player_spec
from sapper.reviews.guess_score import guess_score
from tests.support.web_pages import choose, expect_moves, new_game, played, visit

BOARD = "6x6/9"


@pytest.mark.parametrize("has_core", [True, False])
def test_guesses_are_survived_as_in_the_library(page: Page, has_core: bool) -> None:
    if not has_core:
        page.route("**/engine/sapper.wasm", lambda route: route.abort())
    game = _rescued_game()
    visit(page, "play:" + str(game.line.opening).replace(" ", "_"))
    expect(page.locator("#play-state")).to_contain_text("Guess mode.")
    for number, move in enumerate(game.moves, 1):
        played(page, *move.cell).click()
        expect_moves(page, number)
    assert [word.partition("@")[0] for word in _game_line(page).split()] == game.text.split()
    expect(page.locator("#play-state")).to_have_text("You won")
    expect(page.locator("#result")).to_contain_text(guess_score(game).text)
    page.click("#to-review")
    expect(page.locator("#review-sum")).to_contain_text(guess_score(game).text)


def _rescued_game() -> Game:
    """Return a game won by opening cells only, in which the mines were drawn again."""
    for seed in range(1000):
        game = Game(BOARD, "raw", seed=seed, guess_seed=seed)
        for _turn in turns(game, player_spec("fast")):
            pass
        is_plain = all(move.kind == "open" for move in game.moves)
        if is_plain and game.status is Status.WON and game.layout != _dealt(game):
            return game
    raise AssertionError


def _dealt(game: Game) -> bytes:
    return deal(game.spec, game.start, (0, 0), seed=game.seed)


def _game_line(page: Page) -> str:
    address: str = page.evaluate("location.hash")
    return address.removeprefix("#play:").replace("_", " ")


def test_a_guess_beside_a_safe_cell_loses_and_shows_the_proof(page: Page) -> None:
    game = Game("9x9/10", seed=5, guess_seed=5)
    game.open((4, 4))
    seen = analyse(game.position)
    assert seen.safe
    cell = min(c for c in game.position.covered() if c not in seen.safe | seen.mines)
    assert game.copy().open(cell) is Status.LOST
    visit(page, "play:" + game.text.replace(" ", "_"))
    played(page, *cell).click()
    expect(page.locator("#result")).to_contain_text("There was a proof:")
    page.click("#undo")
    safe = min(seen.safe)
    played(page, *safe).click()
    expect_moves(page, 2)
    expect(page.locator("#play-state")).to_contain_text("to open")


def test_the_form_begins_games_in_guess_mode_and_links_show_it(page: Page) -> None:
    visit(page, "play")
    choose(page, grade="guess", seed="31")
    new_game(page)
    expect(page).to_have_url(re.compile(r"#play:9x9/10_safe_31_0_guess=31$"))
    visit(page, "play:9x9/10_safe_5_0")
    expect(page.locator("#new-game [name=grade]")).to_have_value("")
    expect(page.locator("#play-state")).to_have_text("Open any cell to begin")
