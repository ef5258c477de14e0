"""The worked examples of Amadia 2023 and Sansani 2010, solved again.

Both papers show their method on small positions and print no win rates. Here each position is
decided by the paper's player, by our best player and by an exact count, with the search tree that
Amadia draws.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from sapper.analysis.analysis import analyse
from sapper.board.cell import FLAG, Cell, join_names
from sapper.board.position import Position
from sapper.errors import ContradictionError
from sapper.lab.table import Table, Value
from sapper.language import N_, _
from sapper.players.papers.printed import AMADIA_TREE, SANSANI_LAYOUTS
from sapper.players.papers.sources import PAPERS
from sapper.players.trace_steps import SearchNode, SearchStep
from sapper.players.tracing.tracer import Trace, trace, trace_tree

__all__ = [
    "Example",
    "Shown",
    "amadia_table",
    "sansani_table",
    "solve_examples",
]

_SANSANI_CELLS: Final = (Cell(0, 2), Cell(1, 2), Cell(2, 0), Cell(2, 1), Cell(2, 2))

_EXAMPLES: Final = (  # paper, name, position, the paper's player, what the paper shows
    ("Amadia", N_("puzzle A"), "3x4/?:01_1/01_1/0111", "backtracking", ("tree",)),
    ("Amadia", N_("demo board"), "4x4/?:1_11/12_1/0111/0000", "backtracking", ("tree",)),
    ("Sansani", N_("corner"), "3x3/2:01_/12_/___", "bfs", ("steps", "tree")),
    ("Sansani", N_("must guess"), "2x3/1:01_/01_", "bfs", ("steps",)),
    ("Sansani", N_("walled in"), "4x4/3:__20/__20/2210/0000", "bfs", ("steps",)),
)
_DENSITY: Final = 0.5  # any: only what is certain is asked, and that does not depend on it
_NAMES: Final = N_("Cells are named by row and column, counted from 0: r0c2 is in the first row.")


class Shown(NamedTuple):
    """A trace to show, what it is, and the command that prints it."""

    caption: str
    trace: Trace
    command: str


@dataclass(frozen=True)
class Example:
    """A position that a paper works through, what follows from it, and who decides what.

    `tree` is the backtracking search over the cells beside numbers; `traces` are how the paper's
    player and our best player decide after their flags.
    """

    paper: str
    name: str
    position: Position
    ways: int
    safe: tuple[Cell, ...]
    mines: tuple[Cell, ...]
    tree: Trace
    traces: tuple[Trace, ...]
    shows: tuple[str, ...]

    @property
    def shown(self) -> list[Shown]:
        """What the paper shows of it: the steps of its player, the tree of all assignments."""
        command, player = f"sapper papers trace '{self.position}'", self.traces[0].player
        steps = _("steps of {player}").format(player=player)
        tree = Shown(_("search tree of all assignments"), self.tree, f"{command} --tree")
        first = Shown(steps, self.traces[0], f"{command} -p {player}")
        return [tree if what == "tree" else first for what in self.shows]

    @property
    def title(self) -> str:
        """The example in one line."""
        return f"{PAPERS[self.paper].name}, {_(self.name)}: {self.position}"

    @property
    def searches(self) -> list[SearchStep]:
        """The search trees, one for every component."""
        return [step for step in self.tree.steps if isinstance(step, SearchStep)]


def solve_examples(best: str) -> list[Example]:
    """Return all examples, decided by the papers' players and by our best player."""
    found = []
    for paper, name, line, player, shows in _EXAMPLES:
        position = Position.parse(line)
        traces = tuple(_trace_to_opening(position, who) for who in (player, best))
        counted = _count(position)
        found.append(Example(paper, name, position, *counted, trace_tree(position), traces, shows))
    return found


def _trace_to_opening(position: Position, player: str) -> Trace:
    """Return the decision of a player after it has set its flags."""
    found = trace(position, player)
    while found.decision is not None and found.decision.move.kind == "flag":
        position = position.with_faces({found.decision.move.cell: FLAG})
        found = trace(position, player)
    return found


