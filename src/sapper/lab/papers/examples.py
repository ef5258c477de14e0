"""The worked examples of Amadia 2023 and Sansani 2010, solved again.

Both papers show their method on small positions and print no win rates. Here each position is
decided by the paper's player, by our best player and by an exact count, with the search tree that
Amadia draws.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypedDict

from sapper.analysis.analysis import analyse
from sapper.board.cell import FLAG, Cell, CellPair, join_names, pairs_of
from sapper.board.position import Position
from sapper.errors import ContradictionError
from sapper.lab.papers.printed import AMADIA_TREE, SANSANI_CELLS, SANSANI_LAYOUTS
from sapper.lab.table import Table, Value
from sapper.language import N_, _
from sapper.players.papers.sources import PAPERS
from sapper.players.steps import SearchNode, SearchStep
from sapper.players.tracing.tracer import Trace, TraceDocument, trace, trace_tree

__all__ = ["Example", "ExampleDocument", "Shown", "amadia_table", "sansani_table", "solve_examples"]

_DENSITY: Final = 0.5  # any: only what is certain is asked, and that does not depend on it
_NAMES: Final = N_("Cells are named by row and column, counted from 0: r0c2 is in the first row.")


class ExampleDocument(TypedDict):
    """A position that a paper works through, and what follows from it.

    `ways` is the number of layouts that fit. `tree` is the backtracking search over the cells
    beside numbers, `traces` how the paper's player and our best player decide after their flags.
    """

    paper: str
    name: str
    position: str
    ways: int
    safe: list[CellPair]
    mines: list[CellPair]
    tree: TraceDocument
    traces: list[TraceDocument]


What = Literal["steps", "tree"]


class Shown(NamedTuple):
    """A trace to show, what it is, and the command that prints it."""

    caption: str
    trace: Trace
    command: str


@dataclass(frozen=True)
class Example:
    """A position that a paper works through, what follows from it, and who decides what."""

    paper: str
    name: str
    position: Position
    ways: int
    safe: tuple[Cell, ...]
    mines: tuple[Cell, ...]
    tree: Trace
    traces: tuple[Trace, ...]
    what: tuple[What, ...]

    @property
    def shown(self) -> list[Shown]:
        """What the paper shows of it: the steps of its player, the tree of all assignments."""
        return [self._show(what) for what in self.what]

    def _show(self, what: What) -> Shown:
        if what == "tree":
            command = f"sapper trace '{self.position}' --tree"
            return Shown(_("search tree of all assignments"), self.tree, command)
        first = self.traces[0]
        command = f"sapper trace '{self.position}' -p {first.player}"
        return Shown(_("steps of {player}").format(player=first.player), first, command)

    @property
    def title(self) -> str:
        """The example in one line."""
        return f"{PAPERS[self.paper].name}, {self.name}: {self.position}"

    @property
    def searches(self) -> list[SearchStep]:
        """The search trees, one for every component."""
        return [step for step in self.tree.steps if isinstance(step, SearchStep)]

    def to_dict(self) -> ExampleDocument:
        """Return plain data for JSON."""
        return ExampleDocument(
            paper=PAPERS[self.paper].name,
            name=self.name,
            position=str(self.position),
            ways=self.ways,
            safe=pairs_of(self.safe),
            mines=pairs_of(self.mines),
            tree=self.tree.to_dict(),
            traces=[found.to_dict() for found in self.traces],
        )


class _Known(NamedTuple):
    """An example as a paper has it: key of the paper, name, position, the paper's player."""

    paper: str
    name: str
    line: str
    player: str
    what: tuple[What, ...]


_EXAMPLES: Final = (
    _Known("Amadia", "puzzle A", "3x4/?:01_1/01_1/0111", "backtracking", ("tree",)),
    _Known("Amadia", "demo board", "4x4/?:1_11/12_1/0111/0000", "backtracking", ("tree",)),
    _Known("Sansani", "corner", "3x3/2:01_/12_/___", "bfs", ("steps", "tree")),
    _Known("Sansani", "must guess", "2x3/1:01_/01_", "bfs", ("steps",)),
    _Known("Sansani", "walled in", "4x4/3:__20/__20/2210/0000", "bfs", ("steps",)),
)


def solve_examples(best: str) -> list[Example]:
    """Return all examples, decided by the papers' players and by our best player."""
    return [_solve(known, best) for known in _EXAMPLES]


