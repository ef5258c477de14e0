"""Boards that are given, not dealt: collections in files, one board per line.

A line is a game (`9x9/10 safe =HEX 0 o4,4`, also `9x9/10 safe 5 0 o4,4`, whose mines are dealt), a
document with one under `game`, or a layout in any format that fits into one line. Empty lines and
lines that begin with # do not count. A file with a single board may also be binary, a replay of
another program, or a block.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from sapper.board.cell import Cell
from sapper.board.layout import Layout, parse_layout
from sapper.board.spec import BoardSpec, StartRule
from sapper.errors import InputError
from sapper.games.dealing import deal
from sapper.games.game import Game
from sapper.games.game_line import GameLine, parse_number, parse_timed
from sapper.games.read_anything import Source, is_game_line, read_source, read_whole_file

__all__ = ["BoardsLike", "GivenBoard", "read_boards"]

BoardsLike = Path | str | Iterable[object]
"""The path of a file of boards; or layouts, games, puzzles or lines."""


@dataclass(frozen=True)
class GivenBoard:
    """A board, its first cell if it has one, and its mines: given, or dealt from (seed, game).

    `place` names it in messages: `line 3`.
    """

    spec: BoardSpec
    first: Cell | None
    layout: bytes | None
    place: str
    start: StartRule = StartRule.SAFE
    seed: int = 0
    game: int = 0

    def mines_for(self, first: Cell) -> bytes:
        """Return the mines, one byte per cell; those that are dealt depend on the first cell."""
        if self.layout is not None:
            return self.layout
        return deal(self.spec, self.start, first, seed=self.seed, game=self.game)


def read_boards(source: BoardsLike) -> list[GivenBoard]:
    """Return the boards of a file or of some values; raise `InputError` where one is wrong."""
    if isinstance(source, Path | str):
        found = list(_boards_of_file(Path(source)))
    else:
        found = [_board_of(value, f"board {n}") for n, value in enumerate(source, 1)]
    if not found:
        name = source if isinstance(source, Path | str) else "the list"
        raise InputError(f"{name} has no boards")
    return found


def _boards_of_file(path: Path) -> Iterator[GivenBoard]:
    try:
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"cannot read the boards in {str(path)!r}: {reason}") from None
    whole = read_whole_file(data, path.name)
    if whole is not None:
        yield _of_source(whole, "the file")
        return
    text = data.decode("utf-8-sig")
    lines = [(n, line.strip()) for n, line in enumerate(text.splitlines(), 1)]
    for number, line in lines:
        if line and not line.startswith("#"):
            yield _board_of(line, f"line {number}", number)


def _board_of(value: object, place: str, line: int | None = None) -> GivenBoard:
    try:
        return _interpret(value, place)
    except InputError as error:
        where = {} if line is None else {"line": line}
        raise InputError(f"{place}: {error}", **where) from None


def _interpret(value: object, place: str) -> GivenBoard:
    if isinstance(value, Layout):
        return GivenBoard(value.spec, None, value.cells, place)
    puzzle = getattr(value, "game", None)
    game = puzzle() if callable(puzzle) else value
    if isinstance(game, Game):
        return _of_line(game.line, place)
    if not isinstance(value, str):
        raise InputError(f"expected a layout, a game or a line, got {type(value).__name__}")
    text = value.removeprefix("record ").strip()
    if text.startswith("{") or is_game_line(text):
        return _of_line(GameLine.parse(text), place)
    return _of_source(read_source(text, wants_layout=True), place)


def _of_line(line: GameLine, place: str) -> GivenBoard:
    spec, start = line.spec(), StartRule.parse(line.start)
    layout = None if line.layout is None else parse_layout(line.layout, spec.geometry.size)
    if layout is not None and sum(layout) != spec.mines:
        raise InputError(f"{spec} has {spec.mines} mines, but {sum(layout)} follow")
    moves = (parse_timed(word)[0] for word in line.moves)
    first = next((move.cell for move in moves if move.kind == "open"), None)
    if first is not None:
        spec.geometry.index(first)
    seed = parse_number(line.seed) if layout is None else 0
    return GivenBoard(spec, first, layout, place, start, seed, parse_number(line.game))


def _of_source(source: Source, place: str) -> GivenBoard:
    if source.game is not None:
        return _of_line(source.game.line, place)
    assert source.layout is not None, "a layout was wanted"
    return GivenBoard(source.layout.spec, None, source.layout.cells, place)