def _count(position: Position) -> tuple[int, tuple[Cell, ...], tuple[Cell, ...]]:
    """Return the layouts that fit, the safe cells and the mines; nothing if none fits."""
    try:
        found = analyse(position, density=_DENSITY if position.mines is None else None)
    except ContradictionError:
        return 0, (), ()
    return found.ways, tuple(sorted(found.safe)), tuple(sorted(found.mines))


def amadia_table(examples: Sequence[Example]) -> Table:
    """Return the examples of backtracking, with the paper's tree beside ours."""
    columns = ["nodes printed", "nodes visited", "solutions"]
    figures: list[list[Value]] = [
        [
            len(AMADIA_TREE) if example.name == "puzzle A" else None,
            sum(len(step.nodes) for step in example.searches),
            sum(len(step.solutions) for step in example.searches),
        ]
        for example in examples
    ]
    notes = []
    for example in examples:
        if example.name == "puzzle A":
            notes.append(_compare_trees([node for s in example.searches for node in s.nodes]))
        elif example.tree.contradiction is not None:
            notes.append(f"{_(example.name).capitalize()}: {example.tree.contradiction}.")
    return _table("Amadia", examples, columns, figures, notes)


def _compare_trees(nodes: Sequence[SearchNode]) -> str:
    """Return how our tree of puzzle A differs from the printed one."""
    equal = sum(ours == theirs for ours, theirs in zip(nodes, AMADIA_TREE, strict=False))
    return _(
        "Puzzle A: {equal} of the {printed} printed nodes are the same in our tree; ours goes "
        "on to node {last}, to find every solution."
    ).format(equal=equal, printed=len(AMADIA_TREE), last=len(nodes))


def sansani_table(examples: Sequence[Example]) -> Table:
    """Return the examples of the breadth-first player, with the layouts that the paper lists."""
    figures: list[list[Value]] = [
        [len(SANSANI_LAYOUTS) if example.name == "corner" else None, example.ways]
        for example in examples
    ]
    notes = [_compare_layouts(example) for example in examples if example.name == "corner"]
    return _table("Sansani", examples, ["layouts printed", "layouts"], figures, notes)


def _compare_layouts(example: Example) -> str:
    """Return whether the layouts of a to e are those that the paper lists."""
    ours = {_layout(step, end) for step in example.searches for end in step.solutions}
    names = ", ".join(f"{name} {cell}" for name, cell in zip("abcde", _SANSANI_CELLS, strict=True))
    return _(
        "Corner: {both} of the {printed} printed layouts of the cells a to e are among the {ours} "
        "that we find ({names})."
    ).format(
        both=len(ours & set(SANSANI_LAYOUTS)),
        printed=len(SANSANI_LAYOUTS),
        ours=len(ours),
        names=names,
    )


def _layout(step: SearchStep, end: SearchNode) -> tuple[int, ...]:
    """Return the solution at a node as one 0 or 1 for each of the cells a to e."""
    nodes = {node.id: node for node in step.nodes}
    mines = set()
    while end.parent is not None:
        if end.verdict == "mine":
            mines.add(end.cell)
        end = nodes[end.parent]
    return tuple(int(cell in mines) for cell in _SANSANI_CELLS)


def _table(
    paper: str,
    examples: Sequence[Example],
    columns: list[str],
    figures: Sequence[list[Value]],
    notes: list[str],
) -> Table:
    """Return the figures of the examples, with the certain cells and the moves of both players."""
    players = [f"{found.player} opens" for found in examples[0].traces] if examples else []
    rows: list[list[Value]] = [
        [example.name, *cells, join_names(example.safe) or None, join_names(example.mines) or None,
         *map(_move, example.traces)]
        for example, cells in zip(examples, figures, strict=True)
    ]  # fmt: skip
    title = f"{PAPERS[paper].name}: {_(PAPERS[paper].brought)}"
    names = ["position", *columns, "safe", "mines", *players]
    return Table(title, names, rows, [*notes, _(_NAMES)])


def _move(found: Trace) -> str:
    if found.decision is None:
        return _("no layout fits")
    cell = found.decision.move.cell
    return _("{cell}, a guess").format(cell=cell) if found.decision.is_guess else str(cell)
