"""Draw a choice: the board with the candidates numbered from the best on."""

from __future__ import annotations

from sapper.board.cell import Cell
from sapper.board.svg import draw
from sapper.board.views import Key, View
from sapper.percent import percent
from sapper.players.engine.choice import Candidate, Choice

__all__ = ["choice_svg", "choice_view"]

_BEST, _OTHER, _CERTAIN = "#6fc387", "#fde9b8", "#6fc387"
_MOST_ROWS = 8


def choice_svg(choice: Choice, *, cell_size: int = 28) -> str:
    """Return the board with the cells that were compared: 1 is the best."""
    cells = [candidate.cell for candidate in choice.candidates]
    fills: dict[Cell, str] = dict.fromkeys(cells, _OTHER)
    labels = {cell: str(rank) for rank, cell in enumerate(cells, 1)}
    if not choice.is_guess:
        fills, labels = dict.fromkeys(cells, _CERTAIN), dict.fromkeys(cells, "✓")
    fills[choice.cell] = _BEST
    return draw(choice.position, fills=fills, labels=labels, cell_size=cell_size)


def choice_view(choice: Choice) -> View:
    """Return what a notebook shows of a choice."""
    view = View(
        title=f"open {choice.cell} ({choice.setting})",
        sentences=[f"{choice.reason[0].upper()}{choice.reason[1:]}."],
        legend=_legend(choice),
        heads=["", "cell", "safe", "wins"] if choice.is_guess else (),
        rows=_rows(choice) if choice.is_guess else (),
    )
    return choice.position.view_with(lambda: choice_svg(choice), view)


def _legend(choice: Choice) -> list[Key]:
    if not choice.is_guess:
        return [Key(_CERTAIN, "✓", "certainly safe")]
    keys = [Key(_BEST, "1", "the best cell to open")]
    return keys + [Key(_OTHER, "2", "the next candidates")] * (len(choice.candidates) > 1)


def _rows(choice: Choice) -> list[list[str]]:
    rows = [
        [str(rank), str(candidate.cell), percent(candidate.safety), _wins(candidate)]
        for rank, candidate in enumerate(choice.candidates[:_MOST_ROWS], 1)
    ]
    left = len(choice.candidates) - len(rows)
    return [*rows, ["", f"{left} more", "", ""]] if left else rows


def _wins(candidate: Candidate) -> str:
    if candidate.winning is None:
        return "–"
    error = f" ± {percent(candidate.rollouts.error)}" if candidate.rollouts else ""
    return percent(candidate.winning) + error
