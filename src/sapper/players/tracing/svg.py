"""A trace as a picture: the board, the steps, the search trees.

A tree is drawn as in Amadia's paper: nodes numbered in visiting order, the assignment on the edge,
the violated number under a dead leaf, solutions and the paths to them in green. The board shows the
names of the searched cells.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from textwrap import wrap

from sapper.board.cell import Cell, join_names
from sapper.board.position import Position
from sapper.board.svg import draw
from sapper.language import N_, _
from sapper.players.decision import Decision, move_name
from sapper.players.trace_steps import NoteStep, RuleStep, SearchNode, SearchStep, Step
from sapper.players.tracing.text import node_choice, search_words, words_of

__all__ = ["svg_of", "tree_svg"]

_INK, _PALE, _LINE = "#1f2328", "#5c636b", "#8b98a5"
_GREEN, _RED, _BLUE = ("#d3eec8", "#2f7a2b"), ("#f9d5cc", "#b3402a"), ("#e3ebf4", "#4a6a8c")
_SAFE_FILL, _MINE_FILL, _NUMBER_FILL, _MOVE_FILL = "#bfe3b4", "#f0b5a5", "#fbe7a8", "#7fd06c"
_MEANINGS = {
    _MOVE_FILL: N_("opened next"), _SAFE_FILL: N_("safe"), _MINE_FILL: N_("mine"),
    _NUMBER_FILL: N_("number used"),
}  # fmt: skip
_FONT = "system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif"
_MARGIN, _LINE_HEIGHT, _TEXT_WIDTH = 20, 19, 620
_STEP_X, _STEP_Y, _RADIUS = 84, 84, 15
_MOST_NODES, _MOST_LINES, _MOST_TREES = 400, 30, 8


def svg_of(position: Position, steps: Sequence[Step], decision: Decision | None) -> str:
    """Return the whole trace as one SVG text."""
    canvas = _Canvas()
    fills, names = _fills(steps, decision), _names(steps)
    board = draw(position, fills=fills, labels=names, cell_size=42 if names else 32)
    canvas.put(board, *_size_of(board))
    canvas.legend(set(fills.values()))
    for step in _first_steps(steps):
        if isinstance(step, SearchStep):
            canvas.tree(step)
        else:
            canvas.words(words_of(step))
    if decision is not None:
        move = f"{move_name(decision.move)}: {decision.reason}"
        canvas.words(move, weight=700)
    return canvas.finish()


def _first_steps(steps: Sequence[Step]) -> list[Step]:
    """Return the first searches and the first other steps, with notes on what is left out."""
    few: list[Step] = []
    seen = {False: 0, True: 0}
    for step in steps:
        is_search = isinstance(step, SearchStep)
        most = _MOST_TREES if is_search else _MOST_LINES
        seen[is_search] += 1
        if seen[is_search] <= most:
            few.append(step)
        elif seen[is_search] == most + 1:
            left = sum(isinstance(other, SearchStep) == is_search for other in steps) - most
            searches, others = _("… and {count} more searches"), _("… and {count} more steps")
            few.append(NoteStep((searches if is_search else others).format(count=left)))
    return few


class _Canvas:
    """Places blocks below each other and tracks their width."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._y = float(_MARGIN)
        self._width = 0.0

    def put(self, inner: str, width: float, height: float) -> None:
        """Add a finished picture, a nested `svg` element."""
        moved = inner.replace("<svg ", f'<svg x="{_MARGIN}" y="{self._y:g}" ', 1)
        self._parts.append(moved)
        self._grow(width, height + 14)

    def words(self, text: str, weight: int = 400) -> None:
        """Add a paragraph."""
        for line in wrap(text, _TEXT_WIDTH // 7):
            self._y += _LINE_HEIGHT
            self._parts.append(
                f'<text x="{_MARGIN}" y="{self._y:g}" font-size="13.5" font-weight="{weight}" '
                f'fill="{_INK}">{escape(line, quote=False)}</text>'
            )
            self._width = max(self._width, len(line) * (9.2 if weight > 400 else 8.0))
        self._y += 5

    def legend(self, fills: set[str]) -> None:
        """Add one line that explains the colours on the board."""
        x = float(_MARGIN)
        for fill, name in _MEANINGS.items():
            if fill in fills:
                meaning = _(name)
                self._parts.append(
                    f'<rect x="{x:g}" y="{self._y - 2:g}" width="12" height="12" rx="2.5" '
                    f'fill="{fill}" stroke="{_LINE}" stroke-width=".8"/>'
                    f'<text x="{x + 17:g}" y="{self._y + 8.5:g}" font-size="12" fill="{_PALE}">'
                    f"{meaning}</text>"
                )
                x += 36 + len(meaning) * 6.4
        if fills:
            self._grow(x - _MARGIN, 18)

    def tree(self, step: SearchStep) -> None:
        """Add a search tree below a heading."""
        over = _("Search over {cells}").format(cells=join_names(step.cells, 12))
        self.words(search_words(step, over), weight=700)
        if len(step.nodes) > _MOST_NODES:
            self.words(_("The first {count} nodes:").format(count=_MOST_NODES))
        marks, width, height = _draw_tree(step, _nodes_to_solutions(step.nodes))
        self._parts.append(f'<g transform="translate({_MARGIN} {self._y + 10:g})">{marks}</g>')
        self._grow(width, height + 10)

    def finish(self) -> str:
        """Return the picture."""
        return _picture("".join(self._parts), self._width + 2 * _MARGIN, self._y + _MARGIN)

    def _grow(self, width: float, height: float) -> None:
        self._y += height
        self._width = max(self._width, width)


def tree_svg(step: SearchStep) -> str:
    """Return a search tree as one SVG text, of a large one the first 400 nodes.

    Each node is a group with the edge to it, in visiting order; no edge tells how its branch ends.
    """
    return _picture(*_draw_tree(step, set()))


def _picture(inner: str, width: float, height: float) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" role="img" font-family="{_FONT}">'
        f'<rect width="100%" height="100%" fill="#ffffff"/>{inner}</svg>'
    )


