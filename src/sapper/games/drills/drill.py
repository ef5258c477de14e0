"""A drill: a position to solve, where the next certain cell needs one technique.

To find some, boards are dealt by seed and number as all games are, and each is played as far as
certain cells go. It gives at most one drill, the first stage that fits, so drills from one seed do
not resemble each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from sapper.analysis.premises import Premises
from sapper.board.cell import Cell
from sapper.board.layout import Layout
from sapper.board.notebook_value import NotebookValue, View
from sapper.board.number_checks import check_seed, whole_number
from sapper.board.position import Position
from sapper.board.spec import BoardSpec, StartRule
from sapper.documents import Digits
from sapper.errors import InputError
from sapper.games.dealing import check_room, deal
from sapper.games.generating.request import first_of
from sapper.games.grades.knowledge import Conclusion, Knowledge
from sapper.games.grades.levels import puzzle_of
from sapper.language import _
from sapper.nouns import count_noun
from sapper.proofs.proof import Proof, Technique
from sapper.proofs.prove import explain_all
from sapper.proofs.reasoning import Reasoner

__all__ = [
    "DEFAULT_BOARD",
    "PATIENCE",
    "TECHNIQUES",
    "Drill",
    "FoundDrills",
    "drills",
    "find_drills",
    "name_of",
    "technique_of",
]


@dataclass(frozen=True)
class Drill(NotebookValue):
    """A position where no technique easier than `technique` gives a certain cell.

    Every mine that is known so far has a flag, and flags may be trusted.
    """

    technique: Technique
    position: Position
    answers: tuple[Proof, ...]
    """The cells that the technique gives, easiest first, each with its proof."""
    seed: Digits
    game: Digits
    """The number of the game of the seed that the position is from."""

    document_as = (("technique", "name"), "position", "seed", "game", "answers")

    @property
    def answer(self) -> Proof:
        """The easiest answer: a safe cell if there is one."""
        return self.answers[0]

    @property
    def name(self) -> str:
        """The name of the technique as `drills` and the command take it, such as `case-split`."""
        return name_of(self.technique)

    @property
    def text(self) -> str:
        """The position in one line."""
        return str(self.position)

    def svg(self, *, cell_size: int = 28) -> str:
        """Return the position as it is given."""
        return self.position.svg(cell_size=cell_size)

    def answer_svg(self, *, cell_size: int = 28) -> str:
        """Return the position with the easiest proof drawn into it."""
        return self.answer.svg(cell_size=cell_size)

    def view(self) -> View:
        """Return what a notebook shows: the position, not the answer."""
        return self.position.view_with(
            self.svg, View(title=_("Find a cell by: {technique}").format(technique=self.technique))
        )

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        answers = count_noun(len(self.answers), "answer")
        return f"<Drill {self.technique}: {answers} on {self.position.geometry!r}>"


@dataclass(frozen=True)
class FoundDrills:
    """Positions that need one technique, from `tries` dealt boards."""

    technique: str
    board: str
    seed: Digits
    tries: int
    drills: list[Drill]


def name_of(technique: Technique) -> str:
    """Return the name of a technique without spaces, as options are written."""
    return str(technique).replace(" ", "-")


DEFAULT_BOARD = "10x10/20"
"""Small enough to print many on a page, and dense enough for hard positions."""
PATIENCE = 20_000
"""How many boards are dealt in vain before the search gives up."""

TECHNIQUES = {
    name_of(technique): technique for technique in Technique if technique is not Technique.GIVEN
}
"""The techniques of drills by name, easiest first."""

_MOST_DRILLS = 10_000
_MOST_EASY_NUMBERS = 2  # of a drill for single numbers: with more there is nothing to look for


def drills(
    technique: Technique | str,
    count: int = 10,
    *,
    board: BoardSpec | str = DEFAULT_BOARD,
    seed: int = 0,
    watch: Callable[[int, int], None] | None = None,
) -> list[Drill]:
    """Return positions whose next certain cell needs this technique and no harder one.

    `watch` is called with (found, count). Raise `InputError` for an unknown technique, and if
    20,000 boards in a row have no such position.
    """
    found = []
    for drill in find_drills(technique, count, board=board, seed=seed):
        found.append(drill)
        if watch is not None:
            watch(len(found), count)
    return found


def find_drills(
    technique: Technique | str, count: int, *, board: BoardSpec | str, seed: int = 0
) -> Iterator[Drill]:
    """Yield drills one by one, as `drills` returns them."""
    wanted, spec = technique_of(technique), BoardSpec.of(board)
    seed = check_seed(seed)
    count = whole_number(count, 1, _MOST_DRILLS, f"1 to {_MOST_DRILLS:,} positions")
    first = first_of(spec, None)
    check_room(spec, StartRule.OPEN, first)
    game = last = 0
    while count:
        layout = Layout(spec.geometry, deal(spec, StartRule.OPEN, first, seed=seed, game=game))
        drill = _first_fitting(layout, first, wanted, seed, game)
        game += 1
        if drill is not None:
            yield drill
            count, last = count - 1, game
        elif game - last >= PATIENCE:
            raise InputError(
                _(
                    "{patience:,} boards {spec} in a row have no position that needs the technique "
                    "'{wanted}': try a larger board or more mines"
                ).format(patience=PATIENCE, spec=spec, wanted=wanted)
            )


def technique_of(name: Technique | str) -> Technique:
    """Return the technique of a name such as `case-split`; raise `InputError` for another."""
    found = TECHNIQUES.get(str(name).strip().lower().replace(" ", "-"))
    if found is None:
        raise InputError(f"expected a technique, one of {', '.join(TECHNIQUES)}, got {name!r}")
    return found


def _first_fitting(
    layout: Layout, first: Cell, wanted: Technique, seed: int, game: int
) -> Drill | None:
    """Return the first stage of a board that needs the technique, as a drill."""
    knowledge = Knowledge(layout)
    knowledge.open([layout.geometry.index(first)])
    while not knowledge.is_cleared:
        position, stage = knowledge.position, _stage_of(knowledge)
        if stage is None:
            return None
        if stage.technique is wanted and _is_worth_asking(stage):
            proofs = explain_all(position, trust_flags=True)
            answers = [proof for proof in proofs if proof.technique is wanted]
            answers.sort(key=lambda proof: (proof.is_mine, proof.difficulty, proof.cell))
            if answers:
                return Drill(wanted, position, tuple(answers), Digits(seed), Digits(game))
        knowledge.learn(stage.conclusions)
    return None


def _is_worth_asking(stage: _Stage) -> bool:
    easy = stage.technique is Technique.SINGLE_NUMBER
    return not easy or len(stage.conclusions) <= _MOST_EASY_NUMBERS


class _Stage(NamedTuple):
    """The easiest technique at a stage, and what may be learned from it to go on."""

    technique: Technique
    conclusions: tuple[Conclusion, ...]


def _stage_of(knowledge: Knowledge) -> _Stage | None:
    """Return which technique gives the next certain cell, or None if no cell is certain.

    - single number: one number settles cells.
    - subset, difference: two numbers do; in a subset all cells of one are cells of the other.
    - chain: plain steps do, each of one number with any others that share no cells among them.
    - case split: the numbers do, but no plain step does.
    - mine count: only the mine count does.
    """
    singles = tuple(knowledge.single_conclusions())
    if singles:
        return _Stage(Technique.SINGLE_NUMBER, singles)
    pairs = tuple(knowledge.pair_conclusions())
    if pairs:
        is_subset = any(_is_subset(knowledge, pair) for pair in pairs)
        return _Stage(Technique.SUBSET if is_subset else Technique.DIFFERENCE, pairs)
    puzzle = puzzle_of(knowledge)
    certain = _certain(puzzle)
    if not certain.safe and not certain.mines:
        return None
    return _Stage(_technique(puzzle, certain), (certain,))


def _technique(puzzle: Premises, certain: Conclusion) -> Technique:
    by_numbers = (not puzzle.answer.needs_mine_count(i) for i in certain.safe | certain.mines)
    if not any(by_numbers):
        return Technique.MINE_COUNT
    steps = Reasoner(puzzle, puzzle.numbers, {}).take_steps()
    return Technique.CASE_SPLIT if next(steps, None) is None else Technique.CHAIN


def _is_subset(knowledge: Knowledge, pair: Conclusion) -> bool:
    one, other = (knowledge.cells[number] for number in pair.numbers)
    return one <= other or other <= one


def _certain(puzzle: Premises) -> Conclusion:
    answer = puzzle.answer
    certain = [i for i in answer.certain if puzzle.is_unknown(i)]
    mines = frozenset(i for i in certain if answer.is_mine(i))
    return Conclusion(puzzle.numbers, frozenset(certain) - mines, mines, True)
