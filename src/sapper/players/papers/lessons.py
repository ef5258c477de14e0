"""Five lessons, one for each paper: its idea, its examples, its figures and its mistakes.

Everything that can be computed is: of the figures only the printed ones are stored.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from sapper.board.position import Position
from sapper.language import N_, _
from sapper.percent import percent
from sapper.players.papers.layout_problem import LAYOUT_METHODS, cost_bounds, solve_layout
from sapper.players.papers.printed import (
    AMADIA_TREE,
    BATCH,
    HUDA,
    PROBABILITY_WINS,
    SANSANI_LAYOUTS,
    Printed,
)  # fmt: skip
from sapper.players.papers.sources import PAPERS
from sapper.players.trace_steps import SearchStep
from sapper.players.tracing.tracer import trace_tree

__all__ = ["Experiment", "Figure", "Lesson", "LessonExample", "Lessons", "lessons"]


@dataclass(frozen=True)
class LessonExample:
    """A position to watch, and who decides it; `tree` shows only the search of `backtracking`."""

    name: str
    position: str
    player: str
    tree: bool = False


@dataclass(frozen=True)
class Experiment:
    """Games to play again; `printed` are the rates of the paper, None where it prints none."""

    board: str
    start: str
    first: str
    players: tuple[str, ...]
    printed: tuple[str | None, ...]


@dataclass(frozen=True)
class Figure:
    """A figure that the paper prints or states, beside ours."""

    name: str
    printed: str
    ours: str


@dataclass(frozen=True)
class Lesson:
    """A lesson in the language that is in use."""

    key: str
    paper: str
    citation: str
    title: str
    idea: str
    examples: tuple[LessonExample, ...]
    technique: str
    """The technique of the exercise, as `drills` takes it."""
    experiments: tuple[Experiment, ...]
    figures: tuple[Figure, ...]
    mistakes: str
    shown: int
    """Which example shows the mistakes."""


@dataclass(frozen=True)
class Lessons:
    """All lessons, in the order of the papers."""

    lessons: tuple[Lesson, ...]


_Told = tuple[str, str, str, tuple[LessonExample, ...], str, int]
"""Title, idea, mistakes, examples, technique, the example that shows the mistakes."""

_LESSONS: Final[dict[str, _Told]] = {
    "Huda": (
        N_("Two rules, then a local CSP"),
        N_("Two rules come first. Basic Safe Rule: a number with all its flags has only safe "
           "neighbours left. Basic Mine Rule: a number that needs as many mines as it has "
           "covered neighbours has mines in all of them. Where both stop, the covered cells "
           "that share numbers form a local CSP. Dynamic programming counts its layouts group "
           "by group; a memo table keeps what the numbers still need, so no state is counted "
           "twice."),
        N_("The published program counts a game as won when it opens a mine as the last cell "
           "but one; its rate with losses counted as losses is the observed one. Its memo key "
           "is the cell and the mines placed. In the row of five cells two states have one mine "
           "in r0c0 and r0c1 but different needs: that key merges them, and the count is wrong. "
           "The idea is sound: with the needs in the key the count is exact."),
        (LessonExample(N_("local CSP"), "2x5/?:_____/12221", "hybrid"),
         LessonExample(N_("two rules"), "4x4/3:__20/__20/2210/0000", "greedy")),
        "single-number", 0,
    ),
    "anonymous": (
        N_("The probability matrix, three ways"),
        N_("Count every layout that fits: the chance of a cell is the share of layouts with a "
           "mine there. The naive way places all mines everywhere. The frontier way places "
           "mines only beside numbers; the others lie outside in a binomial number of ways. The "
           "third way splits the frontier into islands and counts each apart. All three give "
           "the same matrix, at very different cost. Then open a cell of the least chance."),
        N_("The indices of the printed binomials have slipped. With x mines in all, of which f "
           "are on the frontier, the n cells outside hold the others in C(n, x − f) ways. Watch "
           "two ways side by side on the example: with this binomial their matrices are equal."),
        (LessonExample(N_("frontier"), "3x4/2:_1__/____/__1_", "probability-frontier"),
         LessonExample(N_("naive"), "3x4/2:_1__/____/__1_", "probability-naive"),
         LessonExample(N_("islands"), "3x4/2:_1__/____/__1_", "probability")),
        "mine-count", 0,
    ),
    "Amadia": (
        N_("Backtracking on a given board"),
        N_("Assign the covered cells one after another: a mine, then safe. After every "
           "assignment check the numbers that touch the cell. A number with too many mines, or "
           "with too few cells left, is a bounding function: the node is dead and the search "
           "goes back. A cell that is equal in all solutions is certain. The state space tree "
           "shows every node in the order of the visit."),
        N_("The demo board of the paper has no solution: every branch of its tree dies. Its "
           "program overwrites the board during the search, so the last assignment stays there "
           "even then. The tree of puzzle A ends at the first solution; ours goes on, because "
           "only all solutions together make a cell certain."),
        (LessonExample(N_("puzzle A"), "3x4/?:01_1/01_1/0111", "backtracking", tree=True),
         LessonExample(N_("demo board"), "4x4/?:1_11/12_1/0111/0000", "backtracking", tree=True)),
        "case-split", 1,
    ),
    "Sansani": (
        N_("Breadth-first from number to number"),
        N_("From the opened cell the numbers wait in a queue. Single-square analysis takes each "
           "and applies the two rules. A number that stays undecided waits for multi-square "
           "analysis, which compares numbers that share cells. Last comes the mine count: it "
           "can settle a cell walled in by mines. If nothing is certain, as at a 50/50, a cell "
           "is opened at random."),
        N_("We found no mistake in the examples: the corner has just the four layouts that the "
           "paper lists. It prints no experiment. What remains open is the guess: a random cell "
           "is not always the best one, which the 50/50 hides, since there all are equal."),
        (LessonExample(N_("corner"), "3x3/2:01_/12_/___", "bfs"),
         LessonExample(N_("50/50"), "2x3/1:01_/01_", "bfs"),
         LessonExample(N_("walled in"), "4x4/3:__20/__20/2210/0000", "bfs")),
        "difference", 1,
    ),
    "layout": (
        N_("The layout problem: trying all, or backtracking"),
        N_("Every cell shows its number, mines too, and the mines are wanted. Brute force tries "
           "every placement and subtracts each mine from its neighbours until all numbers are "
           "0. Backtracking decides cell by cell and goes back as soon as a number cannot be "
           "met. Watch both side by side: tries against nodes."),
        N_("The bounds are right but far too large. Brute force is bounded as if the order of "
           "the mines mattered, though a set of mines needs one try. Backtracking is bounded as "
           "if nothing were pruned, but the numbers cut most branches at once."),
        (LessonExample(N_("brute force"), "3x3/?:111/101/111", "brute-force"),
         LessonExample(N_("backtracking"), "3x3/?:111/101/111", "backtracking")),
        "chain", 0,
    ),
}  # fmt: skip


def lessons() -> Lessons:
    """Return the five lessons."""
    return Lessons(tuple(map(_lesson, _LESSONS)))


def _lesson(key: str) -> Lesson:
    title, idea, mistakes, examples, technique, shown = _LESSONS[key]
    named = (LessonExample(_(e.name), e.position, e.player, e.tree) for e in examples)
    figures = {"Amadia": _tree_figures, "Sansani": _corner_figures, "layout": _cost_figures}
    return Lesson(
        key=key.lower() if key != "anonymous" else "probability",
        paper=PAPERS[key].name,
        citation=PAPERS[key].citation,
        title=_(title),
        idea=_(idea),
        examples=tuple(named),
        technique=technique,
        experiments=tuple(_experiments(key)),
        figures=tuple(figures[key](examples)) if key in figures else (),
        mistakes=_(mistakes),
        shown=shown,
    )


def _experiments(key: str) -> Iterator[Experiment]:
    if key == "Huda":
        for board in dict.fromkeys(board for board, _player in HUDA):
            found = {player: f for (where, player), f in HUDA.items() if where == board}
            yield Experiment(
                board, "open", "middle", tuple(found), tuple(_huda_rate(f) for f in found.values())
            )
    elif key == "anonymous":
        rate = percent(sum(PROBABILITY_WINS) / (2 * BATCH))
        yield Experiment("9x9/10", "raw", "random", ("probability",), (rate,))
    elif key != "layout":
        player = "backtracking" if key == "Amadia" else "bfs"
        yield Experiment("10x10/15", "open", "middle", (player,), (None,))


def _huda_rate(figures: Printed) -> str:
    rates = {"printed": percent(figures.win / 100), "observed": percent(figures.observed / 100)}
    return _("{printed}, observed {observed}").format(**rates)


def _tree_figures(examples: tuple[LessonExample, ...]) -> Iterator[Figure]:
    for example, printed in zip(examples, (str(len(AMADIA_TREE)), "–"), strict=True):
        search = _search_of(example.position)
        nodes = _("{example}: nodes").format(example=_(example.name))
        yield Figure(nodes, printed, str(len(search.nodes)))
        solutions = _("{example}: solutions").format(example=_(example.name))
        yield Figure(solutions, "–" if printed == "–" else "1", str(len(search.solutions)))


def _corner_figures(examples: tuple[LessonExample, ...]) -> Iterator[Figure]:
    ours = len(_search_of(examples[0].position).solutions)
    yield Figure(_("layouts of the corner"), str(len(SANSANI_LAYOUTS)), str(ours))


def _search_of(position: str) -> SearchStep:
    return next(s for s in trace_tree(Position.parse(position)).steps if isinstance(s, SearchStep))


def _cost_figures(examples: tuple[LessonExample, ...]) -> Iterator[Figure]:
    position = examples[0].position
    brute, back = (solve_layout(position, method, most=1) for method in LAYOUT_METHODS)
    bounds = cost_bounds(brute.geometry.size, len(brute.solutions[0]))
    yield Figure(_("tries of brute force"), f"≤ {bounds.brute_force}", str(brute.nodes))
    yield Figure(_("nodes of backtracking"), f"≤ {bounds.backtracking}", str(back.nodes))
