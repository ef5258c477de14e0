"""Known points of the scale: what simple answerers say.

- `random` gives an answer of the right form without looking at the numbers.
- `greedy` knows what single numbers say, takes the density for every chance, and in a game guesses
  where they say nothing.
- `exact` gives the answer of the task.
"""

from __future__ import annotations

from random import Random

from sapper import Cell, Position
from sapper.analysis.premises import Premises
from sapper.board.cell import FLAG
from sapper.tasks import Conversation, Task
from sapper.tasks.prompts import cells_answer, certain_answer

__all__ = ["BASELINES", "answers_of"]

BASELINES = ("random", "greedy", "exact")


def answers_of(name: str, task: Task) -> list[str]:
    """Return the answers of a baseline: one, or those of all turns of a game."""
    if name == "exact":
        return task.answer.split("\n")
    answer, draws = {"random": _random, "greedy": _greedy}[name], Random(task.id)
    if task.kind != "play":
        position = Position.parse(task.position)
        return [f"Answer: {answer(task.kind, position, draws)}"]
    talk, turns = Conversation(task), []
    while not talk.is_over:
        turns.append(f"Answer: {answer('play', talk.position, draws)}")
        talk.reply(turns[-1])
    return turns


def _random(kind: str, position: Position, draws: Random) -> str:
    cell = draws.choice(_unknown(position))
    if kind == "certain":
        return certain_answer(*draws.choice([([cell], []), ([], [cell])]))
    if kind == "chance":
        return f"{draws.randrange(101)}/100"
    return draws.choice(["yes", "no"]) if kind == "possible" else str(cell)


def _greedy(kind: str, position: Position, draws: Random) -> str:
    puzzle = Premises(position, True, None)
    safe, mines = _by_single_numbers(puzzle)
    if kind == "certain":
        return certain_answer(safe, mines)
    if kind == "chance":
        return f"{(position.mines or 0) - position.faces.count(FLAG)}/{len(_unknown(position))}"
    if kind == "possible":
        numbers = (position.geometry.index(cell) for cell, _number in position.numbers())
        return "yes" if all(puzzle.premise(i).is_possible for i in numbers) else "no"
    while mines:  # what is found makes more numbers tell
        position = position.with_faces(dict.fromkeys(mines, FLAG))
        safe, mines = _by_single_numbers(Premises(position, True, None))
    return cells_answer(safe or [draws.choice(_unknown(position))])


def _unknown(position: Position) -> list[Cell]:
    return [cell for cell in position.covered() if position.face(cell) != FLAG]


def _by_single_numbers(puzzle: Premises) -> tuple[list[Cell], list[Cell]]:
    """Return the cells that single numbers make safe, and those that they make mines."""
    safe: set[int] = set()
    mines: set[int] = set()
    for premise in map(puzzle.premise, puzzle.numbers):
        safe |= premise.cells if premise.need == 0 else set()
        mines |= premise.cells if premise.need == len(premise.cells) else set()
    return list(puzzle.cells(safe)), list(puzzle.cells(mines - safe))
