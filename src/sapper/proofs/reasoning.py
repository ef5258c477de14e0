"""Get from premises to a conclusion in steps that a person can follow.

Every step is one rule: a *main* premise settles its undecided cells, alone or with *helpers* that
bound the mines among the cells they share with it. Where that stalls, `refute` assumes the opposite
of the conclusion and follows it to a clash, splitting into cases if necessary.

All of it is data; cells and premises are indices.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from sapper.analysis.premises import MINE_COUNT, Premise, Premises

__all__ = ["Bound", "Case", "Inference", "Reasoner", "chain", "refute"]

_MOST_HELPER_TRIES = 300
_MOST_CASES = 24
_MOST_SPLITS_TRIED = 12


@dataclass(frozen=True, slots=True)
class Bound:
    """A helper's bound: `least` to `most` of the cells it shares with the main premise are mines.

    `outside` counts its undecided cells that are not shared, `need` its mines not yet found.
    """

    premise: int
    cells: frozenset[int]
    least: int
    most: int
    outside: int
    need: int


@dataclass(frozen=True, slots=True)
class Inference:
    """One step: the main premise with its helpers settles the cells in `settled`.

    An empty `settled` means a clash; then `is_mine` says that mines are missing, otherwise there
    are too many.

    `found` are the mines known before the step, `need` how many were still missing among `cells`;
    `given` are the cells known from earlier steps that the step relies on.
    """

    premise: int
    found: frozenset[int]
    need: int
    cells: frozenset[int]
    helpers: tuple[Bound, ...]
    settled: frozenset[int]
    is_mine: bool
    given: frozenset[int]

    @property
    def is_clash(self) -> bool:
        """Whether this step shows that the premises cannot all be right."""
        return not self.settled

    @property
    def premises(self) -> tuple[int, ...]:
        """All premises of this step, the main one first."""
        return (self.premise, *(helper.premise for helper in self.helpers))


@dataclass(frozen=True, slots=True)
class Case:
    """An assumption and what follows: steps up to a clash, or up to two cases that both clash."""

    cell: int | None
    is_mine: bool
    steps: tuple[Inference, ...]
    cases: tuple[Case, ...]


def chain(puzzle: Premises, premises: Sequence[int], goal: int) -> tuple[Inference, ...]:
    """Return the steps that lead to the goal cell, or none if plain steps do not suffice."""
    reasoner = Reasoner(puzzle, premises, {})
    for _ in reasoner.take_steps():
        if goal in reasoner.known:
            return reasoner.steps_towards(frozenset((goal,)))
    return ()


def refute(puzzle: Premises, premises: Sequence[int], supposed: Mapping[int, bool]) -> Case | None:
    """Return how an assumption about at most one cell ends in a clash.

    Return None if that takes too many cases to read.
    """
    counter = [_MOST_CASES]
    case = _refute(puzzle, premises, {}, supposed, counter)
    return case if counter[0] >= 0 else None


class Reasoner:
    """Repeats the simplest step that the premises allow.

    A premise that allowed no step is tried again only when something near it has changed.
    """

    def __init__(
        self, puzzle: Premises, premises: Sequence[int], known: Mapping[int, bool]
    ) -> None:
        self.known = dict(known)
        self._premise = puzzle.premise
        self._numbers = [puzzle.premise(i) for i in premises if i != MINE_COUNT]
        self._count = [puzzle.premise(i) for i in premises if i == MINE_COUNT]
        self._steps: list[Inference] = []
        self._allowance = puzzle.allowance
        self._touching: dict[int, list[Premise]] = {}
        for premise in self._numbers:
            for cell in premise.cells:
                self._touching.setdefault(cell, []).append(premise)
        self._quiet: set[tuple[int, int]] = set()  # (rule, premise) that allowed nothing

    def take_steps(self) -> Iterator[Inference]:
        """Take and yield steps until none is left or one is a clash."""
        while (step := self._next()) is not None:
            self._allowance.check()
            self._steps.append(step)
            self.known.update(dict.fromkeys(step.settled, step.is_mine))
            self._wake(step.settled)
            yield step
            if step.is_clash:
                return

    def steps_towards(
        self, wanted: frozenset[int], last: Inference | None = None
    ) -> tuple[Inference, ...]:
        """Return only the steps that the wanted cells depend on, in order, and the last."""
        needed = [] if last is None else [last]
        missing = set(wanted)
        for step in reversed(self._steps):
            if step.settled & missing:
                needed.append(step)
                missing |= step.given
        return tuple(reversed(needed))

    def undecided_cells(self) -> list[int]:
        """Return the undecided cells of all numbers, those of numbers with few cells first."""
        views = sorted((sorted(self._view(p)[0]) for p in self._numbers), key=len)
        return list(dict.fromkeys(cell for cells in views for cell in cells))

    def _next(self) -> Inference | None:
        rules = (self._alone, self._with_one, self._with_several)
        for number, rule in enumerate(rules):
            for premise in (*self._numbers, *self._count):
                if (number, premise.source) in self._quiet:
                    continue
                step = rule(premise)
                if step is not None:
                    return step
                self._quiet.add((number, premise.source))
        return None

    def _wake(self, settled: frozenset[int]) -> None:
        """Try all premises again that touch the settled cells, and those tied to them."""
        near = {p.source: p for cell in settled for p in self._touching.get(cell, ())}
        awake = {MINE_COUNT, *near}
        for premise in near.values():
            awake.update(p.source for cell in premise.cells for p in self._touching[cell])
        self._quiet.difference_update([(rule, source) for rule in range(3) for source in awake])

    def _alone(self, main: Premise) -> Inference | None:
        cells, need = self._view(main)
        if not 0 <= need <= len(cells):
            return self._infer(main, (), frozenset(), need > 0)
        if cells and need in (0, len(cells)):
            return self._infer(main, (), cells, need > 0)
        return None

    def _with_one(self, main: Premise) -> Inference | None:
        for bound in self._bounds(main):
            step = self._conclude(main, (bound,))
            if step is not None:
                return step
        return None

    def _with_several(self, main: Premise) -> Inference | None:
        """Add up helpers that share no cells with each other, all of them if possible."""
        bounds = list(self._bounds(main))
        for chosen in islice(_apart(bounds), _MOST_HELPER_TRIES):
            step = self._conclude(main, chosen) if len(chosen) > 1 else None
            if step is not None:
                return step
        return None

    def _conclude(self, main: Premise, bounds: tuple[Bound, ...]) -> Inference | None:
        cells, need = self._view(main)
        # A bound that excludes nothing takes no part in a conclusion.
        rest = cells.difference(*(bound.cells for bound in bounds))
        least = sum(bound.least for bound in bounds)
        most = sum(bound.most for bound in bounds)
        if least > need:
            needed = tuple(bound for bound in bounds if bound.least)
            return self._infer(main, needed, frozenset(), False)
        if need - most > len(rest):
            needed = tuple(bound for bound in bounds if bound.most < len(bound.cells))
            return self._infer(main, needed, frozenset(), True)
        if rest and least == need and all(bound.least for bound in bounds):
            return self._infer(main, bounds, rest, False)
        if (
            rest
            and need - most == len(rest)
            and all(bound.most < len(bound.cells) for bound in bounds)
        ):
            return self._infer(main, bounds, rest, True)
        return None

    def _bounds(self, main: Premise) -> Iterator[Bound]:
        cells, _ = self._view(main)
        near = {p.source: p for cell in cells for p in self._touching.get(cell, ())}
        for helper in (*(near[i] for i in sorted(near)), *self._count):
            if helper.source == main.source:
                continue
            others, need = self._view(helper)
            shared = cells & others
            if shared:
                outside = len(others) - len(shared)
                least, most = max(0, need - outside), min(need, len(shared))
                yield Bound(helper.source, shared, least, most, outside, need)

    def _view(self, premise: Premise) -> tuple[frozenset[int], int]:
        """Return what is left of a premise: its undecided cells and the mines it still needs."""
        settled = [cell for cell in premise.cells if cell in self.known]
        if not settled:
            return premise.cells, premise.need
        mines = sum(self.known[cell] for cell in settled)
        return premise.cells.difference(settled), premise.need - mines

    def _infer(
        self, main: Premise, bounds: tuple[Bound, ...], settled: frozenset[int], is_mine: bool
    ) -> Inference:
        cells, need = self._view(main)
        found = frozenset(cell for cell in main.cells if self.known.get(cell))
        return Inference(
            premise=main.source,
            found=found.union(main.known),
            need=need,
            cells=cells,
            helpers=bounds,
            settled=settled,
            is_mine=is_mine,
            given=self._given(main, bounds, is_mine),
        )

    def _given(self, main: Premise, bounds: tuple[Bound, ...], is_mine: bool) -> frozenset[int]:
        """Return the known cells that a step relies on.

        To find mines, cells known to be safe matter around the main premise but not around a
        helper, which is bounded from above by its mines; to find safe cells it is the other way
        round.
        """
        helped = [cell for bound in bounds for cell in self._premise(bound.premise).cells]
        exact, mines_only = (main.cells, helped) if is_mine else (helped, main.cells)
        return frozenset(cell for cell in exact if cell in self.known).union(
            cell for cell in mines_only if self.known.get(cell)
        )


def _apart(bounds: list[Bound], start: int = 0) -> Iterator[tuple[Bound, ...]]:
    """Yield every choice of bounds without common cells, longer choices before shorter ones."""
    for i in range(start, len(bounds)):
        fitting = [b for b in bounds[i + 1 :] if b.cells.isdisjoint(bounds[i].cells)]
        for more in _apart(fitting):
            yield (bounds[i], *more)
        yield (bounds[i],)


def _refute(
    puzzle: Premises,
    premises: Sequence[int],
    known: Mapping[int, bool],
    supposed: Mapping[int, bool],
    counter: list[int],
) -> Case | None:
    counter[0] -= 1
    reasoner = Reasoner(puzzle, premises, {**known, **supposed})
    cell, is_mine = next(iter(supposed.items()), (None, False))
    for step in reasoner.take_steps():
        if step.is_clash:
            return Case(cell, is_mine, reasoner.steps_towards(step.given, step), ())
    if counter[0] < 0:
        return None
    split = _cell_to_split(puzzle, premises, reasoner)
    cases = []
    for value in (True, False):
        case = _refute(puzzle, premises, reasoner.known, {split: value}, counter)
        if case is None:
            return None
        cases.append(case)
    given = frozenset().union(*(_given_cells(case) for case in cases))
    return Case(cell, is_mine, reasoner.steps_towards(given), tuple(cases))


def _cell_to_split(puzzle: Premises, premises: Sequence[int], reasoner: Reasoner) -> int:
    """Return the undecided cell whose two cases have the shortest refutations without splits.

    If there is no such cell, return the first candidate.
    """
    candidates = reasoner.undecided_cells()
    lengths = {}
    for cell in candidates[:_MOST_SPLITS_TRIED]:
        total = 0
        for value in (True, False):
            inner = Reasoner(puzzle, premises, {**reasoner.known, cell: value})
            steps = list(inner.take_steps())
            if not steps or not steps[-1].is_clash:
                break
            total += len(inner.steps_towards(steps[-1].given, steps[-1]))
        else:
            lengths[cell] = total
    return min(lengths, key=lambda cell: (lengths[cell], cell), default=candidates[0])


def _given_cells(case: Case) -> frozenset[int]:
    """Return the cells that a case takes as known."""
    given = frozenset(c for step in case.steps for c in step.given)
    for inner in case.cases:
        given |= _given_cells(inner)
    return given
