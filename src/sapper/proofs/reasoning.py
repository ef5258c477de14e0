"""Get from premises to a conclusion in steps that a person can follow.

Every step is one rule: a *main* premise settles its undecided cells, alone or with *helpers* that
bound the mines among the cells they share with it. Where that stalls, `cases` assumes the opposite
of the conclusion.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from sapper.analysis.puzzle import MINE_COUNT, Premise, Puzzle
from sapper.proofs.inference import Bound, Inference

__all__ = ["Reasoner", "chain"]

_MOST_HELPER_TRIES = 300


def chain(puzzle: Puzzle, premises: Sequence[int], goal: int) -> tuple[Inference, ...]:
    """Return the steps that lead to the goal cell, or none if plain steps do not suffice."""
    reasoner = Reasoner(puzzle, premises, {})
    for _ in reasoner.take_steps():
        if goal in reasoner.known:
            return reasoner.steps_towards(frozenset((goal,)))
    return ()


class Reasoner:
    """Repeats the simplest step that the premises allow.

    A premise that allowed no step is tried again only when something near it has changed.
    """

    def __init__(self, puzzle: Puzzle, premises: Sequence[int], known: Mapping[int, bool]) -> None:
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
