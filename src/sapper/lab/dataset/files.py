"""Write the rows of a part as Parquet or as JSON lines, and describe the columns.

The bytes of a part depend on its rows only (and, for Parquet, on the version of pyarrow).
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from typing import Any, Final, TypedDict

import numpy as np

from sapper.analysis import Outcome
from sapper.board.cell import CellPair
from sapper.errors import InputError
from sapper.games.game_line import GameLine
from sapper.lab.dataset.plan import DatasetForm
from sapper.lab.dataset.rows import PartRows
from sapper.language import _
from sapper.players.decision import Move

__all__ = ["DatasetRowDocument", "bytes_of", "columns_of", "import_arrow", "row_documents"]

_COLUMNS: Final = {
    "game": "the game, as a line `BOARD START SEED GAME MOVE` that `Game.parse` deals again: the "
    "mines depend on the cell that is opened first (without MOVE: none was opened)",
    "player": "the player that was playing",
    "move": "how many moves were made before",
    "position": "the position as a line, which `sapper.Position.parse` reads",
    "faces": "the cells in row order: -1 covered, 0 to 8 numbers, 9 flag, 10 question mark",
    "chances": "the chance of a mine of every cell (32 bits); nan if it is open",
    "verdicts": "0 open, 1 undecided, 2 certainly safe, 3 certainly a mine",
    "kind": "the kind of the player's move: open, flag, question, unmark or chord",
    "choice": "the cell of the player's move, as its number in row order",
    "is_guess": "whether the player called its choice a guess",
    "won": "whether the player won this game in the end",
    "best": "the best cell by `champion`, as its number in row order; null beyond the budget",
    "technique": "the technique of the easiest proof of a safe cell; null if no cell is safe, or "
    "if the search would exceed the budget",
}
"""What the columns of a Parquet file mean; those of JSON lines are named alike."""


class DatasetRowDocument(TypedDict, total=False):
    """A row as JSON: chances in rows, null where a cell is open; cells as row and column."""

    game: str
    player: str
    move: int
    position: str
    chances: list[list[float | None]] | None
    safe: list[CellPair] | None
    mines: list[CellPair] | None
    kind: str
    choice: CellPair
    is_guess: bool
    won: bool
    best: CellPair | None
    technique: str | None


def columns_of(form: DatasetForm, best: bool, technique: bool) -> dict[str, str]:
    """Return the columns of a dataset with their meaning."""
    asked = {"best": best, "technique": technique}
    columns = {name: text for name, text in _COLUMNS.items() if asked.get(name, True)}
    if form == "jsonl":
        for name in ("faces", "verdicts"):
            del columns[name]
        columns["chances"] = "the chance of a mine of every cell, in rows; null if it is open"
        columns["safe"] = "the cells that are certainly safe, as row and column"
        columns["mines"] = "the cells that are certainly mines, as row and column"
        columns["choice"] = "the cell of the player's move, as row and column"
        if best:
            columns["best"] = (
                "the best cell by `champion`, as row and column; null beyond the budget"
            )
    return columns


def bytes_of(rows: PartRows) -> bytes:
    """Return the file of a part."""
    if rows.part.form == "jsonl":
        lines = (json.dumps(row, separators=(",", ":")) for row in row_documents(rows))
        return "".join(f"{line}\n" for line in lines).encode()
    return _parquet(rows)


def row_documents(rows: PartRows) -> Iterator[DatasetRowDocument]:
    """Yield the rows as plain data for JSON; without an answer chances and cells are null."""
    for place, (seen, board) in enumerate(zip(rows.seen, rows.batch or (), strict=True)):
        found = board.to_dict()
        is_known = board.outcome is Outcome.POSSIBLE
        row = DatasetRowDocument(
            game=_game_text(rows, seen.game),
            player=rows.part.run.strategy,
            move=seen.number,
            position=found["position"],
            chances=found["chances"] if is_known else None,
            safe=found["safe"] if is_known else None,
            mines=found["mines"] if is_known else None,
            kind=seen.move.kind,
            choice=seen.move.cell.pair,
            is_guess=seen.is_guess,
            won=rows.won[seen.game],
        )
        if rows.best is not None:
            cell = rows.best[place]
            row["best"] = None if cell is None else cell.pair
        if rows.technique is not None:
            row["technique"] = rows.technique[place]
        yield row


def _game_text(rows: PartRows, game: int) -> str:
    run, first = rows.part.run, rows.firsts.get(game)
    moves = () if first is None else (str(Move("open", first)),)
    return str(GameLine(run.board, run.start, str(run.seed), str(game), moves))


def _parquet(rows: PartRows) -> bytes:
    arrow, parquet = import_arrow()
    table = _arrow_table(arrow, rows)
    target = io.BytesIO()
    # Cells as they are: a dictionary of chances or faces costs time and saves nothing.
    words = ["game", "player", "kind", "technique"]
    parquet.write_table(
        table, target, compression="zstd", compression_level=1, use_dictionary=words
    )
    return target.getvalue()


def import_arrow() -> tuple[Any, Any]:
    """Return pyarrow and its module for Parquet; raise `InputError` if it is not installed."""
    try:
        import pyarrow as arrow  # type: ignore[import-untyped]
        from pyarrow import parquet
    except ImportError:
        raise InputError(_("Parquet files need the lab extra: pip install 'sapper[lab]'")) from None
    return arrow, parquet


def _arrow_table(arrow: Any, rows: PartRows) -> Any:
    geometry = rows.part.run.spec.geometry
    columns: dict[str, Any] = {
        "game": arrow.array([_game_text(rows, seen.game) for seen in rows.seen], arrow.string()),
        "player": arrow.array([rows.part.run.strategy] * len(rows), arrow.string()),
        "move": arrow.array([seen.number for seen in rows.seen], arrow.int32()),
        "position": arrow.array([str(seen.position) for seen in rows.seen], arrow.string()),
        **_cells(arrow, rows, geometry.size),
        "kind": arrow.array([seen.move.kind for seen in rows.seen], arrow.string()),
        "choice": arrow.array([geometry.index(s.move.cell) for s in rows.seen], arrow.int32()),
        "is_guess": arrow.array([seen.is_guess for seen in rows.seen], arrow.bool_()),
        "won": arrow.array([rows.won[seen.game] for seen in rows.seen], arrow.bool_()),
    }
    if rows.best is not None:
        cells = [None if cell is None else geometry.index(cell) for cell in rows.best]
        columns["best"] = arrow.array(cells, arrow.int32())
    if rows.technique is not None:
        columns["technique"] = arrow.array(rows.technique, arrow.string())
    return arrow.table(columns)


def _cells(arrow: Any, rows: PartRows, size: int) -> dict[str, Any]:
    """Return the columns with a value for every cell; null where there is no answer."""
    shape = (len(rows), size)
    faces = np.array([seen.position.matrix().ravel() for seen in rows.seen], np.int8)
    chances, verdicts = np.empty(shape, np.float32), np.empty(shape, np.uint8)
    is_unknown = np.zeros(len(rows), bool)
    if rows.batch is not None:
        chances[:] = np.asarray(rows.batch.chances).reshape(shape)
        verdicts[:] = np.asarray(rows.batch.verdicts).reshape(shape)
        is_unknown = ~rows.batch.is_possible

    def lists(values: Any, mask: Any = None) -> Any:
        flat = arrow.array(values.ravel())
        mask = None if mask is None else arrow.array(mask)
        return arrow.FixedSizeListArray.from_arrays(flat, size, mask=mask)

    return {
        "faces": lists(faces),
        "chances": lists(chances, is_unknown),
        "verdicts": lists(verdicts, is_unknown),
    }
