"""The notebook: updates give the same state as reading from scratch."""

from random import Random

import pytest

from sapper.board.cell import FLAG, HIDDEN, MINE
from sapper.board.geometry import SHAPES, Geometry
from sapper.board.position import Position
from sapper.board.spec import BoardSpec, StartRule
from sapper.games import Game
from sapper.players.papers.notebook import MARKED, OPENED, Notebook


def state_of(notes, marks):
    """Return the state of a notebook, after its proven mines were marked."""
    for index in marks:
        if notes.state[index] != MARKED:
            notes.mark(index)
    active = {n for n in notes.active if notes.unknown[n]}
    numbers = {n: (notes.missing[n], notes.unknown[n]) for n in active}
    return bytes(notes.state), numbers, notes.marked, notes.unknown_cells


def drain(notes):
    while notes.next_changed() is not None:
        pass


@pytest.mark.parametrize("shape", SHAPES)
def test_updates_equal_a_new_reading(shape):
    random = Random(1)
    for trial in range(40):
        spec = BoardSpec(random.randint(2, 9), random.randint(2, 9), 3, shape)
        game = Game(spec, StartRule.SAFE, seed=1, game=trial)
        kept, marks = Notebook(), []
        while not game.is_over:
            _random_move(random, game)
            kept.read(game.position)
            if game.layout is not None and random.random() < 0.3:
                mine = random.choice([i for i, m in enumerate(game.layout) if m])
                if kept.state[mine] != MARKED and game.position.faces[mine] != MINE:
                    kept.mark(mine)
                    marks.append(mine)
            drain(kept)
            fresh = Notebook()
            fresh.read(game.position)
            assert state_of(kept, marks) == state_of(fresh, marks)


def _random_move(random, game):
    cell = random.choice(list(game.position.covered()))
    face = game.position.face(cell)
    if random.random() < 0.3:
        game.unmark(cell) if face == FLAG else game.flag(cell)
    elif face != FLAG:
        is_mine = game.layout is not None and game.layout[game.geometry.index(cell)]
        if not is_mine or random.random() < 0.1:
            game.open(cell)


def test_another_game_is_read_from_scratch():
    notes = Notebook()
    position = Position.hidden(Geometry.grid(3, 3), 2).with_faces({(1, 1): 2})
    assert notes.read(position)
    assert not notes.read(position)
    assert notes.read(position.with_faces({(1, 1): 1}))
    assert notes.read(position.with_faces({(1, 1): HIDDEN}))
    assert notes.read(position.with_mines(3))
    assert notes.read(Position.hidden(Geometry.torus(3, 3), 3))
    notes.mark(0)
    assert notes.read(Position.hidden(Geometry.torus(3, 3), 3).with_faces({(0, 0): 1}))
    assert notes.state[0] == OPENED
