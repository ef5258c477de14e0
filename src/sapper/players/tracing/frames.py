"""A trace as frames to watch: one sentence each, the cells to light, the line of the pseudocode.

A search tree has a frame for every node, with what is assigned on the path to it; every other step
has one. What rules decided stays marked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from sapper.board.cell import Cell
from sapper.language import N_, _
from sapper.players.decision import move_name
from sapper.players.trace_steps import (
    MemoStep,
    QueueStep,
    RuleStep,
    SearchNode,
    SearchStep,
    Step,
    TryStep,
)  # fmt: skip
from sapper.players.tracing.svg import tree_svg
from sapper.players.tracing.text import node_outcome, words_of
from sapper.players.tracing.tracer import Trace

__all__ = ["CodeLine", "Film", "Frame", "film_of"]

_MOST_FRAMES: Final = 1_000


@dataclass(frozen=True)
class Frame:
    """One moment: `step` of the trace, and in a search tree the `node` that is visited.

    `numbers` are looked at, `safe` and `mines` are decided or assumed, `violated` do not fit.
    """

    step: int
    node: int | None
    line: str
    text: str
    numbers: tuple[Cell, ...] = ()
    safe: tuple[Cell, ...] = ()
    mines: tuple[Cell, ...] = ()
    violated: tuple[Cell, ...] = ()


@dataclass(frozen=True)
class CodeLine:
    """A line of pseudocode; frames name it by its key."""

    key: str
    text: str


@dataclass(frozen=True)
class Film:
    """The frames of a trace and its pseudocode; `left_out` counts steps that have no frame.

    `trees` has a picture for each step, empty but for a search (see `tree_svg`).
    """

    frames: tuple[Frame, ...]
    code: tuple[CodeLine, ...]
    trees: tuple[str, ...]
    left_out: int


_RULE = ("rule", N_("for each number: Basic Safe Rule, then Basic Mine Rule"))
_CERTAIN = ("certain", N_("cells equal in all layouts are certain"))
_SEARCH = ("search", N_("take the next undecided cell"))
_NODE = ("node", N_("suppose it is a mine, then that it is safe"))
_DEAD = ("dead", N_("a number is violated: dead node, go back"))
_SOLUTION = ("solution", N_("no cell is left: a solution"))
_CHANCES = ("chances", N_("chance of a cell = layouts with a mine there / all layouts"))
_COMPONENT = ("component", N_("split the frontier where cells share no number"))
_WEIGHTS = (
    "weights",
    N_("weight of f frontier mines = layouts × C(cells outside, mines left − f)"),
)
_FITS = ("fits", N_("every number is met: a solution"))
_LEAST = ("decide", N_("open a cell that is safe, else one of the least chance"))

_CODE: Final = {
    "greedy": (_RULE, ("decide", N_("make the move; without one open a cell at random"))),
    "hybrid": (
        _RULE,
        ("component", N_("group the cells beside numbers: a local CSP")),
        ("memo", N_("for each number of mines in the next group: new entry (group, needs)")),
        ("hit", N_("the entry is in the memo table: add its ways and go back")),
        _CHANCES, _CERTAIN, _LEAST,
    ),
    "probability-naive": (
        _RULE, ("try", N_("for each placement of all mines: check every number")), _FITS,
        _CHANCES, _LEAST,
    ),
    "probability": (_RULE, _COMPONENT, _WEIGHTS, _CHANCES, _LEAST),
    "backtracking": (_RULE, _SEARCH, _NODE, _DEAD, _SOLUTION, _CERTAIN, _LEAST),
    "bfs": (
        ("queue", N_("take the first number of the queue: single-square analysis")), _RULE,
        ("pairs", N_("what is undecided waits for multi-square analysis")),
        ("multi", N_("compare numbers that share cells")),
        ("final", N_("final analysis: the mine count")),
        ("decide", N_("make the move; without one open a cell at random")),
    ),
    "brute-force": (("try", N_("for each placement of all mines: check every number")), _FITS),
}  # fmt: skip
_LIKE: Final = {"hybrid-global": "hybrid", "probability-frontier": "probability"}

_RULE_LINES: Final = {
    "equal in all layouts": "certain", "multi-square": "multi", "final analysis": "final",
}  # fmt: skip


_LOOKED_AT: Final = {"rule": "numbers", "component": "numbers", "memo": "group",
                     "chances": "cells", "weights": "cells"}  # fmt: skip
"""The field of a step with the cells that it looks at, by its kind."""


def film_of(trace: Trace) -> Film:
    """Return the frames of a trace, the first 1,000, and its pseudocode."""
    frames = list(islice(_frames(trace), _MOST_FRAMES))
    every = sum(len(s.nodes) if isinstance(s, SearchStep) else 1 for s in trace.steps)
    if (made := trace.decision) is not None:
        before = frames[-1] if frames else Frame(-1, None, "", "")
        text = f"{move_name(made.move)}: {made.reason}"
        frames.append(
            Frame(len(trace.steps) - 1, None, "decide", text, (), before.safe, before.mines)
        )
    name = trace.player.partition(":")[0]
    code = _CODE.get(_LIKE.get(name, name), ())
    lines = tuple(CodeLine(key, _(text)) for key, text in code)
    trees = tuple(tree_svg(s) if isinstance(s, SearchStep) else "" for s in trace.steps)
    return Film(tuple(frames), lines, trees, max(0, every - _MOST_FRAMES))


def _frames(trace: Trace) -> Iterator[Frame]:
    safe: dict[Cell, None] = {}
    mines: dict[Cell, None] = {}
    for at, step in enumerate(trace.steps):
        if isinstance(step, SearchStep):
            yield from _search_frames(at, step, tuple(safe), tuple(mines))
            continue
        if isinstance(step, RuleStep):
            (safe if step.verdict == "safe" else mines).update(dict.fromkeys(step.cells))
        tried, violated = (step.mines, step.violated) if isinstance(step, TryStep) else ((), ())
        known = (tuple(safe), (*mines, *tried))
        yield Frame(at, None, _line_of(step), words_of(step), _looked_at(step), *known, violated)


def _line_of(step: Step) -> str:
    """Return the key of the line of pseudocode that makes a step."""
    if isinstance(step, RuleStep):
        return _RULE_LINES.get(step.rule, "rule")
    if isinstance(step, QueueStep):
        return "queue" if step.queue == "single-square" else "pairs"
    if isinstance(step, MemoStep):
        return "hit" if step.is_hit else "memo"
    if isinstance(step, TryStep):
        return "try" if step.violated else "fits"
    return step.kind


def _looked_at(step: Step) -> tuple[Cell, ...]:
    """Return the cells that a step looks at."""
    if isinstance(step, QueueStep):
        return step.added if step.taken is None else (step.taken,)
    looked: tuple[Cell, ...] = getattr(step, _LOOKED_AT.get(step.kind, ""), ())
    return looked


def _search_frames(
    at: int, step: SearchStep, safe: tuple[Cell, ...], mines: tuple[Cell, ...]
) -> Iterator[Frame]:
    paths: dict[int | None, tuple[tuple[Cell, ...], tuple[Cell, ...]]] = {None: (safe, mines)}
    for node in step.nodes:
        path = paths[node.parent]
        if node.cell is not None:
            is_mine = node.verdict == "mine"
            path = (path[0], (*path[1], node.cell)) if is_mine else ((*path[0], node.cell), path[1])
        paths[node.id] = path
        violated = () if node.violated is None else (node.violated,)
        looked = step.numbers if node.cell is None else (node.cell,)
        line, text = _node_line(node), _node_text(node, step)
        yield Frame(at, node.id, line, text, looked, *path, violated)


def _node_line(node: SearchNode) -> str:
    if node.cell is None:
        return "search"
    if node.violated is not None or node.over_mines:
        return "dead"
    return "solution" if node.is_solution else "node"


def _node_text(node: SearchNode, step: SearchStep) -> str:
    """Return what a node supposes, and how that ends."""
    if node.cell is None:
        return words_of(step)
    mine, safe = _("suppose {cell} is a mine"), _("suppose {cell} is safe")
    text = (mine if node.verdict == "mine" else safe).format(cell=node.cell)
    outcome = node_outcome(node)
    return f"{text}: {outcome}" if outcome else text
