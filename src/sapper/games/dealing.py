"""Deal mines: game number i of a seed is the same board for every player and platform.

The core deals: `native/sapper/games/deal.hpp` describes the method.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sapper import _core
from sapper.board.cell import CellLike, cell_of
from sapper.board.geometry import Geometry
from sapper.board.number_checks import check_number, check_seed
from sapper.board.spec import BoardSpec, StartRule
from sapper.errors import InputError
from sapper.language import _

__all__ = ["check_room", "deal", "excluded_cells", "game_key"]

_WORD: Final = 2**64 - 1


def deal(spec: BoardSpec, start: StartRule, first: CellLike, *, seed: int, game: int = 0) -> bytes:
    """Return the layout of one game, one byte per cell: 1 for a mine.

    Raise `InputError` when the start rule cannot hold around the first cell.
    """
    seed, game = check_seed(seed), check_number(game)
    excluded = excluded_cells(spec.geometry, start, first)
    check_room(spec, start, first)
    return _core.deal(spec.geometry.size, spec.mines, excluded, seed, game)


def excluded_cells(geometry: Geometry, start: StartRule, first: CellLike) -> Sequence[int]:
    """Return the cells that may not hold a mine when `first` is opened first."""
    index = geometry.index(first)
    if start is StartRule.RAW:
        return ()
    if start is StartRule.SAFE:
        return (index,)
    return (index, *geometry.neighbour_lists[index])


def game_key(seed: int, game: int) -> int:
    """Return the 64-bit key of one game; no two games of a seed have the same key."""
    seed, game = check_seed(seed), check_number(game)
    return _scatter((_scatter(seed) + game) & _WORD)


def check_room(spec: BoardSpec, start: StartRule, first: CellLike) -> None:
    """Raise `InputError` when the start rule cannot hold around the first cell."""
    room = spec.geometry.size - len(excluded_cells(spec.geometry, start, first))
    if spec.mines > room:
        row, column = cell_of(first)
        raise InputError(
            _(
                "start rule '{start}' cannot hold on {spec}: {mines} mines, but only {room} "
                "cells may hold one when ({row}, {column}) is opened first"
            ).format(start=start, spec=spec, mines=spec.mines, room=room, row=row, column=column)
        )


def _scatter(word: int) -> int:
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _WORD
    return word ^ (word >> 31)
