"""A game step by step: what every move changed, so that a viewer needs no rules of its own."""

from __future__ import annotations

from typing import TypedDict

from sapper.board.cell import CellPair
from sapper.board.formats.alphabet import CANONICAL
from sapper.board.position import Position
from sapper.games.game import Game

__all__ = ["GameStepDocument", "StepsDocument", "steps_document"]


class GameStepDocument(TypedDict):
    """A move, the indices of the `cells` that it changed, and what they show then."""

    move: str
    cells: list[int]
    faces: str


class StepsDocument(TypedDict):
    """A game from `position`, before its first move, by the changes of every move.

    Cells are counted row by row from 0. `mines` are null unless the game is over.
    """

    game: str
    board: str
    start: str
    status: str
    position: str
    steps: list[GameStepDocument]
    mines: list[CellPair] | None


def steps_document(game: Game) -> StepsDocument:
    """Return the steps of a game; together they change few cells more than once."""
    replay, state = Game.parse(game.line.opening), game.to_dict()
    before, steps = replay.position, list[GameStepDocument]()
    for move, word in zip(game.moves, state["moves"], strict=True):
        known = replay.position
        replay.make(move)
        steps.append(_step(word, known, replay.position))
    return StepsDocument(
        game=state["game"],
        board=state["board"],
        start=state["start"],
        status=state["status"],
        position=str(before),
        steps=steps,
        mines=state["mines"],
    )


def _step(word: str, before: Position, after: Position) -> GameStepDocument:
    pairs = enumerate(zip(before.faces, after.faces, strict=True))
    cells = [index for index, (old, new) in pairs if old != new]
    faces = CANONICAL.write(bytes(after.faces[index] for index in cells))
    return GameStepDocument(move=word, cells=cells, faces=faces)
