"""Score an answer in free text: `score` never fails for any text, and never guesses a meaning.

| kind | worth |
| --- | --- |
| read, neighbours, possible | 1 if right |
| certain | right cells / all cells that are certain or were named |
| prove | as certain, but a right cell without a valid proof is worth 1/2, and one with a proof |
| | of which a share s is needed 1/2 + s/2 |
| chance | 1 if exact, or rightly rounded to three digits or more; 1/2 within a percentage point |
| clash | 1 if minimal; for a contradiction of which only a share s is needed s/2 |
| guess | the chance to win with the cell / that with the best cell; several cells are unreadable |
| play | see `conversation` |
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final

from sapper.analysis.puzzle import Puzzle
from sapper.board.cell import Cell
from sapper.errors import InputError
from sapper.language import _
from sapper.tasks.chances import Said, read_chance
from sapper.tasks.claims import Claim, read_cells, read_cited, read_claims
from sapper.tasks.conversation import Conversation
from sapper.tasks.free_text import last_readable
from sapper.tasks.kinds import Kind
from sapper.tasks.outcome import Outcome, Score, TaskScoreDocument, score_of
from sapper.tasks.proving import clash_share, proof_share
from sapper.tasks.reading import read_count, read_shown, read_verdict
from sapper.tasks.task import Task

__all__ = ["score", "score_document"]

_HALF: Final = Fraction(1, 2)
_NEAR: Final = Fraction(1, 100)  # a chance that is half right
_COARSEST: Final = Fraction(1, 2000)  # half of the last of three digits
_UNREADABLE: Final = Score(Fraction(0), Outcome.UNREADABLE)


def score(task: Task, answer: str | Sequence[str]) -> Score:
    """Return what an answer is worth; of a game the answers of all turns, in order.

    Raise `InputError` if several turns are given for a question that has only one.
    """
    turns = [answer] if isinstance(answer, str) else list(answer)
    if task.kind is Kind.PLAY:
        talk = Conversation(task)
        for turn in turns:
            if talk.reply(turn) is None:
                break
        return talk.score
    if len(turns) > 1:
        raise InputError(
            _("{id} is one question and has one answer, got {count}").format(
                id=task.id, count=len(turns)
            )
        )
    return _SCORERS[task.kind](task, turns[0]) if turns else _UNREADABLE


def score_document(task: Task, given: Score) -> TaskScoreDocument:
    """Return a score as plain data, with what it is a score of."""
    return TaskScoreDocument(
        id=task.id,
        kind=task.kind.value,
        level=task.level.value,
        skill=task.skill.value,
        notation=task.notation,
        score=float(given.value),
        exact=str(given.value),
        outcome=given.outcome.value,
    )


def _score_shown(task: Task, text: str) -> Score:
    found = last_readable(text, read_shown)
    return _UNREADABLE if found is None else _all_or_nothing(found == task.solution["shows"])


def _score_count(task: Task, text: str) -> Score:
    found = last_readable(text, read_count)
    return _UNREADABLE if found is None else _all_or_nothing(found == task.solution["count"])


def _score_possible(task: Task, text: str) -> Score:
    found = last_readable(text, read_verdict)
    return _UNREADABLE if found is None else _all_or_nothing(found is task.solution["possible"])


def _all_or_nothing(is_right: bool) -> Score:
    return score_of(Fraction(is_right))


def _score_certain(task: Task, text: str) -> Score:
    claims = last_readable(text, read_claims, is_list=True)
    if claims is None:
        return _UNREADABLE
    truth = _truth(task)
    right = sum(truth.get(cell) is claim.is_mine for cell, claim in claims.items())
    return score_of(Fraction(right, len(truth.keys() | claims.keys())))


def _score_prove(task: Task, text: str) -> Score:
    claims = last_readable(text, read_claims, is_list=True)
    if claims is None:
        return _UNREADABLE
    truth = _truth(task)
    puzzle = Puzzle(task.position, True, None)
    right = {cell: claim for cell, claim in claims.items() if truth.get(cell) is claim.is_mine}
    worth = sum((_worth(puzzle, *each) for each in right.items()), Fraction(0))
    value = worth / len(truth.keys() | claims.keys())
    if value < 1 and right.keys() == truth.keys() == claims.keys():
        return Score(value, Outcome.UNPROVED)
    return score_of(value, Outcome.PROVED)


def _worth(puzzle: Puzzle, cell: Cell, claim: Claim) -> Fraction:
    share = proof_share(puzzle, cell, claim.numbers, claim.uses_mine_count)
    return _HALF + _HALF * share


def _truth(task: Task) -> dict[Cell, bool]:
    """Return the certain cells and whether they are mines."""
    safe, mines = ([Cell(*pair) for pair in task.solution[key]] for key in ("safe", "mines"))
    return dict.fromkeys(safe, False) | dict.fromkeys(mines, True)


def _score_chance(task: Task, text: str) -> Score:
    said = last_readable(text, read_chance)
    if said is None:
        return _UNREADABLE
    chance = Fraction(task.solution["chance"])
    if _is_exact(said, chance):
        return score_of(Fraction(1))
    return score_of(_HALF if abs(said.value - chance) <= _NEAR else Fraction(0))


def _is_exact(said: Said, chance: Fraction) -> bool:
    """Return whether a chance is right, or rightly rounded and not too coarse."""
    off = abs(said.value - chance)
    return off == 0 or (said.half_unit <= _COARSEST and off <= said.half_unit)


def _score_clash(task: Task, text: str) -> Score:
    cited = last_readable(text, read_cited)
    if cited is None:
        return _UNREADABLE
    share = clash_share(Puzzle(task.position, True, None), *cited)
    return score_of(share if share == 1 else share / 2, Outcome.PROVED)


def _score_guess(task: Task, text: str) -> Score:
    cells = last_readable(text, read_cells)
    if cells is None:
        return _UNREADABLE
    wins = {Cell(*pair): Fraction(chance) for pair, chance in task.solution["wins"]}
    named = [cell for cell in cells if cell in wins] or cells
    if len(named) > 1:
        return _UNREADABLE
    return score_of(wins.get(named[0], Fraction(0)) / max(wins.values()))


_SCORERS: Final[dict[Kind, Callable[[Task, str], Score]]] = {
    Kind.READ: _score_shown,
    Kind.NEIGHBOURS: _score_count,
    Kind.CERTAIN: _score_certain,
    Kind.PROVE: _score_prove,
    Kind.CHANCE: _score_chance,
    Kind.POSSIBLE: _score_possible,
    Kind.CLASH: _score_clash,
    Kind.GUESS: _score_guess,
}
