"""A trace in words, one line per step, trees indented by depth."""

from __future__ import annotations

from collections.abc import Sequence

from sapper.board.cell import join_names
from sapper.language import _, _n
from sapper.players.decision import Decision, move_name
from sapper.players.trace_steps import (
    ChanceStep,
    NoteStep,
    RuleStep,
    SearchNode,
    SearchStep,
    Step,
)

__all__ = ["node_outcome", "search_words", "text_of", "words_of"]

_LISTED = 12


def text_of(steps: Sequence[Step], decision: Decision | None) -> str:
    """Return the whole trace as lines of text."""
    lines = [line for step in steps for line in _lines(step)]
    if decision is not None:
        lines.append(f"=> {move_name(decision.move)}: {decision.reason}")
    return "\n".join(lines)


def words_of(step: RuleStep | NoteStep | ChanceStep) -> str:
    """Return a step other than a search in one line."""
    if isinstance(step, NoteStep):
        return step.text
    if isinstance(step, RuleStep):
        return _rule_words(step)
    pairs = sorted(
        zip(step.mine_ways, step.ways, step.cells, strict=True), key=lambda p: p[0] / p[1]
    )
    shares = [f"{cell} {mine}/{all_}" for mine, all_, cell in pairs]
    return f"{_(step.method)}: {join_names(shares, _LISTED)}"


def _rule_words(step: RuleStep) -> str:
    count = len(step.cells)
    safe = _n("{cells} is safe", "{cells} are safe", count)
    mine = _n("{cells} is a mine", "{cells} are mines", count)
    text = safe if step.verdict == "safe" else mine
    result = text.format(cells=join_names(step.cells, _LISTED))
    if not step.numbers:
        return f"{_(step.rule)}: {result}"
    return _("{rule} at {numbers}: {result}").format(
        rule=_(step.rule), numbers=join_names(step.numbers, _LISTED), result=result
    )


def search_words(step: SearchStep, cells: str) -> str:
    """Return what a search found: its nodes, its solutions and whether it was cut."""
    whole = _n(
        "{cells}: {nodes} nodes, {count} solution", "{cells}: {nodes} nodes, {count} solutions",
        len(step.solutions),
    )  # fmt: skip
    words = whole.format(cells=cells, nodes=len(step.nodes), count=len(step.solutions))
    return words if step.is_complete else _("{search} (cut at the budget)").format(search=words)


def node_outcome(node: SearchNode) -> str:
    """Return the outcome of a node; empty if the search continued below it."""
    if node.violated is not None:
        return _("violates {number}").format(number=node.violated)
    if node.over_mines:
        return _("more mines than are left")
    return _("solution") if node.is_solution else ""


def _lines(step: Step) -> list[str]:
    if not isinstance(step, SearchStep):
        return [words_of(step)]
    under = _("search over {cells} under {numbers}").format(
        cells=join_names(step.cells, _LISTED), numbers=join_names(step.numbers, _LISTED)
    )
    depths: dict[int | None, int] = {None: -1}
    lines = [search_words(step, under)]
    for node in step.nodes:
        depths[node.id] = depths[node.parent] + 1
        verdict = _("mine") if node.verdict == "mine" else _("safe")
        choice = _("nothing decided") if node.cell is None else f"{node.cell} {verdict}"
        outcome = node_outcome(node)
        mark = f": {outcome}" if outcome else ""
        lines.append(f"{'  ' * (depths[node.id] + 1)}{node.id}. {choice}{mark}")
    return lines
