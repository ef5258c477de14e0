"""Make the certificate of a board: clear it by the easiest proof at every stage, note each proof.

What is noted is then cut down: a mine that no later proof relies on is left out.
"""

from __future__ import annotations

from collections.abc import Iterator

from sapper.analysis.budget import Budget
from sapper.analysis.partial_board import PartialBoard
from sapper.analysis.premises import MINE_COUNT, Premises
from sapper.board.cell import Cell, CellLike
from sapper.board.layout import Layout
from sapper.board.spec import StartRule
from sapper.errors import InputError
from sapper.games.certificates.certificate import Certificate, CertifiedMove
from sapper.games.dealing import deal
from sapper.games.game import Game
from sapper.games.grades.grade import Grade
from sapper.games.grades.grading import check_start, grade_of, nearest_first
from sapper.games.grades.knowledge import Conclusion, Knowledge
from sapper.games.grades.levels import Round, easiest_round, puzzle_of
from sapper.language import _
from sapper.proofs.search import Searcher

__all__ = ["NeedsGuess", "certify_game", "make_certificate"]


class NeedsGuess(InputError):  # noqa: N818 (an answer, no fault)
    """The board needs a guess, so it has no certificate; from `nearest_first` it needs none."""

    document_as = (*InputError.document_as, "nearest_first")  # type: ignore[assignment]

    def __init__(self, message: str, nearest_first: Cell | None = None) -> None:
        super().__init__(message)
        self.nearest_first = nearest_first


def make_certificate(
    layout: Layout,
    first: CellLike,
    *,
    start: StartRule | str = StartRule.OPEN,
    budget: Budget | None = None,
) -> Certificate:
    """Return the moves that clear a board without a guess, each with a minimal proof.

    Raise `NeedsGuess` where the board needs a guess, with the position, `InputError` for a first
    cell that the start rule does not allow; `BudgetExceeded` when a stage takes too much work.
    """
    grading = grade_of(layout, first, start=start, budget=budget)
    if grading.grade is None:
        text = _("the board needs a guess at {guess_at}").format(guess_at=grading.guess_at)
        other = nearest_first(layout, first, start=start, budget=budget)
        if other is None:
            raise NeedsGuess(f"{text}; " + _("no other first cell avoids it"))
        raise NeedsGuess(f"{text}; " + _("from {cell} it needs none").format(cell=other), other)
    index = check_start(layout, first, start)
    noted = _clear(layout, index, budget)
    return Certificate(
        layout=layout,
        first=layout.geometry.cell(index),
        start=StartRule.parse(start),
        grade=grading.grade,
        difficulty=round(grading.difficulty, 4),
        moves=_moves(layout, _drop_unused_mines(layout, noted)),
    )


def certify_game(
    game: Game,
    first: CellLike | None = None,
    *,
    budget: Budget | None = None,
) -> Certificate:
    """Return the certificate of a game's board from the first cell that was opened in it.

    `first` is for a game in which none was opened; without it raise `InputError` for such a game.
    """
    opened = game.first_opened or first
    if opened is None:
        raise InputError(_("no cell was opened in this game: a certificate needs the first cell"))
    cells, start = game.layout, game.start
    if cells is None:
        cells = deal(game.spec, start, opened, seed=game.seed, game=game.game)
    layout = Layout(game.geometry, cells)
    return make_certificate(layout, opened, start=start, budget=budget)


_Noted = list[tuple[Grade, Conclusion]]


def _clear(layout: Layout, first: int, budget: Budget | None) -> _Noted:
    """Return the conclusions that clear the board, one after the other."""
    knowledge = Knowledge(layout)
    knowledge.open([first])
    noted: _Noted = []
    while not knowledge.is_cleared:
        found = easiest_round(knowledge, budget)
        assert found is not None, "the grade says that no guess is needed"
        for conclusion in _to_note(found, knowledge, budget):
            new = knowledge.news_of(conclusion)
            if new.safe or new.mines:
                knowledge.learn([new])
                noted.append((found.grade, new))
    return noted


def _to_note(found: Round, knowledge: Knowledge, budget: Budget | None) -> Iterator[Conclusion]:
    """Yield all conclusions of single numbers, but only one of any other round.

    After that one something easier may be possible again.
    """
    if found.grade is Grade.SINGLE:
        yield from found.conclusions
    elif found.grade in (Grade.CHAIN, Grade.COUNT):
        yield _shorten(found.conclusions[0], puzzle_of(knowledge, budget))
    else:
        yield min(found.conclusions, key=lambda each: (not each.safe, len(each.numbers)))


def _shorten(conclusion: Conclusion, puzzle: Premises) -> Conclusion:
    """Return one of the shortest proofs for a cell of a conclusion, and all that it settles."""
    searcher = Searcher(puzzle)
    cells = sorted(conclusion.safe or conclusion.mines)
    premises = min((searcher.premises_of(cell) for cell in cells), key=len)
    numbers = tuple(number for number in premises if number != MINE_COUNT)
    board = PartialBoard(puzzle, numbers, with_count=conclusion.uses_mine_count)
    settled = board.forced_cells(numbers)
    return conclusion._replace(
        numbers=numbers, safe=conclusion.safe & settled, mines=conclusion.mines & settled
    )


def _drop_unused_mines(layout: Layout, noted: _Noted) -> _Noted:
    """Return the conclusions without mines that no later proof relies on.

    A proof of three numbers or more stays whole: its numbers may all be needed for just one cell.
    """
    around = layout.geometry.neighbour_lists
    used: set[int] = set()
    kept: _Noted = []
    for grade, conclusion in reversed(noted):
        mines = conclusion.mines & used
        if not conclusion.safe and not mines:
            continue
        if len(conclusion.numbers) <= 2 and not conclusion.uses_mine_count:
            conclusion = conclusion._replace(mines=mines)  # noqa: PLW2901 (the same, cut down)
        kept.append((grade, conclusion))
        if conclusion.uses_mine_count:
            used.update(i for i, is_mine in enumerate(layout.cells) if is_mine)
        used.update(i for number in conclusion.numbers for i in around[number])
    return kept[::-1]


def _moves(layout: Layout, noted: _Noted) -> tuple[CertifiedMove, ...]:
    def cells(indices: tuple[int, ...] | frozenset[int]) -> tuple[Cell, ...]:
        return tuple(layout.geometry.cell(i) for i in sorted(indices))

    return tuple(
        CertifiedMove(grade, cells(each.numbers), cells(each.safe), cells(each.mines))
        for grade, each in noted
    )
