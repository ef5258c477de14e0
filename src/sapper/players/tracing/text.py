"""A trace in words, one line per step, trees indented by depth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sapper.board.cell import Cell
from sapper.players.decision import Decision
from sapper.players.steps import (
    ChanceStep,
    NoteStep,
    RuleStep,
    SearchNode,
    SearchStep,
    Step,
)

__all__ = ["list_cells", "node_outcome", "text_of", "words_of"]

_LISTED = 12


def text_of(steps: Sequence[Step], decision: Decision | None) -> str:
    """Return the whole trace as lines of text."""
    lines = [line for step in steps for line in _lines(step)]
    if decision is not None:
        lines.append(f"=> {decision.move.kind} {decision.move.cell}: {decision.reason}")
    return "\n".join(lines)


def words_of(step: RuleStep | NoteStep | ChanceStep) -> str:
    """Return a step that is no search in one line."""
    if isinstance(step, NoteStep):
        return step.text
    if isinstance(step, RuleStep):
        verdict = (
            "safe" if step.verdict == "safe" else ("a mine" if len(step.cells) == 1 else "mines")
        )
        verb = "is" if len(step.cells) == 1 else "are"
        at = f" at {list_cells(step.numbers)}" if step.numbers else ""
        return f"{step.rule}{at}: {list_cells(step.cells)} {verb} {verdict}"
    pairs = sorted(
        zip(step.mine_ways, step.ways, step.cells, strict=True), key=lambda p: p[0] / p[1]
    )
    shares = ", ".join(f"{c} {mine}/{all_}" for mine, all_, c in pairs[:_LISTED])
    more = f" and {len(pairs) - _LISTED} more" if len(pairs) > _LISTED else ""
    return f"{step.method}: {shares}{more}"


def node_outcome(node: SearchNode) -> str:
    """Return what became of a node, empty if the search went on below it."""
    if node.violated is not None:
        return f"violates {node.violated}"
    if node.over_mines:
        return "more mines than are left"
    return "solution" if node.is_solution else ""


def list_cells(cells: Iterable[Cell]) -> str:
    """Return cells as a short list."""
    names = [str(cell) for cell in cells]
    more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
    return ", ".join(names[:_LISTED]) + more


def _lines(step: Step) -> list[str]:
    if not isinstance(step, SearchStep):
        return [words_of(step)]
    count = len(step.solutions)
    end = "" if step.is_complete else " (cut at the budget)"
    head = (
        f"search over {list_cells(step.cells)} under {list_cells(step.numbers)}: "
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
