"""The certain move that leaves the fewest clicks, and the player `efficient`, which makes it.

The core compares the moves by playing each on in sampled layouts that fit
(`native/sapper/player/click_plan.hpp`): no move looks at the mines of the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from sapper import _core
from sapper.analysis.analysis import analyse
from sapper.analysis.budget import DEFAULT_BUDGET, Budget, budget_errors, budget_of
from sapper.board.cell import FLAG, Cell, join_names
from sapper.board.inputs import PositionLike, position_of
from sapper.board.notebook_value import NotebookValue
from sapper.board.number_checks import check_seed, whole_number
from sapper.board.position import Position
from sapper.errors import BudgetExceeded, InputError
from sapper.language import _, _n, local_number
from sapper.players.decision import Decision, Move, move_name
from sapper.players.engine.choice import Choice
from sapper.players.engine.native_player import NativePlayer

__all__ = ["ClickAdvice", "ClickPlan", "EfficientPlayer", "best_click", "compare_clicks"]

_MOST_SHOWN: Final = 8


@dataclass(frozen=True, slots=True)
class ClickPlan:
    """A move with the flags that it needs first, and what it opens for certain.

    `clicks` are those of the flags, the move and the rest of the game, on average over `layouts`
    sampled layouts; None where no other move was there to compare, or the move was dropped at the
    first glance. `unflags`: a flag on the cell to open must be removed first.
    """

    move: Move
    flags: tuple[Cell, ...]
    opens: tuple[Cell, ...]
    clicks: float | None = None
    layouts: int = 0
    unflags: bool = False

    document_as = ("move", "flags", "unflags", "opens", "cost", "clicks", "layouts", "text")

    @property
    def cost(self) -> int:
        """The clicks of the flags and of the move."""
        return len(self.flags) + self.unflags + 1

    @property
    def text(self) -> str:
        """The move in words."""
        if self.move.kind == "open":
            text = _("opening {cell}")
            if self.unflags:
                text = _("opening {cell} takes 2 clicks, as its flag must be removed first")
            return text.format(cell=self.move.cell)
        opened, clicks = len(self.opens), self.cost
        cells = _n("{count} cell", "{count} cells", opened).format(count=opened)
        cost = _n("one click", "{count} clicks", clicks).format(count=clicks)
        text = _("chording {cell} opens {cells} for {clicks}").format(
            cell=self.move.cell, cells=cells, clicks=cost
        )
        if self.flags:
            text += "; " + _("flag {cells} first").format(cells=join_names(self.flags))
        return text

    @property
    def reason(self) -> str:
        """Why this is the best move, in words."""
        if self.move.kind == "chord" or self.unflags:
            return self.text
        text = _("opening {cell} leaves the fewest clicks")
        if self.clicks is None:
            text = _("opening {cell} is the only certain move")
        return text.format(cell=self.move.cell)


@dataclass(frozen=True, slots=True)
class ClickAdvice(NotebookValue):
    """The certain moves, the one that leaves the fewest clicks first; none if all may lose."""

    position: Position
    candidates: tuple[ClickPlan, ...]

    document_as = ("position", "best", "text", "candidates")

    @property
    def best(self) -> ClickPlan | None:
        """The move that saves most."""
        return self.candidates[0] if self.candidates else None

    @property
    def text(self) -> str:
        """The move that saves most, in words."""
        if not self.candidates:
            return _("Nothing is certain, so no click is compared.")
        chosen = self.candidates[0]
        text = f"{chosen.reason[0].upper()}{chosen.reason[1:]}."
        if chosen.clicks is None or len(self.candidates) == 1:
            return text
        return text + " " + _rest_in_words(chosen, self.candidates[1])

    def rows(self) -> Iterator[tuple[str, str, str, str, str]]:
        """Yield move, flags to set first, cells opened, clicks to the end and layouts played."""
        for plan in self.candidates:
            clicks = "" if plan.clicks is None else local_number(f"{plan.clicks:.1f}")
            flags, opens = join_names(plan.flags), str(len(plan.opens))
            yield move_name(plan.move), flags, opens, clicks, str(plan.layouts)

    def svg(self, *, cell_size: int = 28) -> str:
        """Return the board with what the best move opens, and what to flag first."""
        opens, flags = (self.best.opens, self.best.flags) if self.best else ((), ())
        labels = dict.fromkeys(opens, "✓") | dict.fromkeys(flags, "⚑")
        fills = dict.fromkeys(opens, "#6fc387") | dict.fromkeys(flags, "#fde9b8")
        return self.position.svg(labels=labels, fills=fills, cell_size=cell_size)


def _rest_in_words(chosen: ClickPlan, other: ClickPlan) -> str:
    text = _("With it the game takes about {clicks} more clicks; with {other} {others}.")
    clicks, others = (local_number(f"{plan.clicks:.1f}") for plan in (chosen, other))
    return text.format(clicks=clicks, other=move_name(other.move), others=others)


def best_click(
    position: PositionLike,
    *,
    mines: int | None = None,
    limit: int | None = None,
    seed: int = 0,
    budget: Budget | None = None,
) -> ClickAdvice:
    """Return the certain moves by the clicks that the game then takes, at most `limit`.

    Flags and chords are counted as clicks. Flags count as mines only where that is certain. Raise
    `ContradictionError` when no layout fits, `InputError` for an unknown mine count or a board of
    more than 1000 unknown cells, `BudgetExceeded` when the budget is exhausted.
    """
    if limit is not None:
        limit = whole_number(limit, 1, 2**63 - 1, "a limit of at least 1 candidate")
    position, allowed = position_of(position, mines), budget_of(budget)
    plans = compare_clicks(position, seed=check_seed(seed), budget=allowed)
    if not plans and analyse(position, budget=allowed).safe:
        raise InputError(_("the board is too large to compare clicks"))
    return ClickAdvice(position, tuple(plans[:limit]))


def compare_clicks(
    position: Position,
    moves: Sequence[Move] = (),
    *,
    seed: int = 0,
    budget: Budget = DEFAULT_BUDGET,
) -> list[ClickPlan]:
    """Return all certain moves, or those given, by the clicks that the game then takes.

    The list is empty where no move is certain, where no layout fits or can be sampled.
    """
    if position.mines is None:
        raise InputError(_("the mine count is unknown: clicks cannot be compared"), field="mines")
    index = position.geometry.index
    given = [(index(move.cell), move.kind == "chord") for move in moves]
    with budget_errors():
        found = _core.plan_clicks(
            position.geometry.native, position.faces, position.mines, given, seed, *budget.limits
        )
    return [_plan(position, each) for each in found]


def _plan(position: Position, found: _core.PlannedClick) -> ClickPlan:
    flags, opens = (
        tuple(position.geometry.cell(index) for index in indices)
        for indices in (found.flags, found.opens)
    )
    move = Move("chord" if found.is_chord else "open", position.geometry.cell(found.cell))
    unflags = not found.is_chord and position.face(move.cell) == FLAG
    clicks = None if found.clicks is None else round(found.clicks, 6)
    return ClickPlan(move, flags, opens, clicks, found.layouts, unflags)


class EfficientPlayer(NativePlayer):
    """Plays certain moves for the fewest clicks, with flags and chords; guesses as `champion`."""

    def __init__(self, seed: int = 0, *, give: str = "0%") -> None:
        super().__init__(seed, player="champion")
        self._give = float(give.rstrip("%")) / 100
        self._flagged: Position | None = None  # the position for which `_chord` was planned
        self._chord: ClickPlan | None = None

    def decide_several(self, position: Position) -> Iterator[Decision]:
        """Yield the flags of a chord, or one chord, opening or guess."""
        plan = self._planned(position)
        if plan is None:
            yield from super().decide_several(position)
        elif plan.flags:
            self._flagged = position.with_faces(dict.fromkeys(plan.flags, FLAG))
            self._chord = replace(plan, flags=())
            for cell in plan.flags:
                why = _("{mine} is certainly a mine; its flag serves the chord of {cell}")
                reason = why.format(mine=cell, cell=plan.move.cell)
                yield Decision(Move("flag", cell), reason, 1.0, False)
        elif plan.move.kind == "chord":
            yield Decision(plan.move, plan.reason, 0.0, False)
        else:
            yield from self._open(position, plan.move.cell, plan.reason, 0.0, False)

    def _planned(self, position: Position) -> ClickPlan | None:
        """Return the best certain move: after its flags the chord that they were set for."""
        if self._chord is not None and position == self._flagged:
            return self._chord
        if position.mines is None:
            return None
        try:
            plans = compare_clicks(position)
        except BudgetExceeded:
            return None
        return plans[0] if plans else None

    def _choose(self, position: Position) -> Choice:
        """Return the choice of `champion`, or a guess nearly as good that saves clicks."""
        choice = super()._choose(position)
        compared = choice.compared
        if not (self._give and choice.is_guess and compared in ("estimate", "win")):
            return choice
        least = (1 - self._give) * (choice.candidates[0].figure(compared) or 0.0)
        near = [c for c in choice.candidates if (c.figure(compared) or 0.0) >= least]
        if len(near) < 2:
            return choice
        plans = compare_clicks(position, [Move("open", c.cell) for c in near])
        by_cell = {candidate.cell: candidate for candidate in near}
        chosen = tuple(by_cell[plan.move.cell] for plan in plans)
        return replace(choice, candidates=chosen or choice.candidates)
