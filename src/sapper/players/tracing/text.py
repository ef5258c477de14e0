"""A trace in words, one line per step, trees indented by depth."""

from __future__ import annotations

from collections.abc import Sequence

from sapper.board.cell import join_names
from sapper.language import _
from sapper.players.decision import Decision
from sapper.players.steps import (
    ChanceStep,
    NoteStep,
    RuleStep,
    SearchNode,
    SearchStep,
    Step,
)

__all__ = ["node_outcome", "text_of", "words_of"]

_LISTED = 12


def text_of(steps: Sequence[Step], decision: Decision | None) -> str:
    """Return the whole trace as lines of text."""
    lines = [line for step in steps for line in _lines(step)]
    if decision is not None:
        lines.append(f"=> {decision.move.kind} {decision.move.cell}: {decision.reason}")
    return "\n".join(lines)


def words_of(step: RuleStep | NoteStep | ChanceStep) -> str:
    """Return a step other than a search in one line."""
    if isinstance(step, NoteStep):
        return step.text
    if isinstance(step, RuleStep):
        verdict = (
            "safe" if step.verdict == "safe" else ("a mine" if len(step.cells) == 1 else "mines")
        )
        verb = "is" if len(step.cells) == 1 else "are"
        at = f" at {join_names(step.numbers, _LISTED)}" if step.numbers else ""
        return f"{_(step.rule)}{at}: {join_names(step.cells, _LISTED)} {verb} {verdict}"
    pairs = sorted(
        zip(step.mine_ways, step.ways, step.cells, strict=True), key=lambda p: p[0] / p[1]
    )
    shares = [f"{cell} {mine}/{all_}" for mine, all_, cell in pairs]
    return f"{_(step.method)}: {join_names(shares, _LISTED)}"


def node_outcome(node: SearchNode) -> str:
    """Return the outcome of a node; empty if the search continued below it."""
    if node.violated is not None:
        return f"violates {node.violated}"
    if node.over_mines:
        return "more mines than are left"
    return "solution" if node.is_solution else ""


def _lines(step: Step) -> list[str]:
    if not isinstance(step, SearchStep):
        return [words_of(step)]
    count = len(step.solutions)
    end = "" if step.is_complete else " (cut at the budget)"
    head = (
        f"search over {join_names(step.cells, _LISTED)} under {join_names(step.numbers, _LISTED)}: "
        f"{len(step.nodes)} nodes, {count} solution{'' if count == 1 else 's'}{end}"
    )
    depths: dict[int | None, int] = {None: -1}
    lines = [head]
    for node in step.nodes:
        depths[node.id] = depths[node.parent] + 1
        choice = "nothing decided" if node.cell is None else f"{node.cell} {node.verdict}"
        outcome = node_outcome(node)
        mark = f": {outcome}" if outcome else ""
        lines.append(f"{'  ' * (depths[node.id] + 1)}{node.id}. {choice}{mark}")
    return lines