def amadia_table(examples: Sequence[Example]) -> Table:
    """Return the examples of backtracking, with the paper's tree beside ours."""
    columns = ["position", "nodes printed", "nodes visited", "solutions", "safe", "mines",
               *_players(examples)]  # fmt: skip
    rows: list[list[Value]] = [
        [
            example.name,
            len(AMADIA_TREE) if example.name == "puzzle A" else None,
            sum(len(step.nodes) for step in example.searches),
            sum(len(step.solutions) for step in example.searches),
            *_certain(example),
        ]
        for example in examples
    ]
    notes = [note for example in examples for note in _amadia_notes(example)] + [_(_NAMES)]
    return Table(_title("Amadia"), columns, rows, notes)


def sansani_table(examples: Sequence[Example]) -> Table:
    """Return the examples of the breadth-first player, with the layouts that the paper lists."""
    columns = ["position", "layouts printed", "layouts", "safe", "mines", *_players(examples)]
    rows: list[list[Value]] = [
        [
            example.name,
            len(SANSANI_LAYOUTS) if example.name == "corner" else None,
            example.ways,
            *_certain(example),
        ]
        for example in examples
    ]
    notes = [_sansani_note(example) for example in examples if example.name == "corner"]
    notes.append(_NAMES)
    return Table(_title("Sansani"), columns, rows, notes)


def _solve(known: _Known, best: str) -> Example:
    position = Position.parse(known.line)
    ways, safe, mines = _count(position)
    traces = tuple(_trace_to_opening(position, player) for player in (known.player, best))
    return Example(
        known.paper, known.name, position, ways, safe, mines, trace_tree(position), traces,
        known.what,
    )  # fmt: skip


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


def _players(examples: Sequence[Example]) -> list[str]:
    return [f"{found.player} opens" for found in examples[0].traces] if examples else []


def _certain(example: Example) -> list[Value]:
    """Return the certain cells and the moves, as cells of a row."""
    moves = [_move(found) for found in example.traces]
    return [_names(example.safe), _names(example.mines), *moves]


def _names(cells: Collection[Cell]) -> str | None:
    return join_names(cells) or None


def _move(found: Trace) -> str:
    if found.decision is None:
        return _("no layout fits")
    cell = found.decision.move.cell
    return _("{cell}, a guess").format(cell=cell) if found.decision.is_guess else str(cell)


def _amadia_notes(example: Example) -> list[str]:
    nodes = [node for step in example.searches for node in step.nodes]
    if example.name == "puzzle A":
        return [_compare_trees(nodes)]
    if example.tree.contradiction is not None:
        return [f"{example.name.capitalize()}: {example.tree.contradiction}."]
    return []


def _compare_trees(nodes: Sequence[SearchNode]) -> str:
    """Return how our tree of puzzle A differs from the printed one."""
    printed = len(AMADIA_TREE)
    equal = sum(ours == theirs for ours, theirs in zip(nodes, AMADIA_TREE, strict=False))
    if equal == printed < len(nodes):
        text = _(
            "Puzzle A: {equal} of the {printed} printed nodes are the same in our tree; ours goes "
            "on to node {last}, to find every solution."
        )
    else:
        text = _("Puzzle A: {equal} of the {printed} printed nodes are the same in our tree.")
    return text.format(equal=equal, printed=printed, last=len(nodes))


def _sansani_note(example: Example) -> str:
    """Return whether the layouts of a to e are those that the paper lists."""
    ours = {_layout(step, end) for step in example.searches for end in step.solutions}
    both = len(ours & set(SANSANI_LAYOUTS))
    names = ", ".join(f"{name} {cell}" for name, cell in zip("abcde", SANSANI_CELLS, strict=True))
    return _(
        "Corner: {both} of the {printed} printed layouts of the cells a to e are among the {ours} "
        "that we find ({names})."
    ).format(both=both, printed=len(SANSANI_LAYOUTS), ours=len(ours), names=names)


def _layout(step: SearchStep, end: SearchNode) -> tuple[int, ...]:
    """Return the solution at a node as one 0 or 1 for each of the cells a to e."""
    nodes = {node.id: node for node in step.nodes}
    mines = set()
    while end.parent is not None:
        if end.verdict == "mine":
            mines.add(end.cell)
        end = nodes[end.parent]
    return tuple(int(cell in mines) for cell in SANSANI_CELLS)


def _title(paper: str) -> str:
    return f"{PAPERS[paper].name}: {_(PAPERS[paper].brought)}"
