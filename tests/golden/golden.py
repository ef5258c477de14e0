"""Golden files: a board and its exact analysis, in readable lines.

`why` is the reason for the board; `position`, `density` and `trust flags` are the question; the
rest is the answer. A board that no layout fits has `ways: 0` and no further answer.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from sapper import Cell, ContradictionError, Position, analyse
from tests.support.brute_force import truth

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*.txt"))


class Question(NamedTuple):
    """The question of a golden file."""

    why: str
    position: Position
    trust_flags: bool
    density: Fraction | None

    @property
    def how(self) -> dict[str, object]:
        return {"trust_flags": self.trust_flags, "density": self.density}


class Answer(NamedTuple):
    """The answer, from enumeration or from the engine."""

    ways: int
    safe: frozenset[Cell]
    mines: frozenset[Cell]
    by_mine_count: frozenset[Cell]
    chances: dict[Cell, Fraction]


NO_LAYOUT = Answer(0, frozenset(), frozenset(), frozenset(), {})


def read_question(text: str) -> Question:
    fields = dict(line.split(": ", 1) for line in text.splitlines() if ": " in line)
    density = fields.get("density")
    return Question(
        fields["why"],
        Position.parse(fields["position"]),
        fields.get("trust flags") == "yes",
        None if density is None else Fraction(density),
    )


def by_enumeration(question: Question) -> Answer:
    expected = truth(question.position, trust_flags=question.trust_flags, density=question.density)
    if expected.ways == 0:
        return NO_LAYOUT
    free = truth(question.position.with_mines(None), trust_flags=question.trust_flags)
    decided = expected.safe | expected.mines
    return Answer(
        expected.ways,
        expected.safe,
        expected.mines,
        decided - free.safe - free.mines,
        {cell: expected.fraction(cell) for cell in expected.mine_weight},
    )


def by_engine(question: Question) -> Answer:
    try:
        analysis = analyse(question.position, **question.how)  # type: ignore[arg-type]
    except ContradictionError:
        return NO_LAYOUT
    return Answer(
        analysis.ways,
        analysis.safe,
        analysis.mines,
        analysis.by_mine_count,
        {cell: analysis.fraction(cell) for cell in question.position.covered()},
    )


def golden_text(question: Question, answer: Answer) -> str:
    """Return the whole text of a golden file."""
    lines = [f"why: {question.why}", "", *question.position.pretty().splitlines(), ""]
    lines.append(f"position: {question.position}")
    if question.trust_flags:
        lines.append("trust flags: yes")
    if question.density is not None:
        lines.append(f"density: {question.density}")
    lines += ["", f"ways: {answer.ways}"]
    if answer.ways == 0:
        return "\n".join(lines) + "\n"
    lines += [
        f"safe: {_cells(answer.safe)}",
        f"mines: {_cells(answer.mines)}",
        f"by mine count: {_cells(answer.by_mine_count)}",
        "",
    ]
    by_chance = sorted(answer.chances, key=lambda cell: (answer.chances[cell], cell))
    for chance, cells in groupby(by_chance, key=lambda cell: answer.chances[cell]):
        lines.append(f"chance {chance}: {_cells(cells)}")
    return "\n".join(lines) + "\n"


def _cells(cells: Iterable[Cell]) -> str:
    return " ".join(map(str, sorted(cells))) or "none"
