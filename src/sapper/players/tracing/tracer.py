"""Trace one decision: the position, every step of the player, the move."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypedDict, cast

from sapper.board.cell import Cell, CellPair
from sapper.board.inputs import PositionLike, position_of
from sapper.board.position import Position
from sapper.board.seeds import check_seed
from sapper.board.shown import shorten
from sapper.errors import ContradictionError, InputError
from sapper.language import _, _n
from sapper.players.decision import Decision, DecisionDocument
from sapper.players.finding import PlayerLike, player_spec_of
from sapper.players.papers.backtracking import search_tree
from sapper.players.steps import NoteStep, Step, Verdict
from sapper.players.tracing.mermaid import mermaid_of
from sapper.players.tracing.text import text_of
from sapper.schema import stamp

__all__ = ["Trace", "TraceDocument", "TraceFormat", "trace", "trace_tree"]

TraceFormat = Literal["text", "json", "mermaid", "svg"]


class RuleDocument(TypedDict):
    """A rule (kind `rule`) looked at some numbers and decided some cells."""

    kind: Literal["rule"]
    rule: str
    numbers: list[CellPair]
    cells: list[CellPair]
    verdict: Verdict


class NoteDocument(TypedDict):
    """A remark (kind `note`) that decides no cell."""

    kind: Literal["note"]
    text: str


class ChancesDocument(TypedDict):
    """Chances were counted (kind `chances`): layouts, and those with a mine, for every cell."""

    kind: Literal["chances"]
    method: str
    cells: list[CellPair]
    mine_ways: list[int]
    ways: list[int]


class NodeDocument(TypedDict):
    """A node of a search tree, numbered in visiting order; the root tries no cell.

    `violated` is the number that forbids the node, `over_mines` says that the mines left do.
    """

    id: int
    parent: int | None
    cell: CellPair | None
    verdict: Verdict | None
    violated: CellPair | None
    is_solution: bool
    over_mines: bool


class SearchDocument(TypedDict):
    """A backtracking search (kind `search`) and its tree; cut short unless `is_complete`."""

    kind: Literal["search"]
    cells: list[CellPair]
    numbers: list[CellPair]
    nodes: list[NodeDocument]
    is_complete: bool


ThoughtDocument = RuleDocument | NoteDocument | ChancesDocument | SearchDocument


class TraceDocument(TypedDict):
    """How a player came to a decision, or found that no layout fits."""

    player: str
    position: str
    steps: list[ThoughtDocument]
    decision: DecisionDocument | None
    contradiction: str | None


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

    def to_dict(self) -> TraceDocument:
        """Return plain data for JSON."""
        return TraceDocument(
            player=self.player,
            position=str(self.position),
            steps=[_step(step) for step in self.steps],
            decision=None if self.decision is None else self.decision.to_dict(),
            contradiction=self.contradiction,
        )

    def render(self, form: TraceFormat = "text") -> str:
        """Return the trace as text, JSON, a Mermaid flowchart or a picture."""
        if form == "json":
            return json.dumps(stamp(self.to_dict()))
        if form == "mermaid":
            return mermaid_of(self.steps, self.decision)
        if form == "svg":
            from sapper.players.tracing.svg import svg_of  # slow to import: xml

            return svg_of(self.position, self.steps, self.decision)
        if form == "text":
            return text_of(self.steps, self.decision)
        raise InputError(f"expected text, json, mermaid or svg, got {form!r}")

    def _repr_svg_(self) -> str:
        return self.render("svg")

    def __repr__(self) -> str:
        end = self.contradiction or (self.decision and str(self.decision.move))
        return f"<Trace of {self.player}: {len(self.steps)} steps, {shorten(str(end), 100)}>"


_KINDS = {
    "RuleStep": "rule",
    "NoteStep": "note",
    "ChanceStep": "chances",
    "SearchStep": "search",
}


def _step(step: Step) -> ThoughtDocument:
    fields: Any = {"kind": _KINDS[type(step).__name__], **_plain(asdict(step))}
    return cast(ThoughtDocument, fields)


def _plain(value: Any) -> Any:
    """Return data with cells as plain pairs, which every JSON writer takes."""
    if isinstance(value, Cell):
        return value.pair
    if isinstance(value, dict):
        return {name: _plain(each) for name, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, list | tuple) else value


def trace(
    position: PositionLike, by: PlayerLike, *, mines: int | None = None, seed: int = 0
) -> Trace:
    """Return how a new player decides a position.

    For a contradiction, return the steps until it was found.
    """
    position = position_of(position, mines)
    chosen = player_spec_of(by)
    player = chosen.player(check_seed(seed))
    player.log = []
    try:
        decision = player.decide(position)
    except ContradictionError as error:
        log = (*player.log, NoteStep(_("contradiction: {error}").format(error=error)))
        return Trace(chosen.text, position, log, None, str(error))
    return Trace(chosen.text, position, tuple(player.log), decision)


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
