"""Trace one decision: the position, every step of the player, the move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sapper.board.cell import is_covered
from sapper.board.inputs import PositionLike, position_of
from sapper.board.notebook_value import shorten
from sapper.board.number_checks import check_seed
from sapper.board.position import Position
from sapper.documents import json_text
from sapper.errors import ContradictionError, InputError
from sapper.language import _, _n
from sapper.nouns import count_noun
from sapper.players.decision import Decision
from sapper.players.finding import PlayerLike, player_spec_of
from sapper.players.papers.backtracking import search_tree
from sapper.players.papers.layout_problem import LAYOUT_METHODS, LayoutMethod, layout_steps
from sapper.players.trace_steps import NoteStep, Step, StepLog
from sapper.players.tracing.text import text_of

__all__ = ["Trace", "TraceFormat", "trace", "trace_tree"]

TraceFormat = Literal["text", "json", "svg"]


@dataclass(frozen=True)
class Trace:
    """The steps of a player to a decision.

    If it found that no layout fits there is no decision, and `contradiction` gives the reason.
    """

    player: str
    position: Position
    steps: tuple[Step, ...]
    decision: Decision | None
    contradiction: str | None = None

    def render(self, form: TraceFormat = "text") -> str:
        """Return the trace as text, JSON or a picture."""
        if form == "json":
            return json_text(self)
        if form == "svg":
            from sapper.players.tracing.svg import svg_of  # slow to import: xml

            return svg_of(self.position, self.steps, self.decision)
        if form == "text":
            return text_of(self.steps, self.decision)
        raise InputError(f"expected text, json or svg, got {form!r}")

    def _repr_svg_(self) -> str:
        return self.render("svg")

    def __repr__(self) -> str:
        end = self.contradiction or (self.decision and str(self.decision.move))
        steps = count_noun(len(self.steps), "step")
        return f"<Trace of {self.player}: {steps}, then {shorten(str(end), 100)}>"


def trace(
    position: PositionLike, by: PlayerLike, *, mines: int | None = None, seed: int = 0
) -> Trace:
    """Return how a new player decides a position, up to 2,000 steps.

    Where every cell shows a number, `brute-force` and `backtracking` search for the mines: see
    `solve_layout`. For a contradiction, return the steps until it was found.
    """
    position = position_of(position, mines)
    if by in LAYOUT_METHODS and (by == "brute-force" or not any(map(is_covered, position.faces))):
        return _trace_layout(position, by)
    chosen = player_spec_of(by)
    player = chosen.player(check_seed(seed))
    player.log = log = StepLog()
    decision, refused = None, None
    try:
        decision = player.decide(position)
    except ContradictionError as error:
        refused = str(error)
    return _bounded(chosen.text, position, log, decision, refused)


def _trace_layout(position: Position, method: LayoutMethod) -> Trace:
    """Return how the mines are searched where all numbers are given."""
    log = StepLog()
    for step in layout_steps(position, method):
        log.append(step)
        if log.left_out:
            break
    return _bounded(method, position, log, None, None)


def _bounded(
    player: str, position: Position, log: StepLog, decision: Decision | None, refused: str | None
) -> Trace:
    """Return the trace, with notes on steps that are left out and on a contradiction."""
    notes = []
    if log.left_out:
        notes.append(NoteStep(_("only the first {count:,} steps are shown").format(count=len(log))))
    if refused is not None:
        notes.append(NoteStep(_("contradiction: {error}").format(error=refused)))
    return Trace(player, position, (*log, *notes), decision, refused)


def trace_tree(position: Position) -> Trace:
    """Return only the search trees of `backtracking`, without the rules before them.

    A component without a solution is a contradiction. Raise `InputError` if there is nothing to
    search.
    """
    steps = tuple(search_tree(position))
    if not steps:
        raise InputError(_("nothing to search: no number is beside a covered cell"))
    dead = [step for step in steps if step.is_complete and not step.solutions]
    error = None
    if dead:
        cells = len(dead[0].cells)
        error = _n(
            "no layout of mines fits the {count} cell searched",
            "no layout of mines fits the {count} cells searched",
            cells,
        ).format(count=cells)
    return Trace("backtracking", position, steps, None, error)
