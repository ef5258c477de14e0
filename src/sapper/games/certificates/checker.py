"""Check a certificate: that a board can be cleared from its first cell without a guess.

This module stands alone: it imports nothing but the standard library, takes the JSON document of a
certificate, and plays the game itself. For every move it tries all ways to place mines in the
cells around the cited numbers, and believes the move only if all of them agree. So a mistake in
the generator, in the grades or in the proofs cannot hide itself here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

__all__ = ["Finding", "check_certificate"]

_TECHNIQUES = {"single": (1, 1), "pair": (2, 2), "chain": (3, None), "count": (0, None)}
"""How many numbers each technique cites, from the easiest to the hardest."""
_SQUARE = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
_HEX = [  # even rows, odd rows: odd ones are shifted half a cell to the right
    [(-1, -1), (-1, 0), (0, -1), (0, 1), (1, -1), (1, 0)],
    [(-1, 0), (-1, 1), (0, -1), (0, 1), (1, 0), (1, 1)],
]
_MOST_CELLS = 1_000_000
_MOST_STATES = 200_000  # different sums at one place of an enumeration


class Finding(NamedTuple):
    """What the check found: `outcome` is "valid", "invalid" or "not checked".

    `move` is the number of the move where it ended, from 1; None if it concerns no single move.
    `techniques` are the moves of each technique, the easiest first; None if it is not valid.
    """

    outcome: str
    reason: str = ""
    move: int | None = None
    techniques: Mapping[str, int] | None = None

    @property
    def is_valid(self) -> bool:
        """Whether every move was checked and is proved."""
        return self.outcome == "valid"

    @property
    def text(self) -> str:
        """The finding in one sentence."""
        place = "" if self.move is None else f"move {self.move}: "
        return self.outcome if not self.reason else f"{self.outcome}: {place}{self.reason}"


class _Refused(Exception):  # noqa: N818 (never leaves this module)
    """The certificate is wrong; another outcome than "invalid" is the second argument."""


def check_certificate(document: Any) -> Finding:
    """Return whether the moves of a certificate clear its board, each proved by what it cites."""
    number = 0
    try:
        game = _Game(document)
        for move in (moves := _list(document, "moves")):
            number += 1
            game.check_move(move)
        number = 0
        used = [move["technique"] for move in moves]
        game.check_end(used)
    except _Refused as problem:
        reason, outcome = (*problem.args, "invalid")[:2]
        return Finding(outcome, reason, number or None)
    return Finding("valid", techniques={t: used.count(t) for t in _TECHNIQUES if t in used})


class _Game:
    """The game, rebuilt from the document; cells are numbered row by row."""

    def __init__(self, document: Any) -> None:
        if not isinstance(document, Mapping) or document.get("schema") != 1:
            raise _Refused("expected a certificate with schema 1")
        self.document = document
        shape, self.rows, self.columns, mines = _read_layout(document)
        self.around = _neighbours(shape, self.rows, self.columns, document)
        self.mines = frozenset(mines)
        self.open, self.found = set[int](), set[int]()
        difficulty: Any = document.get("difficulty")
        if type(difficulty) not in (int, float) or not 0 <= difficulty < 1e300:
            raise _Refused("the difficulty must be a finite number, 0 or more")
        self._start(self._cells([document.get("first")])[0], document.get("start"))

    def _start(self, first: int, rule: Any) -> None:
        if rule not in ("raw", "safe", "open"):
            raise _Refused("the start rule must be raw, safe or open")
        if first in self.mines:
            raise _Refused("the first cell is a mine")
        if rule == "open" and self._number(first):
            raise _Refused("the start rule is open, but the first cell touches a mine")
        self._open(first)

    def check_move(self, move: Any) -> None:
        """Check one move and make it."""
        if not isinstance(move, Mapping):
            raise _Refused("expected an object")
        if self._is_cleared():
            raise _Refused("the board is already cleared")
        numbers, safe, mines = (self._cells(_list(move, k)) for k in ("numbers", "open", "mines"))
        self._check_words(move, numbers)
        self._check_cells(numbers, safe, mines)
        counts = move["uses_mine_count"]
        if not self._follows(numbers, counts, safe, mines):
            raise _Refused("its cells do not follow from what it cites")
        for i, number in enumerate(numbers):
            if self._follows([*numbers[:i], *numbers[i + 1 :]], counts, safe, mines):
                raise _Refused(f"{self._name(number)} is cited without need")
        if counts and self._follows(numbers, False, safe, mines):
            raise _Refused("the mine count is cited without need")
        self.found.update(mines)
        for cell in safe:
            self._open(cell)

    def check_end(self, techniques: Sequence[str]) -> None:
        """Check that the board is cleared, and the grade."""
        if not self._is_cleared():
            left = len(self.around) - len(self.mines) - len(self.open)
            raise _Refused(f"the moves end with {_count(left, 'safe cell')} still covered")
        hardest = max(techniques, key=list(_TECHNIQUES).index, default="click")
        if self.document.get("grade") != hardest:
            raise _Refused(f"the grade must be {hardest}, as its hardest move")

    def _check_words(self, move: Mapping[str, Any], numbers: Sequence[int]) -> None:
        technique, counts = move.get("technique"), move.get("uses_mine_count")
        if not isinstance(technique, str) or technique not in _TECHNIQUES:
            raise _Refused(f"the technique must be one of {', '.join(_TECHNIQUES)}")
        if counts is not (technique == "count"):
            raise _Refused("the mine count is for the technique count, and only for it")
        least, most = _TECHNIQUES[technique]
        if len(numbers) < least or (most is not None and len(numbers) > most):
            cited = _count(len(numbers), "number")
            raise _Refused(f"the technique {technique} does not cite {cited}")

    def _check_cells(self, numbers: list[int], safe: list[int], mines: list[int]) -> None:
        for number in numbers:
            if number not in self.open:
                raise _Refused(f"the cited {self._name(number)} is not open")
        if not safe and not mines:
            raise _Refused("it settles no cell")
        for cell in (*safe, *mines):
            if cell in self.open or cell in self.found:
                raise _Refused(f"{self._name(cell)} is known already")

    def _follows(
        self, numbers: Sequence[int], counts: bool, safe: Iterable[int], mines: Iterable[int]
    ) -> bool:
        """Return whether the cells are so in every way to place mines around the numbers.

        Cells that the same numbers touch are alike: of each such box only the number of its mines
        is tried. With the mine count all cells that no cited number touches are one more box.
        """
        near = {cell for number in numbers for cell in self.around[number]}
        boxes: dict[tuple[int, ...], list[int]] = {}
        for cell in range(len(self.around)) if counts else sorted(near):
            if cell not in self.open and cell not in self.found:
                touching = tuple(k for k, n in enumerate(numbers) if cell in self.around[n])
                boxes.setdefault(touching, []).append(cell)
        needs = [self._number(n) - len(self.found.intersection(self.around[n])) for n in numbers]
        ties = [(*box, len(numbers)) if counts else box for box in boxes]
        needs += [len(self.mines) - len(self.found)] if counts else []
        members = list(boxes.values())
        for cells, wrong_least, wrong_most in ((safe, 1, 0), (mines, 0, 1)):
            hit = {k for k, box in enumerate(members) if set(box).intersection(cells)}
            if not {c for k in hit for c in members[k]}.issuperset(cells):
                return False  # a cell that no cited number touches
            for k in hit:
                ranges = [(0, len(box)) for box in members]
                ranges[k] = (wrong_least, len(members[k]) - wrong_most)
                if _can_fill(ranges, ties, needs):
                    return False
        return True

    def _number(self, cell: int) -> int:
        return len(self.mines.intersection(self.around[cell]))

    def _open(self, first: int) -> None:
        work = [first]
        for cell in work:
            if cell in self.mines:
                raise _Refused(f"it opens the mine at {self._name(cell)}")
            if cell not in self.open:
                self.open.add(cell)
                if self._number(cell) == 0:
                    work += self.around[cell]

    def _is_cleared(self) -> bool:
        return len(self.open) == len(self.around) - len(self.mines)

    def _cells(self, pairs: Sequence[Any]) -> list[int]:
        """Return the cells of [row, column] pairs, none twice."""
        cells = []
        for pair in pairs:
            is_pair = isinstance(pair, (list, tuple)) and [type(n) for n in pair] == [int, int]
            if not is_pair or not (0 <= pair[0] < self.rows and 0 <= pair[1] < self.columns):
                raise _Refused(f"expected a cell [row, column] of the board, got {str(pair)[:40]}")
            cells.append(pair[0] * self.columns + pair[1])
        if len(set(cells)) < len(cells):
            raise _Refused("a cell is named twice")
        return cells

    def _name(self, cell: int) -> str:
        return f"r{cell // self.columns}c{cell % self.columns}"


def _can_fill(
    ranges: Sequence[tuple[int, int]], ties: Sequence[tuple[int, ...]], needs: Sequence[int]
) -> bool:
    """Return whether boxes can be filled so that every sum comes out.

    Box k gets a number of mines within `ranges[k]` and counts for the sums `ties[k]`. All fillings
    are tried, box by box; those that leave the same sums to be reached are the same from there on.
    """
    order = sorted(range(len(ties)), key=lambda k: ties[k])
    last = {sum_: place for place, k in enumerate(order) for sum_ in ties[k]}
    if any(need and sum_ not in last for sum_, need in enumerate(needs)):
        return False
    states = {tuple(needs)}
    for place, k in enumerate(order):
        closing = [sum_ for sum_ in ties[k] if last[sum_] == place]
        after = set()
        for state in states:
            for count in range(ranges[k][0], ranges[k][1] + 1):
                left = list(state)
                for sum_ in ties[k]:
                    left[sum_] -= count
                if min(left, default=0) < 0:
                    break
                if all(left[sum_] == 0 for sum_ in closing):
                    after.add(tuple(left))
        if len(after) > _MOST_STATES:
            raise _Refused(f"too many cells, in {len(ties)} groups to be tried", "not checked")
        states = after
    return bool(states)


def _read_layout(document: Mapping[str, Any]) -> tuple[str, int, int, list[int]]:
    """Return the shape, rows, columns and mines of a text like `torus-9x9/10=HEX`."""
    text = document.get("layout")
    form = r"(?:(torus|hex|graph)-)?(\d{1,7})x(\d{1,7})/(\d{1,7})=([0-9a-f]+)"
    match = re.fullmatch(form, text, re.ASCII) if isinstance(text, str) else None
    if match is None:
        raise _Refused("the layout must be a text like 9x9/10=HEX")
    rows, columns, count = (int(match[k]) for k in (2, 3, 4))
    size = rows * columns
    if not 0 < size <= _MOST_CELLS or len(match[5]) != (size + 3) // 4:
        raise _Refused(f"the layout does not fit {rows}x{columns} cells")
    bits = bin(int(match[5], 16))[2:].zfill(size)
    mines = [cell for cell, bit in enumerate(bits) if bit == "1"]
    if len(bits) != size or len(mines) != count:
        raise _Refused(f"the layout does not have {_count(count, 'mine')} in {size} cells")
    return match[1] or "grid", rows, columns, mines


def _neighbours(
    shape: str, rows: int, columns: int, document: Mapping[str, Any]
) -> list[frozenset[int]]:
    """Return the neighbours of every cell."""
    if shape == "graph":
        return _graph_neighbours(rows * columns, _list(document, "neighbours"))
    found = []
    for row in range(rows):
        for column in range(columns):
            steps = _HEX[row % 2] if shape == "hex" else _SQUARE
            cells = [(row + down, column + right) for down, right in steps]
            if shape == "torus":
                cells = [(r % rows, c % columns) for r, c in cells]
            inside = {(r, c) for r, c in cells if 0 <= r < rows and 0 <= c < columns}
            found.append(frozenset(r * columns + c for r, c in inside - {(row, column)}))
    return found


def _graph_neighbours(size: int, lists: Sequence[Any]) -> list[frozenset[int]]:
    if len(lists) != size or not all(isinstance(each, list) for each in lists):
        raise _Refused(f"expected the neighbours of {size} cells")
    for cell, each in enumerate(lists):
        for other in each:
            is_cell = type(other) is int and 0 <= other < size and other != cell
            if not is_cell or cell not in lists[other]:
                raise _Refused(f"the neighbours of cell {cell} are not those of a graph")
    return [frozenset(each) for each in lists]


def _list(data: Mapping[str, Any], key: str) -> list[Any]:
    found = data.get(key)
    if not isinstance(found, list):
        raise _Refused(f"expected a list under '{key}'")
    return found


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
