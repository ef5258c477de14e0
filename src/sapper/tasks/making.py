"""Make tasks: task number i of a plan depends on the plan and on i only.

For each kind a function looks at one board and returns a question of the level that is asked for,
or None: then the next board is tried. Every answer is exact. Positions are stages of games that are
played without a mistake: every mine that was found has a flag, so flags are right, and everything
that easier reasoning gives is done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Final, NamedTuple, TypeVar

from sapper.analysis.analysis import Analysis, analyse
from sapper.analysis.clash import find_clash
from sapper.analysis.premises import MINE_COUNT, Premises
from sapper.board.cell import FLAG, Cell
from sapper.board.layout import Layout
from sapper.board.position import Position
from sapper.board.spec import BoardSpec, StartRule
from sapper.errors import BudgetExceeded, InputError
from sapper.games.dealing import deal, game_key
from sapper.games.game import Game, Status
from sapper.games.generating import generate
from sapper.games.generating.request import first_of
from sapper.games.grades import Grade
from sapper.games.grades.knowledge import Knowledge
from sapper.games.grades.levels import easiest_round
from sapper.tasks.plan import Kind, TaskPlan
from sapper.tasks.prompts import cells_answer, certain_answer, question_text
from sapper.tasks.task import Task, id_of

__all__ = ["make_task"]

PATIENCE: Final = 5_000
"""How many boards are looked at in vain for one task before the search gives up."""

_MOST_CERTAIN: Final = 8  # cells that an answer has to name
_MOST_LAYOUTS: Final = 300  # that a reader may have to count
_MOST_CHANGES: Final = 12  # of one board, in search of a contradiction

T = TypeVar("T")
_Stage = tuple[Position, Grade | None]


class _Question(NamedTuple):
    """What is asked about a position, and the answer; a game has an answer for every turn."""

    position: Position
    answers: list[str]
    cell: Cell | None = None
    game: str | None = None


def make_task(plan: TaskPlan, index: int) -> Task:
    """Return task number `index`.

    Raise `InputError` if the board has no such position, or hardly any: a task of another level in
    its place would spoil the balance.
    """
    kind, level, notation, spec = plan.slot(index)
    found, key = None, game_key(plan.seed, index)
    with suppress(BudgetExceeded):  # of the generator of boards
        seeds = (game_key(key, attempt) for attempt in range(PATIENCE))
        tried = (_MAKERS[kind](spec, level, seed, Random(seed)) for seed in seeds)
        found = next((question for question in tried if question is not None), None)
    if found is None:
        raise InputError(
            f"no question of kind {kind} and level {level} was found on {spec}, for task number "
            f"{index}: give another board, or leave the level out"
        )
    said = Task(
        id="",
        plan=str(plan),
        index=index,
        kind=kind,
        level=level.value,
        notation=notation,
        position=str(found.position),
        prompt=question_text(kind, found.position, notation, found.cell),
        answer="\n".join(f"Answer: {answer}" for answer in found.answers),
        game=found.game,
    )
    return replace(said, id=id_of(vars(said)))


def _certain(spec: BoardSpec, level: Grade, seed: int, draws: Random) -> _Question | None:
    """Ask about a stage of a no-guess board where the next certain cell needs this reasoning."""
    board = generate(spec, seed=seed, grade=level, workers=1)
    found = [
        (position, certain)
        for position, grade in _stages_of(board.layout, board.first)
        if grade is level
        and 1 <= sum(map(len, certain := _certain_cells(position))) <= _MOST_CERTAIN
    ]
    if not found:
        return None
    position, certain = _pick(draws, found)
    return _Question(position, [certain_answer(*certain)])


def _certain_cells(position: Position) -> tuple[list[Cell], list[Cell]]:
    """Return the covered cells that are certainly safe and certainly mines, without flags."""
    analysis = analyse(position, trust_flags=True)
    mines = [cell for cell in analysis.mines if position.face(cell) != FLAG]
    return sorted(analysis.safe), sorted(mines)


def _chance(spec: BoardSpec, level: Grade, seed: int, draws: Random) -> _Question | None:
    found: list[tuple[Analysis, Cell]] = []
    for position, _grade in _dealt_stages(spec, seed):
        analysis = analyse(position, trust_flags=True)
        if level is not Grade.COUNT or analysis.ways <= _MOST_LAYOUTS:
            levels = _chance_levels(analysis).items()
            found += [(analysis, cell) for cell, needed in levels if needed is level]
    if not found:
        return None
    analysis, cell = _pick(draws, found)
    return _Question(analysis.position, [str(analysis.fraction(cell))], cell)


def _chance_levels(analysis: Analysis) -> dict[Cell, Grade]:
    """Return how hard it is to count the chance of every undecided cell.

    Where the mines of a component are fixed, its numbers alone decide; else the mine count does.
    """
    levels: dict[Cell, Grade] = {}
    for part in analysis.components:
        is_fixed = part.fewest_mines == part.most_mines
        level = Grade.of_numbers(len(part.numbers)) if is_fixed else Grade.COUNT
        levels |= dict.fromkeys(part.cells, level)
    known = analysis.safe | analysis.mines
    covered = (cell for cell in analysis.position.covered() if cell not in known)
    return {cell: levels.get(cell, Grade.COUNT) for cell in covered}


def _possible(spec: BoardSpec, level: Grade, seed: int, draws: Random) -> _Question | None:
    """Ask about an impossible position of this level, or the possible one that it was made from."""
    stages = _dealt_stages(spec, seed)
    if not stages:
        return None
    position = _pick(draws, stages)[0]
    changes = list(_changes(position, level))
    tried = (_pick(draws, changes) for _ in range(_MOST_CHANGES if changes else 0))
    changed = next((change for change in tried if _clash_level(change) is level), None)
    if changed is None:
        return None
    is_possible = draws.random() < 0.5
    return _Question(position, ["yes"]) if is_possible else _Question(changed, ["no"])


def _clash_level(position: Position) -> Grade | None:
    """Return the reasoning that shows a position to be impossible; None if it is possible."""
    puzzle = Premises(position, True, None)
    if puzzle.answer.is_possible:
        return None
    premises = find_clash(puzzle)
    return Grade.COUNT if MINE_COUNT in premises else Grade.of_numbers(len(premises))


def _changes(position: Position, level: Grade) -> Iterator[Position]:
    """Yield positions with one number or, where that may help, the mine count changed."""
    for cell, number in position.numbers():
        covered = any(map(position.is_covered, position.geometry.around(cell)))
        for face in (number - 1, number + 1):
            if covered and number and 1 <= face <= 8:
                yield position.with_faces({cell: face})
    if level is Grade.COUNT and position.mines is not None:
        for mines in (position.mines - 2, position.mines - 1, position.mines + 1):
            if 0 < mines < position.geometry.size:
                yield position.with_mines(mines)


def _play(spec: BoardSpec, level: Grade, seed: int, draws: Random) -> _Question | None:  # noqa: ARG001
    line = generate(spec, seed=seed, grade=level, workers=1).line
    game = Game.parse(line)
    if game.status is not Status.PLAYING:
        return None
    position, turns = game.position, []
    while game.status is Status.PLAYING:
        safe = sorted(analyse(game.position).safe)
        turns.append(cells_answer(safe))
        for cell in safe:
            if game.position.is_covered(cell):
                game.open(cell)
    return _Question(position, turns, game=line)


def _pick(draws: Random, items: Sequence[T]) -> T:
    """Return one of the items; `random` is the method that gives the same in every Python."""
    return items[int(draws.random() * len(items))]


def _dealt_stages(spec: BoardSpec, seed: int) -> list[_Stage]:
    """Return the stages of a dealt board, up to the first guess."""
    first = first_of(spec, None)
    layout = Layout(spec.geometry, deal(spec, StartRule.OPEN, first, seed=seed))
    return list(_stages_of(layout, first))


def _stages_of(layout: Layout, first: Cell) -> Iterator[_Stage]:
    """Yield the stages of a board, from its first cell to its end or the first guess.

    Each with the easiest reasoning that gives a certain cell there; None if none does.
    """
    knowledge = Knowledge(layout)
    knowledge.open([layout.geometry.index(first)])
    while not knowledge.is_cleared:
        position = knowledge.position
        found = easiest_round(knowledge)
        yield position, None if found is None else found.grade
        if found is None:
            return
        knowledge.learn(found.conclusions)


_MAKERS: Final[dict[Kind, Callable[[BoardSpec, Grade, int, Random], _Question | None]]] = {
    "certain": _certain,
    "chance": _chance,
    "possible": _possible,
    "play": _play,
}
