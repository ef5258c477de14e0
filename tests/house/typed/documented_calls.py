"""The calls of the front door, as a user writes them: type checkers must accept all of them.

Run by `test_front_door.py`, and checked against the installed package.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

import sapper
from sapper import Analysis, Budget, Cell, Decision, Game, Geometry, Move, Player, Position, Record
from sapper.lab import Comparison, RunResult
from sapper.players import PlayerSpec, trace
from sapper.proofs import explain_all, unavoidable

LINE = "3x3/2:01_/12_/___"
ROWS = [[0, 1, -1], [1, 2, -1], [-1, -1, -1]]


def analysis() -> Analysis:
    position = Position.from_matrix(np.array(ROWS), 2).with_faces({"r0c0": 0})
    Position.hidden(Geometry.graph([[1], [0]]), 1)
    found: Analysis = sapper.analyse(position, budget=Budget(states=10_000, milliseconds=500))
    sapper.analyse(ROWS, mines=2, trust_flags=True)
    sapper.analyse(position.with_mines(None), density=Fraction(1, 5))
    chance: float = found.chance((2, 2)) + found.chance("r2c2") + found.chance(Cell(2, 2))
    exact: Fraction = found.fraction((2, 2))
    assert chance <= 3 * exact + found.ways
    batch: sapper.AnalysisBatch = sapper.analyse_many([LINE, ROWS, position], mines=2, workers=2)
    assert batch.outcomes[0] is sapper.Outcome.POSSIBLE
    return found


def explanations() -> list[str]:
    clash = sapper.conflict([[8, -1]], mines=1)
    texts = [sapper.explain(LINE, "r2c2").text, *(p.text for p in explain_all(LINE))]
    texts += [str(sapper.hint(LINE, 3)), *(group.text for group in unavoidable(LINE))]
    return texts if clash is None else [*texts, clash.text]


def seen(file: str) -> tuple[Cell, ...]:
    reading: sapper.PictureReading = sapper.read_picture(file, mines=10)
    return reading.doubtful


def moves() -> Cell:
    wins: float = sapper.win_chance(LINE, games=10).chance
    layouts = sapper.solve_layout([[1, 1], [1, 1]], "backtracking", most=1).solutions
    assert wins <= len(layouts) + 1
    return sapper.best(LINE, player="deep", games=10, limit=3).cell


def games() -> Record:
    game = Game("9x9/10", "open", seed=3)
    game.make(Move("flag", Cell(0, 0)))
    again: Game = Game.parse(game.text)
    again.open((4, 4))
    puzzle: sapper.Puzzle = sapper.generate("beginner", first=(4, 4), grade="pair", bbbv=(9, None))
    record: Record = sapper.play("champion", puzzle.board, seed=1, mines=puzzle.layout)
    assert sapper.review(record).skill <= 0
    assert trace(LINE, "backtracking").render("text")
    return record


class Cautious:
    """A minimal player."""

    def decide(self, position: Position) -> Cell:
        return sapper.analyse(position).safest[0]


class Full(Player):
    """A player with a reason."""

    def decide(self, position: Position) -> Decision:
        return Decision(Move("open", next(position.covered())), "the first", None, True)


def first(position: Position) -> tuple[int, int]:
    return next(position.covered())


def laboratory() -> tuple[RunResult, Comparison]:
    sapper.register(first, name="first")
    sapper.register(PlayerSpec("full", "", "", Full))
    result = sapper.simulate("champion", "beginner", games=10, first=(0, 0), workers=1)
    comparison = sapper.compare(
        "champion", Cautious, first, board=["beginner", "6x6/5"], games=10, sprt=None
    )
    best: Fraction = sapper.optimal("3x3/1").chance
    assert float(best) + result.win_rate.value <= 2
    return result, comparison


def documents() -> list[object]:
    return [sapper.document(each) for each in (analysis(), games(), *laboratory())]
