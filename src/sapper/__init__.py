"""sapper: a Minesweeper solving workbench.

>>> import sapper
>>> board = [[0, 1, None], [1, 2, None], [None, None, None]]
>>> analysis = sapper.analyse(board, mines=2)
>>> analysis[2, 0], sorted(analysis.safe)
(0.5, [Cell(row=2, column=2)])
>>> sapper.best(board, mines=2).move == ("open", (2, 2))
True

Ten calls do most of the work; a position is rows of numbers, an array, a line of text or a
`Position`:

    analyse(position)       the chance of a mine in every cell, and what is certain
    analyse_many(boards)    the same of many boards, on all processors
    explain(position, cell) the proof that a cell is safe or a mine
    conflict(position)      why a position is impossible
    hint(position, level)   a hint, from vague to the proof
    best(position)          the best move and why
    win_chance(position)    the chance to win from here
    play(player, board)     a game, as a record
    review(record)          how much of a game was luck
    simulate, compare       how well players do, with intervals
"""

import typing as _typing
from importlib import import_module as _import_module

if _typing.TYPE_CHECKING:
    from sapper.analysis import Analysis, Budget, Component, analyse
    from sapper.analysis.batch import AnalysisBatch, Outcome, Verdict, analyse_many
    from sapper.board import BoardSpec, Cell, Geometry, Layout, Position
    from sapper.board.picture_reading import PictureReading, read_picture
    from sapper.documents import document
    from sapper.errors import (
        BudgetExceeded,
        CellError,
        ContradictionError,
        GeometryError,
        InputError,
        ParseError,
        PlayerError,
        SapperError,
    )
    from sapper.games import Game, Record, play
    from sapper.games.generating import Puzzle, generate, generate_many
    from sapper.games.optimal_play import Optimal, optimal
    from sapper.lab import Comparison, RunResult, compare, simulate
    from sapper.players import (
        Choice,
        Decision,
        LayoutResult,
        Move,
        Player,
        WinChance,
        best,
        register,
        solve_layout,
        win_chance,
    )
    from sapper.proofs import Conflict, Hint, Proof, Undecided, conflict, explain, hint
    from sapper.reviews.result import Review
    from sapper.reviews.reviewing import review

__all__ = [
    "Analysis",
    "AnalysisBatch",
    "BoardSpec",
    "Budget",
    "BudgetExceeded",
    "Cell",
    "CellError",
    "Choice",
    "Comparison",
    "Component",
    "Conflict",
    "ContradictionError",
    "Decision",
    "Game",
    "Geometry",
    "GeometryError",
    "Hint",
    "InputError",
    "Layout",
    "LayoutResult",
    "Move",
    "Optimal",
    "Outcome",
    "ParseError",
    "PictureReading",
    "Player",
    "PlayerError",
    "Position",
    "Proof",
    "Puzzle",
    "Record",
    "Review",
    "RunResult",
    "SapperError",
    "Undecided",
    "Verdict",
    "WinChance",
    "analyse",
    "analyse_many",
    "best",
    "compare",
    "conflict",
    "document",
    "explain",
    "generate",
    "generate_many",
    "hint",
    "optimal",
    "play",
    "read_picture",
    "register",
    "review",
    "simulate",
    "solve_layout",
    "win_chance",
]

__version__ = "0.1.0"

_MODULES = {
    "sapper.analysis": "Analysis Budget Component analyse",
    "sapper.analysis.batch": "AnalysisBatch Outcome Verdict analyse_many",
    "sapper.board": "BoardSpec Cell Geometry Layout Position",
    "sapper.board.picture_reading": "PictureReading read_picture",
    "sapper.documents": "document",
    "sapper.errors": "BudgetExceeded CellError ContradictionError GeometryError InputError "
    "ParseError PlayerError SapperError",
    "sapper.games": "Game Record play",
    "sapper.games.generating": "Puzzle generate generate_many",
    "sapper.games.optimal_play": "Optimal optimal",
    "sapper.lab": "Comparison RunResult compare simulate",
    "sapper.players": "Choice Decision LayoutResult Move Player WinChance best register "
    "solve_layout win_chance",
    "sapper.proofs": "Conflict Hint Proof Undecided conflict explain hint",
    "sapper.reviews.result": "Review",
    "sapper.reviews.reviewing": "review",
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names.split()}


def __getattr__(name: str) -> object:
    """Return a public name; its module is imported when the name is first used."""
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'sapper' has no attribute {name!r}")
    value: object = getattr(_import_module(_MODULE_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return the public names, also those that are not loaded yet, and those of every module."""
    return sorted([*__all__, *(name for name in globals() if name.startswith("__"))])