def _draw_tree(step: SearchStep, good: set[int]) -> tuple[str, float, float]:
    """Return the drawn nodes, with green edges to good ones, and the width and height of all."""
    nodes = step.nodes[:_MOST_NODES]
    places = _place_nodes(nodes)
    marks = [f"<g>{_edge(n, places, n.id in good)}{_node(n, places[n.id])}</g>" for n in nodes]
    width, height = (max(side) for side in zip(*places.values(), strict=True))
    return "".join(marks), width + _STEP_X / 2, height + 2 * _RADIUS + 8


def _place_nodes(nodes: Sequence[SearchNode]) -> dict[int, tuple[float, float]]:
    """Return the centre of every node; nodes are in visiting order, parents first."""
    children: dict[int, list[int]] = {node.id: [] for node in nodes}
    depth: dict[int, int] = {}
    for node in nodes:
        depth[node.id] = 0 if node.parent is None else depth[node.parent] + 1
        if node.parent is not None:
            children[node.parent].append(node.id)
    columns: dict[int, float] = {}
    leaves = 0
    for node in nodes:  # visiting order is left to right
        if not children[node.id]:
            columns[node.id] = float(leaves)
            leaves += 1
    for node in reversed(nodes):
        below = children[node.id]
        if below:
            columns[node.id] = (columns[below[0]] + columns[below[-1]]) / 2
    return {
        node.id: ((columns[node.id] + 0.5) * _STEP_X, depth[node.id] * _STEP_Y + _RADIUS + 3)
        for node in nodes
    }


def _edge(node: SearchNode, places: dict[int, tuple[float, float]], is_good: bool) -> str:
    """Return the line from the parent; it ends vertically, through its label. The root has none."""
    if node.parent is None:
        return ""
    (x1, y1), (x2, y2) = places[node.parent], places[node.id]
    y1 += _RADIUS
    y = y2 - _RADIUS - 13
    top, bend = y - 10, (y1 + y) / 2
    stroke, width = (_GREEN[1], 2.2) if is_good else (_LINE, 1.4)
    colour = _RED[1] if node.verdict == "mine" else _GREEN[1]
    text = node_choice(node)
    box = len(text) * 6.1 + 6
    return (
        f'<path d="M{x1:g} {y1:g}C{x1:g} {bend + 8:g} {x2:g} {bend - 8:g} {x2:g} {top:g}V{y2:g}" '
        f'fill="none" stroke="{stroke}" stroke-width="{width}"/>'
        f'<rect x="{x2 - box / 2:g}" y="{y - 9:g}" width="{box:g}" height="17" rx="5" '
        'fill="#ffffff"/>'
        f'<text x="{x2:g}" y="{y + 4:g}" font-size="11" text-anchor="middle" fill="{colour}">'
        f"{text}</text>"
    )


def _nodes_to_solutions(nodes: Sequence[SearchNode]) -> set[int]:
    """Return the solutions and their ancestors; parents come before children."""
    good: set[int] = set()
    for node in reversed(nodes):
        if node.is_solution or node.id in good:
            good.add(node.id)
            if node.parent is not None:
                good.add(node.parent)
    return good


def _node(node: SearchNode, place: tuple[float, float]) -> str:
    x, y = place
    is_dead = node.violated is not None or node.over_mines
    fill, line = _GREEN if node.is_solution else (_RED if is_dead else _BLUE)
    below = ""
    if node.is_solution:
        below = _caption(x, y, _("solution"), _GREEN[1])
    elif is_dead:
        below = _caption(
            x, y, f"✗ {node.violated}" if node.violated else f"✗ {_('mine count')}", _RED[1]
        )
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{_RADIUS}" fill="{fill}" stroke="{line}" '
        f'stroke-width="1.6"/><text x="{x:g}" y="{y + 4.5:g}" font-size="12.5" font-weight="600" '
        f'text-anchor="middle" fill="{_INK}">{node.id}</text>{below}'
    )


def _caption(x: float, y: float, text: str, colour: str) -> str:
    return (
        f'<text x="{x:g}" y="{y + _RADIUS + 14:g}" font-size="11" text-anchor="middle" '
        f'fill="{colour}">{text}</text>'
    )


def _fills(steps: Sequence[Step], decision: Decision | None) -> dict[Cell, str]:
    """Return the colours of used numbers, decided cells and the cell of the move."""
    fills: dict[Cell, str] = {}
    for step in steps:
        if isinstance(step, RuleStep):
            fills.update(dict.fromkeys(step.numbers, _NUMBER_FILL))
            fill = _SAFE_FILL if step.verdict == "safe" else _MINE_FILL
            fills.update(dict.fromkeys(step.cells, fill))
        elif isinstance(step, SearchStep):
            fills.update(dict.fromkeys(step.numbers, _NUMBER_FILL))
    if decision is not None and decision.move.kind == "open":
        fills[decision.move.cell] = _MOVE_FILL
    return fills


def _names(steps: Sequence[Step]) -> dict[Cell, str]:
    """Return the names of the searched cells."""
    searches = [step for step in steps if isinstance(step, SearchStep)]
    return {cell: str(cell) for step in searches for cell in step.cells}


def _size_of(svg: str) -> tuple[float, float]:
    found = re.search(r'width="([\d.]+)" height="([\d.]+)"', svg)
    assert found is not None
    return float(found[1]), float(found[2])
