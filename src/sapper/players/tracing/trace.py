"""Trace one decision: the position, every step of the player, the move."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Literal

from sapper.board.position import Position
from sapper.board.seeds import check_seed
from sapper.errors import ContradictionError, InputError
from sapper.players.decision import Decision
from sapper.players.registry import Strategy, strategy
from sapper.players.steps import NoteStep, Step
from sapper.players.tracing.mermaid import mermaid_of
from sapper.players.tracing.text import text_of

__all__ = ["Trace", "TraceFormat", "trace"]

TraceFormat = Literal["text", "json", "mermaid", "svg"]


@dataclass(frozen=True)
class Trace:
    """The steps of a strategy to a decision.

    If it found that no layout fits there is no decision, and `contradiction` gives the reason.
    """

    strategy: str
    position: Position
    steps: tuple[Step, ...]
    decision: Decision | None
    contradiction: str | None = None

    def as_dict(self) -> dict[str, object]:
        """Return the trace as plain data for JSON; `kind` is the type of a step."""
        steps = [{"kind": _KINDS[type(step).__name__], **asdict(step)} for step in self.steps]
        decision = None
        if self.decision is not None:
            move = self.decision.move
            move_values = {"kind": move.kind, "cell": list(move.cell)}
            decision = {**self.decision._asdict(), "move": move_values}
        return {
            "strategy": self.strategy,
            "position": str(self.position),
            "steps": steps,
            "decision": decision,
            "contradiction": self.contradiction,
        }

    def render(self, form: TraceFormat = "text") -> str:
        """Return the trace as text, JSON, a Mermaid flowchart or a picture."""
        if form == "json":
            return json.dumps(self.as_dict())
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


_KINDS = {
    "RuleStep": "rule",
    "NoteStep": "note",
    "ChanceStep": "chances",
    "SearchStep": "search",
}


def trace(position: Position, by: Strategy | str, *, seed: int = 0) -> Trace:
    """Return how a new player of a strategy decides a position.

    For a contradiction, return the steps until it was found.
    """
    check_seed(seed)
    chosen = strategy(by) if isinstance(by, str) else by
    player = chosen.player(seed)
    player.log = []
    try:
        decision = player.decide(position)
    except ContradictionError as error:
        log = (*player.log, NoteStep(f"contradiction: {error}"))
        return Trace(chosen.text, position, log, None, str(error))
    return Trace(chosen.text, position, tuple(player.log), decision)
