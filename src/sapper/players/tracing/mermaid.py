"""A trace as a Mermaid flowchart: steps from top to bottom, search trees as trees."""

from __future__ import annotations

from collections.abc import Sequence

from sapper.players.decision import Decision
from sapper.players.move_words import move_name
from sapper.players.steps import SearchStep, Step
from sapper.players.tracing.text import node_outcome, words_of

__all__ = ["mermaid_of"]


def mermaid_of(steps: Sequence[Step], decision: Decision | None) -> str:
    """Return the trace as the text of a flowchart."""
    lines = ["flowchart TD"]
    before: str | None = None
    for i, step in enumerate(steps):
        name = f"s{i}"
        if isinstance(step, SearchStep):
            lines += _tree(name, step)
            head = f"{name}n1"
        else:
            head = name
            lines.append(f'    {name}["{_quote(words_of(step))}"]')
        if before is not None:
            lines.append(f"    {before} --> {head}")
        before = head
    if decision is not None:
        move = f"{move_name(decision.move)}: {decision.reason}"
        lines.append(f'    move(["{_quote(move)}"])')
        if before is not None:
            lines.append(f"    {before} ==> move")
    lines += [
        "    classDef solution fill:#cdeac0,stroke:#3a7d34",
        "    classDef violated fill:#f6c9c0,stroke:#b3402a",
    ]
    return "\n".join(lines)


def _tree(name: str, step: SearchStep) -> list[str]:
    lines = []
    for node in step.nodes:
        outcome = node_outcome(node)
        label = str(node.id) + (f": {outcome}" if outcome else "")
        style = ":::solution" if node.is_solution else (":::violated" if outcome else "")
        lines.append(f'    {name}n{node.id}("{_quote(label)}"){style}')
        if node.parent is not None:
            lines.append(
                f'    {name}n{node.parent} -- "{node.cell} {node.verdict}" --> {name}n{node.id}'
            )
    return lines


def _quote(text: str) -> str:
    return text.replace("#", "#35;").replace('"', "#quot;")
