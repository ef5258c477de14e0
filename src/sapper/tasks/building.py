"""Build the questions, one function for each kind.

A builder looks at one board and returns a question of the level that is asked for, or None: then
the next board is tried. Every answer is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from sapper.analysis.analysis import analyse
from sapper.analysis.clash import find_clash
from sapper.analysis.puzzle import MINE_COUNT, Puzzle
from sapper.board.cell import FLAG, Cell, is_number, pairs_of
from sapper.board.position import Position
from sapper.errors import BudgetExceeded
from sapper.games.dealing import game_key
from sapper.games.game import Game, Status
from sapper.games.generating import Puzzle as Board
from sapper.games.generating import generate
from sapper.games.generating.wish import DEFAULT_TRIES
from sapper.games.grades import Grade
from sapper.proofs.prove import explain_all
from sapper.tasks.best_guess import exact_wins
from sapper.tasks.draws import Draws
from sapper.tasks.kinds import Kind
from sapper.tasks.stages import Source, certain_cells, chance_levels, dealt_stages, stages_of
from sapper.tasks.task import SolutionDocument
from sapper.tasks.texts import cell_list, certain_text, clash_text, proofs_text, shown_text

__all__ = ["BUILDERS", "Question"]

_MOST_CERTAIN: Final = 8  # cells that an answer has to name
_MOST_LAYOUTS: Final = 300  # that somebody may have to count, or the search for best play
_MOST_CHANGES: Final = 12  # of one board, in search of a contradiction


class Question(NamedTuple):
    """What is asked about a position, and the answer in words and as data."""

    position: Position
    answer: str
    solution: SolutionDocument
    cell: Cell | None = None


def _read(source: Source, draws: Draws) -> Question | None:
    position = _dealt_position(source, draws)
    if position is None:
        return None
    cells = [position.geometry.cell(i) for i in range(position.geometry.size)]
    shown: dict[str, list[Cell]] = {}
    for cell in cells:
        shown.setdefault(shown_text(position.face(cell)), []).append(cell)
    word = draws.pick(sorted(shown))
    cell = draws.pick(shown[word])
    return Question(position, word, SolutionDocument(cell=cell.pair, shows=word), cell)


def _neighbours(source: Source, draws: Draws) -> Question | None:
    position = _dealt_position(source, draws)
    if position is None:
        return None
    cell = draws.pick([cell for cell, number in position.numbers() if number])
    around = position.geometry.around(cell)
    count = sum(position.is_covered(near) and position.face(near) != FLAG for near in around)
    return Question(position, str(count), SolutionDocument(cell=cell.pair, count=count), cell)


def _dealt_position(source: Source, draws: Draws) -> Position | None:
    """Return a stage of the dealt board; None if its first cell clears it."""
    stages = dealt_stages(source)
    return draws.pick(stages).position if stages else None


def _certain(source: Source, draws: Draws) -> Question | None:
    position = _graded_position(source, draws)
    if position is None:
        return None
    safe, mines = certain_cells(analyse(position, trust_flags=True))
    solution = SolutionDocument(safe=pairs_of(safe), mines=pairs_of(mines))
    return Question(position, certain_text(safe, mines), solution)


def _prove(source: Source, draws: Draws) -> Question | None:
    found = _certain(source, draws)
    if found is None:
        return None
    proofs = explain_all(found.position, trust_flags=True)
    asked = [proof for proof in proofs if found.position.face(proof.cell) != FLAG]
    return found._replace(answer=proofs_text(asked))


def _graded_position(source: Source, draws: Draws) -> Position | None:
    """Return a stage of a no-guess board where the next certain cell needs this reasoning."""
    board = _no_guess_board(source, technique=source.level)
    fitting = [
        stage.position
        for stage in stages_of(board.layout, board.first)
        if stage.grade is source.level and 1 <= _certain_count(stage.position) <= _MOST_CERTAIN
    ]
    return draws.pick(fitting) if fitting else None


def _no_guess_board(
    source: Source, *, grade: Grade | None = None, technique: Grade | None = None
) -> Board:
    """Return puzzle number `index`; later tries take it from other seeds.

    Raise `BudgetExceeded` if too many boards are dealt in vain.
    """
    seed = source.seed if source.attempt == 0 else game_key(source.seed, source.attempt)
    tries = min(DEFAULT_TRIES, source.allowance.left)
    try:
        board = generate(
            source.spec, seed=seed, number=source.index, tries=tries, workers=1, grade=grade,
            technique=technique,
        )  # fmt: skip
    except BudgetExceeded:
        source.allowance.spend(tries)
        raise
    source.allowance.spend(board.tries)
    return board


def _certain_count(position: Position) -> int:
    safe, mines = certain_cells(analyse(position, trust_flags=True))
    return len(safe) + len(mines)


def _chance(source: Source, draws: Draws) -> Question | None:
    found: list[tuple[Position, Cell]] = []
    for position, _ in dealt_stages(source):
        analysis = analyse(position, trust_flags=True)
        levels = chance_levels(analysis)
        cells = [cell for cell, level in levels.items() if level is source.level]
        if cells and (source.level is not Grade.COUNT or analysis.ways <= _MOST_LAYOUTS):
            found += [(position, cell) for cell in cells]
    if not found:
        return None
    position, cell = draws.pick(found)
    chance = str(analyse(position, trust_flags=True).fraction(cell))
    return Question(position, chance, SolutionDocument(cell=cell.pair, chance=chance), cell)


def _possible(source: Source, draws: Draws) -> Question | None:
    """Return an impossible position, or the possible one that it was made from."""
    found = _impossible(source, draws)
    if found is None:
        return None
    is_possible = draws.below(2) == 0
    position = found[0] if is_possible else found[1].position
    answer = "yes" if is_possible else "no"
    return Question(position, answer, SolutionDocument(possible=is_possible))


def _clash(source: Source, draws: Draws) -> Question | None:
    found = _impossible(source, draws)
    return None if found is None else found[1]


def _impossible(source: Source, draws: Draws) -> tuple[Position, Question] | None:
    """Return a position, and the same with one change that makes a clash of this level."""
    position = _dealt_position(source, draws)
    if position is None:
        return None
    changes = draws.shuffle(list(_changes(position, source.level)))
    for changed in changes[:_MOST_CHANGES]:
        puzzle = Puzzle(changed, True, None)
        if puzzle.answer.is_possible:
            continue
        premises = find_clash(puzzle)
        cells = puzzle.cells(i for i in premises if i != MINE_COUNT)
        counts = MINE_COUNT in premises
        if (Grade.COUNT if counts else Grade.of_numbers(len(cells))) is source.level:
            solution = SolutionDocument(numbers=pairs_of(cells), uses_mine_count=counts)
            return position, Question(changed, clash_text(cells, counts), solution)
    return None


def _changes(position: Position, level: Grade) -> Iterator[Position]:
    """Yield positions with one number or, where that may help, the mine count changed."""
    for cell, number in position.numbers():
        covered = any(map(position.is_covered, position.geometry.around(cell)))
        for face in (number - 1, number + 1):
            if covered and number and 1 <= face <= 8 and is_number(face):
                yield position.with_faces({cell: face})
    if level is Grade.COUNT and position.mines is not None:
        for mines in (position.mines - 2, position.mines - 1, position.mines + 1):
            if 0 < mines < position.geometry.size:
                yield position.with_mines(mines)


def _guess(source: Source, draws: Draws) -> Question | None:  # noqa: ARG001
    *_, last = (None, *dealt_stages(source))
    if last is None or last.grade is not None:
        return None
    analysis = analyse(last.position, trust_flags=True)
    levels = chance_levels(analysis)
    hardest = max(levels.values(), key=lambda level: level.rank)
    if hardest is not source.level or analysis.ways > _MOST_LAYOUTS:
        return None
    wins = exact_wins(analysis, levels)
    if wins is None or len(set(wins.values())) == 1:
        return None
    top = max(wins.values())
    answer = str(min(cell for cell, win in wins.items() if win == top))
    pairs = [(cell.pair, str(wins[cell])) for cell in sorted(wins)]
    return Question(last.position, answer, SolutionDocument(wins=pairs))


def _play(source: Source, draws: Draws) -> Question | None:  # noqa: ARG001
    board = _no_guess_board(source, grade=source.level)
    game = Game.parse(board.line)
    if game.status is not Status.PLAYING:
        return None
    position, turns = game.position, []
    while game.status is Status.PLAYING:
        safe = sorted(analyse(game.position).safe)
        turns.append(f"open {cell_list(safe)}")
        for cell in safe:
            if game.position.is_covered(cell):
                game.open(cell)
    return Question(position, "\n".join(turns), SolutionDocument(game=board.line))


BUILDERS: Final[dict[Kind, Callable[[Source, Draws], Question | None]]] = {
    Kind.READ: _read,
    Kind.NEIGHBOURS: _neighbours,
    Kind.CERTAIN: _certain,
    Kind.PROVE: _prove,
    Kind.CHANCE: _chance,
    Kind.POSSIBLE: _possible,
    Kind.CLASH: _clash,
    Kind.GUESS: _guess,
    Kind.PLAY: _play,
}
