"""Positions for tests of players, and checks of their decisions."""

from __future__ import annotations

from random import Random

from sapper.analysis import Analysis
from sapper.board.cell import FLAG, HIDDEN, QUESTION, Cell, is_number
from sapper.board.geometry import SHAPES
from sapper.board.position import Position
from sapper.board.spec import BoardSpec, StartRule
from sapper.games import Game, Status
from sapper.players import Decision, Move


def middle_game(random: Random, spec: BoardSpec, *, with_flags: bool) -> Game | None:
    """Return an unfinished game after some safe openings, with random marks."""
    game = Game(spec, StartRule.RAW, seed=random.getrandbits(32))
    game.open(game.geometry.cell(random.randrange(game.geometry.size)))
    while game.is_over and spec.safe_cells > 1:
        game.undo()
        game.open(game.geometry.cell(random.randrange(game.geometry.size)))
        if game.status is Status.WON:
            return None
    for _ in range(random.randint(0, spec.safe_cells // 3)):
        safe = [i for i, face in enumerate(game.position.faces) if face == HIDDEN]
        assert game.layout is not None
        safe = [i for i in safe if not game.layout[i]]
        if game.is_over or not safe:
            break
        game.open(game.geometry.cell(random.choice(safe)))
    if game.is_over:
        return None
    for cell in list(game.position.covered()) if with_flags else ():
        if random.random() < 0.2:
            (game.flag if random.random() < 0.6 else game.question)(cell)
    return game


def positions(seed: int, count: int, *, with_flags: bool = True) -> list[Position]:
    """Return mid-game positions on small boards of all shapes."""
    random = Random(seed)
    found: list[Position] = []
    while len(found) < count:
        rows, columns = random.randint(2, 8), random.randint(2, 8)
        mines = random.randint(1, max(1, rows * columns // 4))
        shape = random.choice(["grid", *SHAPES])
        game = middle_game(random, BoardSpec(rows, columns, mines, shape), with_flags=with_flags)
        if game is not None:
            found.append(game.position)
    return found


def provable_mines(position: Position) -> set[Cell]:
    """Return the mines that rules on single numbers prove, applied until nothing changes."""
    around, faces = position.geometry.neighbour_lists, position.faces
    mines: set[int] = set()
    safe: set[int] = set()
    numbers = [i for i, face in enumerate(faces) if is_number(face)]
    while True:
        before = len(mines) + len(safe)
        for i in numbers:
            covered = [j for j in around[i] if HIDDEN <= faces[j] <= QUESTION and j not in safe]
            if len(covered) == faces[i]:
                mines.update(covered)
            elif len(mines.intersection(covered)) == faces[i]:
                safe.update(set(covered) - mines)
        if len(mines) + len(safe) == before:
            return {position.geometry.cell(i) for i in mines}


def opened_by(position: Position, move: Move) -> list[Cell]:
    """Return the cells that a move opens."""
    if move.kind == "chord":
        around = position.geometry.around(move.cell)
        return [cell for cell in around if position.face(cell) in (HIDDEN, QUESTION)]
    return [move.cell] if move.kind == "open" else []


def assert_sound(position: Position, decision: Decision, referee: Analysis) -> None:
    """Check that a certain move is certain, by the exact native analysis."""
    move = decision.move
    opened = opened_by(position, move)
    if not decision.is_guess:
        assert set(opened) <= referee.safe
        if move.kind == "flag":
            assert move.cell in referee.mines
    else:
        assert move.kind == "open"
    assert not provable_mines(position).intersection(opened)
    assert move.kind != "chord" or position.face(move.cell) == sum(
        position.face(cell) == FLAG for cell in position.geometry.around(move.cell)
    )


def assert_well_formed(decision: Decision) -> None:
    assert decision.reason
    assert "\n" not in decision.reason
    assert decision.chance is None or 0 <= decision.chance <= 1
    if decision.is_guess:
        assert decision.chance is None or 0 < decision.chance < 1
    else:
        assert decision.chance in (0.0, 1.0, None)
