"""A trace in words, one line per step, trees indented by depth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from sapper.board.cell import Cell, join_names
from sapper.language import _, _n
from sapper.players.decision import Decision, move_name
from sapper.players.trace_steps import (
    ChanceStep,
    ComponentStep,
    MemoStep,
    QueueStep,
    RuleStep,
    SearchNode,
    SearchStep,
    Step,
    TryStep,
    WeightStep,
)  # fmt: skip

__all__ = ["node_choice", "node_outcome", "search_words", "text_of", "words_of"]

_LISTED = 12


def text_of(steps: Sequence[Step], decision: Decision | None) -> str:
    """Return the whole trace as lines of text."""
    lines = [line for step in steps for line in _lines(step)]
    if decision is not None:
        lines.append(f"=> {move_name(decision.move)}: {decision.reason}")
    return "\n".join(lines)


def words_of(step: Step) -> str:
    """Return a step in one line."""
    return _WORDS[step.kind](step)


def _chance_words(step: ChanceStep) -> str:
    pairs = sorted(
        zip(step.mine_ways, step.ways, step.cells, strict=True), key=lambda p: p[0] / p[1]
    )
    shares = [f"{cell} {mine}/{all_}" for mine, all_, cell in pairs]
    return f"{_(step.method)}: {join_names(shares, _LISTED)}"


def _queue_words(step: QueueStep) -> str:
    waiting = join_names(step.waiting, _LISTED) or _("empty")
    if step.taken is not None:
        text = _("queue ({queue}): take {taken}; waiting: {waiting}")
    else:
        text = _("queue ({queue}): add {added}; waiting: {waiting}")
    added = join_names(step.added, _LISTED)
    return text.format(queue=_(step.queue), taken=step.taken, added=added, waiting=waiting)


def _component_words(step: ComponentStep) -> str:
    groups = ", ".join("{" + ", ".join(map(str, group)) + "}" for group in step.groups)
    text = _("component under {numbers}: groups {groups}")
    return text.format(numbers=_needs_words(step.numbers, step.needs), groups=groups)


def _needs_words(numbers: Sequence[Cell], needs: Sequence[int]) -> str:
    return ", ".join(f"{n}={need}" for n, need in zip(numbers, needs, strict=True))


def _memo_words(step: MemoStep) -> str:
    text = _("memo: mines in {cells}: {mines}; still needed: {needs}; ways: {ways}")
    if step.is_hit:
        text = _("memo hit: mines in {cells}: {mines}; still needed: {needs}; ways: {ways}")
    return text.format(
        mines=step.mines,
        cells=join_names(step.group, _LISTED),
        needs=_needs_words(step.numbers, step.needs),
        ways=step.ways,
    )


def _weight_words(step: WeightStep) -> str:
    text = _("mines on the frontier: {mines}; layouts: {ways} x {others} outside = {product}")
    return text.format(
        mines=step.mines,
        ways=step.frontier_ways,
        others=step.outside_ways,
        product=step.frontier_ways * step.outside_ways,
    )


def _try_words(step: TryStep) -> str:
    mines = join_names(step.mines, _LISTED) or _("no mines")
    if not step.violated:
        return _("try {mines}: every number fits").format(mines=mines)
    numbers = join_names(step.violated, _LISTED)
    return _("try {mines}: violates {numbers}").format(mines=mines, numbers=numbers)


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


def node_choice(node: SearchNode) -> str:
    """Return what a node assigns."""
    if node.cell is None:
        return _("nothing decided")
    return f"{node.cell} {_('mine') if node.verdict == 'mine' else _('safe')}"


def node_outcome(node: SearchNode) -> str:
    """Return the outcome of a node; empty if the search continued below it."""
    if node.violated is not None:
        return _("violates {number}").format(number=node.violated)
    if node.over_mines:
        return _("the mine count does not fit")
    return _("solution") if node.is_solution else ""


def _tree_words(step: SearchStep) -> str:
    over = _("search over {cells} under {numbers}").format(
        cells=join_names(step.cells, _LISTED), numbers=join_names(step.numbers, _LISTED)
    )
    return search_words(step, over)


_WORDS: Final[dict[str, Callable[[Any], str]]] = {
    "rule": _rule_words, "note": lambda step: str(step.text), "chances": _chance_words,
    "search": _tree_words, "queue": _queue_words, "component": _component_words,
    "memo": _memo_words, "weights": _weight_words, "try": _try_words,
}  # fmt: skip


def _lines(step: Step) -> list[str]:
    if not isinstance(step, SearchStep):
        return [words_of(step)]
    depths: dict[int | None, int] = {None: -1}
    lines = [words_of(step)]
    for node in step.nodes:
        depths[node.id] = depths[node.parent] + 1
        outcome = node_outcome(node)
        mark = f": {outcome}" if outcome else ""
        lines.append(f"{'  ' * (depths[node.id] + 1)}{node.id}. {node_choice(node)}{mark}")
    return lines
