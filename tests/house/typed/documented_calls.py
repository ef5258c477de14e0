"""Every documented call, as a user writes it: type checkers must accept all of them.

Run by `test_typing.py`, and checked against the installed package.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import numpy.typing as npt

import sapper
from sapper import (
    Analysis,
    BoardSpec,
    Budget,
    Cell,
    Decision,
    Game,
    Geometry,
    Move,
    Player,
    Position,
    Record,
)
from sapper.games import turns
from sapper.lab import Comparison, RunResult
from sapper.players import PlayerSpec, player_spec, trace
from sapper.proofs import explain_all, unavoidable

LINE = "3x3/2:01_/12_/___"
ROWS = [[0, 1, -1], [1, 2, -1], [-1, -1, -1]]


def positions() -> list[Position]:
    grid = Geometry.grid(3, 3)
    graph = Geometry.graph([[1], [0]])
    return [
        Position.parse(LINE),
        Position.parse("___", 1, geometry=Geometry.hex(1, 3)),
        Position.from_matrix(ROWS, 2),
        Position.from_matrix(np.array(ROWS), 2),
        Position.parse(Position.parse(LINE).to_json()),
        Position.hidden(grid, 2).with_faces({(0, 0): 1}),
        Position.hidden(grid, 2).with_faces({"r0c0": 1}).with_mines(None),
        Position.hidden(graph, 1),
    ]


def analysis() -> Analysis:
    position = positions()[0]
    found: Analysis = sapper.analyse(position)
    sapper.analyse(LINE, budget=Budget(states=10_000, milliseconds=500))
    sapper.analyse(ROWS, mines=2, trust_flags=True)
    sapper.analyse(np.array(ROWS), mines=2)
    sapper.analyse(position.with_mines(None), density=Fraction(1, 5))
    chance: float = found.chance((2, 2)) + found.chance("r2c2") + found.chance(Cell(2, 2))
    exact: Fraction = found.fraction((2, 2))
    ways: int = found.ways
    assert chance <= 3 * exact + ways
    return found


def explanations() -> list[str]:
    proof = sapper.explain(LINE, "r2c2")
    clash = sapper.conflict([[8, -1]], mines=1)
    texts = [proof.text, str(sapper.hint(LINE, 3)), *(p.text for p in explain_all(LINE))]
    if clash is not None:
        texts.append(clash.text)
    return texts + [group.text for group in unavoidable(LINE)]


def seen(file: str) -> tuple[Cell, ...]:
    reading: sapper.PictureReading = sapper.read_picture(file, mines=10)
    return reading.doubtful


def moves() -> Cell:
    choice = sapper.best(LINE, player="deep", games=10, limit=3)
    wins: float = sapper.win_chance(LINE, games=10).chance
    layouts = sapper.solve_layout([[1, 1], [1, 1]], "backtracking", most=1).solutions
    assert wins <= len(layouts) + 1
    return choice.cell


def games() -> Record:
    game = Game("9x9/10", "open", seed=3)
    game.make(Move("flag", Cell(0, 0)))
    game.undo()
    game.open((4, 4))
    again: Game = Game.parse(game.text)
    for turn in turns(again, player_spec("champion")):
        assert turn.decision.reason
    puzzle: sapper.Puzzle = sapper.generate("beginner", first=(4, 4), grade="pair", bbbv=(9, None))
    for each in sapper.generate_many("beginner", count=2, seed=1, workers=2):
        puzzle.game().open(next(iter(each.game().position.covered())))
    record: Record = sapper.play("champion", BoardSpec.parse("beginner"), seed=1, first="r0c0")
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


def players() -> list[Record]:
    """Return games of players of one's own."""
    sapper.register(Cautious)
    sapper.register(first, name="first")
    sapper.register(PlayerSpec("full", "", "", Full))
    return [sapper.play(player, "5x5/3") for player in (Cautious, Full, first)]


def laboratory() -> tuple[RunResult, Comparison]:
    result = sapper.simulate("champion", "beginner", games=10, first=(0, 0), workers=1)
    sapper.simulate(Cautious, "beginner", games=10)
    comparison = sapper.compare(
        "champion", Cautious, first, board=["beginner", "6x6/5"], games=10, sprt=None
    )
    sapper.compare("champion", "fast", board="beginner", sprt=(0.0, 0.01))
    best: Fraction = sapper.optimal("3x3/1").chance
    rate: float = result.win_rate.value
    assert float(best) + rate <= 2
    return result, comparison


def batch() -> sapper.AnalysisBatch:
    """Return many boards analysed at once."""
    array: npt.NDArray[np.int64] = np.full((2, 3, 3), -1)
    sapper.analyse_many(array, mines=[1, 2], workers=2)
    sapper.analyse_many([LINE, positions()[0]])
    found = sapper.analyse_many([[[0, 1, -1], [1, 2, -1], [-1, -1, -1]]], mines=2)
    outcome: sapper.Outcome = found.outcomes[0]
    assert outcome is sapper.Outcome.POSSIBLE
    return found


def documents() -> list[object]:
    result, comparison = laboratory()
    return [
        sapper.document(positions()[0]),
        sapper.document(analysis()),
        sapper.document(batch()),
        sapper.document(sapper.best(LINE)),
        sapper.document(sapper.hint(LINE)),
        sapper.document(games()),
        sapper.document(result),
        sapper.document(comparison),
        sapper.document(sapper.optimal("3x3/1")),
    ]
