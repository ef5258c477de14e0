"""Collections: boards that are given and not dealt, as the games of a run.

Game i of a run is board i of its collection, each board once. A collection has boards of one kind
(shape, size and mines); its digest covers the mines and first cells of all boards in their order,
so a ledger knows it whatever its file is called. A worker gets only the part that it plays.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np

from sapper.board.cell import Cell, CellLike, join_names
from sapper.board.number_checks import check_seed
from sapper.board.spec import BoardSpec, StartRule
from sapper.errors import InputError
from sapper.games.dealing import excluded_cells
from sapper.games.given_boards import BoardsLike, GivenBoard, read_boards
from sapper.lab.runs.first_cell import FirstCell

__all__ = [
    "GIVEN",
    "NOBODY",
    "Collection",
    "collection_of",
    "count_games",
    "read_collection",
    "read_collections",
]

GIVEN: Final = "given"
"""The first cell of a run whose boards all have their own."""

NOBODY: Final = -1
"""In place of the index of a first cell: the player chooses it."""

_GAMES: Final = 1000  # of a run, unless told otherwise
_DIGITS: Final = 16


@dataclass(frozen=True, eq=False)
class Collection:
    """Boards `begin` and following of a collection of `size` boards.

    `cells` has their mines one after the other, `firsts` their first cells by index.
    """

    name: str
    board: str
    first: str
    columns: int
    size: int
    digest: str
    cells: bytes
    firsts: tuple[int, ...]
    begin: int = 0

    def __len__(self) -> int:
        return self.size

    def __str__(self) -> str:
        """Return the name: how many boards of which file, and the digest."""
        boards = "1 board" if self.size == 1 else f"{self.size:,} boards"
        return f"{boards} of {self.name or 'a list'} ({self.digest})"

    def __repr__(self) -> str:
        return f"<Collection {self}: {self.board}>"

    def between(self, begin: int, end: int) -> Collection:
        """Return the part of the boards from `begin` to `end - 1`."""
        low, high = begin - self.begin, end - self.begin
        size = BoardSpec.cells_of(self.board)
        cells, firsts = self.cells[low * size : high * size], self.firsts[low:high]
        return replace(self, cells=cells, firsts=firsts, begin=begin)

    def layout(self, game: int) -> bytes:
        """Return the mines of one board."""
        part = self.between(game, game + 1)
        assert part.firsts, "the game is within the collection"
        return part.cells

    def first_cell(self, game: int) -> Cell | None:
        """Return the first cell of one board; None if the player chooses."""
        index = self.firsts[game - self.begin]
        return None if index == NOBODY else Cell(*divmod(index, self.columns))


def collection_of(
    boards: Sequence[GivenBoard],
    start: StartRule,
    first: CellLike | None = None,
    seed: int = 0,
    name: str = "",
) -> Collection:
    """Return the collection of some boards of one kind; raise `InputError` for others.

    `first` is the cell or policy for boards without a first cell of their own.
    """
    spec = boards[0].spec
    policy = FirstCell.parse(first, spec, start)
    cells, firsts = bytearray(), []
    for number, board in enumerate(boards):
        cell = board.first or policy.cell_of(spec, check_seed(seed), number)
        mines = _mines(board, cell)
        _check_start(board, spec, start, cell, mines)
        cells += mines
        firsts.append(NOBODY if cell is None else spec.geometry.index(cell))
    text = GIVEN if all(board.first for board in boards) else policy.text
    found = hashlib.sha256(f"{spec} {len(boards)}\n".encode() + cells)
    found.update(np.array(firsts, "<i4").tobytes())
    digest = found.hexdigest()[:_DIGITS]
    return Collection(
        name, str(spec), text, spec.columns, len(boards), digest, bytes(cells), tuple(firsts)
    )


def read_collections(
    boards: BoardsLike | Sequence[Collection],
    *,
    board: Sequence[BoardSpec | str] = (),
    start: StartRule | str = StartRule.SAFE,
    first: CellLike | None = None,
    seed: int = 0,
) -> list[Collection]:
    """Return the collections of a file or of some values, one for each kind of board.

    `board` chooses kinds. Raise `InputError` for boards that cannot be played.
    """
    if isinstance(boards, Sequence) and boards and all(isinstance(b, Collection) for b in boards):
        return [each for each in boards if isinstance(each, Collection)]
    name = str(boards) if isinstance(boards, Path | str) else ""
    kinds: dict[str, list[GivenBoard]] = {}
    for each in read_boards(boards):
        if each.spec.graph is not None:
            raise InputError(f"{each.place}: a run cannot be played on a graph")
        kinds.setdefault(str(each.spec), []).append(each)
    wanted = [str(BoardSpec.of(each)) for each in board] or list(kinds)
    for kind in wanted:
        if kind not in kinds:
            raise InputError(f"{name or 'the list'} has no boards {kind}, only {_kinds(kinds)}")
    rule = StartRule.parse(start)
    return [collection_of(kinds[kind], rule, first, seed, name) for kind in wanted]


def read_collection(
    boards: BoardsLike | Sequence[Collection],
    *,
    board: BoardSpec | str | None = None,
    start: StartRule | str = StartRule.SAFE,
    first: CellLike | None = None,
    seed: int = 0,
) -> Collection:
    """Return the only collection; raise `InputError` for boards of several kinds."""
    wanted = [] if board is None else [board]
    found = read_collections(boards, board=wanted, start=start, first=first, seed=seed)
    if len(found) > 1:
        kinds = {each.board: each.firsts for each in found}
        raise InputError(
            f"a run is on boards of one kind, but {found[0].name or 'the list'} has "
            f"{_kinds(kinds)}: choose one with --board, or compare players on all of them"
        )
    return found[0]


def count_games(games: int | None, boards: Collection | None) -> int:
    """Return how many games to play: what was asked for, else all given boards, else 1000.

    Raise `InputError` for more games than given boards: a player without random numbers would play
    the same game again, which tells nothing new.
    """
    if boards is None:
        return _GAMES if games is None else games
    number = len(boards) if games is None else games
    if number > len(boards):
        raise InputError(
            f"every board is played once, so {number:,} games on {boards} are too many; another "
            "--seed gives a player with random numbers other games on them"
        )
    return number


def _kinds(kinds: Mapping[str, Sequence[object]]) -> str:
    return join_names((f"{len(boards):,} of {kind}" for kind, boards in kinds.items()), 6)


def _mines(board: GivenBoard, cell: Cell | None) -> bytes:
    if cell is None and board.layout is None:
        raise InputError(
            f"{board.place}: the mines are dealt around the first cell, which the player cannot "
            "choose here: give one"
        )
    return board.mines_for(cell or Cell(0, 0))


def _check_start(
    board: GivenBoard, spec: BoardSpec, start: StartRule, cell: Cell | None, mines: bytes
) -> None:
    """Raise `InputError` for a first cell that is not what the start rule promises."""
    if cell is None or not any(mines[i] for i in excluded_cells(spec.geometry, start, cell)):
        return
    is_mine = mines[spec.geometry.index(cell)]
    what = "is a mine" if is_mine else "is no 0"
    other = "raw" if is_mine else "safe"
    raise InputError(
        f"{board.place}: the first cell {cell} {what}, which start rule '{start}' excludes: give "
        f"the board a first cell, choose another with --first, or play with --start {other}"
    )
