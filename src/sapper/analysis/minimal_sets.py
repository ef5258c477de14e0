"""Find minimal sets of premises by deletion, the usual method for minimal unsatisfiable sets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set

from sapper.analysis.premises import Premises

__all__ = ["count_orders", "shrink"]


def shrink(holds: Callable[[Sequence[int]], bool], premises: Sequence[int]) -> tuple[int, ...]:
    """Return a minimal subset of the premises that still `holds`, dropping the first ones first.

    Blocks are tried before single premises, so few calls are needed when few premises are.
    """
    kept = list(premises)
    size = len(kept) // 2
    while size > 1:
        kept = _drop_blocks(holds, kept, size)
        size //= 2
    return tuple(_drop_blocks(holds, kept, 1))


def _drop_blocks(holds: Callable[[Sequence[int]], bool], kept: list[int], size: int) -> list[int]:
    start = 0
    while start < len(kept):
        trial = kept[:start] + kept[start + size :]
        if holds(trial):
            kept = trial
        else:
            start += size
    return kept


def count_orders(puzzle: Premises, near: Set[int]) -> Iterator[list[int]]:
    """Yield two orders in which to drop numbers.

    The first drops the near numbers last, the second a set of disjoint, demanding ones.
    """
    premises = [puzzle.premise(i) for i in puzzle.numbers]
    premises.sort(key=lambda p: (p.source in near, p.need, -len(p.cells), p.source))
    yield [p.source for p in premises]
    apart: list[int] = []
    covered: set[int] = set()
    for premise in sorted(premises, key=lambda p: (-p.need / len(p.cells), p.source)):
        if covered.isdisjoint(premise.cells):
            covered |= premise.cells
            apart.append(premise.source)
    taken = set(apart)
    yield [*(p.source for p in premises if p.source not in taken), *reversed(apart)]
