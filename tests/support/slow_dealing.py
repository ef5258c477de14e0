"""The slow twin of dealing: the same layouts as the core's, in plain Python."""

from __future__ import annotations

from typing import Final

from sapper.board.cell import CellLike
from sapper.board.spec import BoardSpec, StartRule
from sapper.games.dealing import check_room, excluded_cells, game_key

__all__ = ["deal_slowly"]

_WORD: Final = 2**64 - 1
_GOLDEN: Final = 0x9E3779B97F4A7C15


def deal_slowly(
    spec: BoardSpec, start: StartRule, first: CellLike, *, seed: int, game: int = 0
) -> bytes:
    """Return the same layout as `deal`."""
    excluded = excluded_cells(spec.geometry, start, first)
    check_room(spec, start, first)
    size = spec.geometry.size
    order, layout = list(range(size)), bytearray(size)
    random, left, drawn = _Random(game_key(seed, game)), spec.mines, 0
    while left:
        other = drawn + random.below(size - drawn)
        order[drawn], order[other] = order[other], order[drawn]
        if order[drawn] not in excluded:
            layout[order[drawn]] = 1
            left -= 1
        drawn += 1
    return bytes(layout)


def _scatter(word: int) -> int:
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _WORD
    return word ^ (word >> 31)


def _rotate(word: int, by: int) -> int:
    return ((word << by) | (word >> (64 - by))) & _WORD


class _Random:
    """The same random numbers as `sapper::Random`: xoshiro256** seeded by SplitMix64."""

    def __init__(self, key: int) -> None:
        self._state = [_scatter((key + k * _GOLDEN) & _WORD) for k in (1, 2, 3, 4)]

    def next(self) -> int:
        a, b, c, d = self._state
        result = (_rotate((b * 5) & _WORD, 7) * 9) & _WORD
        c, d = c ^ a, d ^ b
        self._state = [a ^ d, b ^ c, c ^ ((b << 17) & _WORD), _rotate(d, 45)]
        return result

    def below(self, bound: int) -> int:
        uneven = (2**32 - bound) % bound
        while True:
            product = (self.next() >> 32) * bound
            if product & 0xFFFFFFFF >= uneven:
                return product >> 32
