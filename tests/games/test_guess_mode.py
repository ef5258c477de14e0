"""What is drawn again in guess mode, and mines that fit a position: uniform; lines replay."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from sapper import (
    BoardSpec,
    ContradictionError,
    Game,
    Geometry,
    InputError,
    Move,
    Position,
    analyse,
)
from sapper.board.cell import is_covered
from sapper.board.layout import layout_text
from sapper.games.continuation import continue_position
from sapper.games.game import Status, cells_to_open
from tests.support.brute_force import layouts
from tests.support.chi_square import chi_square_p


def _all(position: Position) -> list[frozenset[int]]:
    return list(layouts(position))


def _mines(game: Game) -> frozenset[int]:
    assert game.layout is not None
    return frozenset(i for i, is_mine in enumerate(game.layout) if is_mine)


@pytest.mark.parametrize(
    ("board", "before", "move"),
    [
        ("3x4/4", ["o0,0"], "o1,1"),
        ("torus-3x4/3", ["o0,0"], "o2,3"),
        ("hex-3x4/4", ["o0,0", "f0,1"], "o0,2"),
        ("4x4/5", ["o1,1", "f0,0", "f0,1"], "c1,1"),
        ("3x5/5", ["o1,2", "f0,1", "f2,3"], "c1,2"),
    ],
)
def test_mines_that_a_guess_would_hit_are_drawn_uniformly(
    board: str, before: list[str], move: str
) -> None:
    """From one layout that the move hits, over many seeds: exactly those that fit and spare it."""
    spec, chance = BoardSpec.parse(board), random.Random(5)
    found = Counter[frozenset[int]]()
    start = _hit_game(spec, before, move, chance)
    position = start.position
    opened = set(cells_to_open(position, Move.parse(move)))
    fitting = [mines for mines in _all(position) if not mines & opened]
    for seed in range(100 * len(fitting)):
        game = Game(spec, "raw", layout=start.layout, guess_seed=seed)
        for word in before:
            game.make(word)
        game.make(move)
        assert game.status is not Status.LOST
        found[_mines(game)] += 1
    assert len(fitting) > 10
    assert found.keys() == set(fitting)
    assert chi_square_p(list(found.values())) > 0.001


def _hit_game(spec: BoardSpec, before: list[str], move: str, chance: random.Random) -> Game:
    """Return a game in which the moves before survive by themselves and the move hits a mine."""
    for _ in range(20_000):
        cells = [1] * spec.mines + [0] * spec.safe_cells
        chance.shuffle(cells)
        layout = bytes(cells)
        plain, game = (Game(spec, "raw", layout=layout, guess_seed=seed) for seed in (None, 1))
        try:
            for word in before:
                plain.make(word)
                game.make(word)
            ended = plain.make(move)
        except InputError:
            continue
        if ended is Status.LOST and game.layout == layout and not _safe(game.position):
            hit = Game.parse(str(game.line))
            if hit.make(move) is not Status.LOST:
                return game
    raise AssertionError("no guess of this kind survives a mine")


def _safe(position: Position) -> set[int]:
    """Return the covered cells that are safe in every layout, by brute force."""
    covered = {i for i, face in enumerate(position.faces) if is_covered(face)}
    return covered.difference(*_all(position))


def test_games_follow_the_rules_of_the_mode_by_brute_force() -> None:
    """Random moves on small boards: every opening does what the enumerated layouts say."""
    chance, seen = random.Random(11), Counter[str]()
    for number in range(800):
        spec = BoardSpec.parse(chance.choice(["3x3/2", "2x5/3", "torus-3x3/2", "3x4/3"]))
        game = Game(spec, chance.choice(["raw", "safe"]), seed=number, guess_seed=number)
        for _ in range(60):
            if game.is_over:
                break
            position, layout = game.position, game.layout
            kind = chance.choice(["open", "open", "open", "flag", "chord"])
            try:
                game.make(Move(kind, game.geometry.cell(chance.randrange(spec.geometry.size))))
            except InputError:
                continue
            if layout is not None and kind in ("open", "chord"):
                seen[_check(position, layout, game)] += 1
        assert Game.parse(game.text).layout == game.layout
    assert min(seen[each] for each in ("safe", "guess", "rescue", "proof", "mine")) > 50, seen


def _check(position: Position, layout: bytes, game: Game) -> str:
    """Check the last move against all layouts that fit, and return what it was."""
    fitting, cells = _all(position), set(cells_to_open(position, game.moves[-1]))
    lies = {i for i, is_mine in enumerate(layout) if is_mine}
    safe, is_lost = _safe(position), game.status is Status.LOST
    assert _mines(game) in fitting
    if cells <= safe:
        assert not is_lost
        assert game.layout == layout
        return "safe"
    if all(mines & cells for mines in fitting):
        assert is_lost
        assert game.layout == layout
        return "mine"
    assert is_lost == bool(safe)
    assert game.layout == layout or bool(lies & cells) != bool(safe)
    return "proof" if safe else "rescue" if lies & cells else "guess"


def test_undo_brings_the_mines_back_and_redo_draws_the_same() -> None:
    game = Game("1x3/1", "raw", layout=bytes([1, 0, 0]), guess_seed=4)
    assert game.open((0, 0)) is not Status.LOST
    drawn = game.layout
    assert drawn != bytes([1, 0, 0])
    twin = game.copy()
    game.undo()
    assert game.layout == bytes([1, 0, 0])
    assert twin.layout == drawn
    game.open((0, 0))
    assert game.layout == drawn


def test_the_line_says_the_mode() -> None:
    game = Game("3x3/2", seed=5, guess_seed=17)
    game.open((1, 1))
    assert game.text == "3x3/2 safe 5 0 guess=17 o1,1"
    assert Game.parse(game.text) == game
    assert Game.parse(str(game.line.opening)).guess_seed == 17
    assert game != Game.parse("3x3/2 safe 5 0 o1,1")
    given = Game("1x3/1", layout=bytes([1, 0, 0]), guess_seed=0)
    assert given.text == f"1x3/1 safe ={layout_text(bytes([1, 0, 0]))} 0 guess=0"
    for text in ("3x3/2 safe 5 0 guess=x", "3x3/2 safe 5 0 guess=", "3x3/2 safe 5 0 o1,1 guess=1"):
        with pytest.raises(InputError):
            Game.parse(text)


def test_boards_too_large_to_sample_have_no_guess_mode() -> None:
    Game("25x40/200", guess_seed=0)
    with pytest.raises(InputError, match="guess mode is not available on 26x40/200"):
        Game("26x40/200", guess_seed=0)


CORNER = Position.parse("3x3/2:01_/12_/___")


def test_the_game_has_the_given_position() -> None:
    seen = set()
    for seed in range(40):
        game = continue_position(CORNER, seed=seed)
        assert game.position == CORNER
        assert game.layout is not None
        assert sum(game.layout) == 2
        seen.add(game.layout)
        assert Game.parse(game.text).position == CORNER
    assert len(seen) == analyse(CORNER).ways  # every fitting layout is sampled


def test_marks_are_kept() -> None:
    marked = Position.parse("3x3/2:01F/12Q/___")
    assert continue_position(marked).position == marked


@pytest.mark.parametrize(
    ("position", "error", "says"),
    [
        (CORNER.with_mines(None), InputError, "mine count"),
        (Position.hidden(Geometry.grid(40, 40), 300), InputError, "1000 unknown cells"),
        (Position.parse("2x2/1:0_/__"), ContradictionError, "r0c0|mine"),
    ],
)
def test_positions_that_cannot_be_continued_raise(
    position: Position, error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        continue_position(position)
