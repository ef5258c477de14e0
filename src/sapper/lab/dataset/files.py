"""Write the rows of a part as Parquet or as JSON lines, and describe the columns.

The bytes of a part depend on its rows only (and, for Parquet, on the version of pyarrow).
"""

from __future__ import annotations

import io
from typing import Any, Final

import numpy as np

from sapper.board.formats.line import format_lines
from sapper.board.formats.matrix import codes_of
from sapper.errors import InputError
from sapper.lab.dataset.game_texts import game_texts
from sapper.lab.dataset.json_lines import json_lines
from sapper.lab.dataset.plan import DatasetForm
from sapper.lab.dataset.rows import PartRows
from sapper.language import _

__all__ = ["bytes_of", "columns_of", "import_arrow"]

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

_OF_CELLS: Final = ("faces", "chances", "verdicts")  # columns with a value for every cell


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
    return json_lines(rows) if rows.part.form == "jsonl" else _parquet(rows)


def _parquet(rows: PartRows) -> bytes:
    arrow, parquet = import_arrow()
    table = _arrow_table(arrow, rows)
    target = io.BytesIO()
    # Cells as they are: a dictionary or the extremes of chances and faces cost time and save
    # nothing.
    single = [name for name in table.column_names if name not in _OF_CELLS]
    parquet.write_table(
        table,
        target,
        compression="zstd",
        compression_level=1,
        use_dictionary=["game", "player", "kind", "technique"],
        write_statistics=single,
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
    decided, geometry = rows.decided, rows.part.run.spec.geometry
    games = arrow.array(decided.games)
    columns: dict[str, Any] = {
        "game": arrow.array(game_texts(rows), arrow.string()).take(games),
        "player": arrow.repeat(arrow.scalar(rows.part.run.player, arrow.string()), len(rows)),
        "move": arrow.array(decided.moves),
        "position": _positions(arrow, rows),
        **_cells(arrow, rows),
        "kind": arrow.array(decided.kinds, arrow.string()),
        "choice": arrow.array(decided.choices),
        "is_guess": arrow.array(decided.guesses),
        "won": arrow.array(rows.won, arrow.bool_()).take(games),
    }
    if rows.best is not None:
        cells = [None if cell is None else geometry.index(cell) for cell in rows.best]
        columns["best"] = arrow.array(cells, arrow.int32())
    if rows.technique is not None:
        columns["technique"] = arrow.array(rows.technique, arrow.string())
    return arrow.table(columns)


def _positions(arrow: Any, rows: PartRows) -> Any:
    spec = rows.part.run.spec
    lines = format_lines(spec.geometry, spec.mines, rows.decided.faces)
    texts = arrow.FixedSizeBinaryArray.from_buffers(
        arrow.binary(lines.shape[1]), len(rows), [None, arrow.py_buffer(lines)]
    )
    return texts.cast(arrow.string())


def _cells(arrow: Any, rows: PartRows) -> dict[str, Any]:
    """Return the columns with a value for every cell; null where there is no answer."""
    size, batch = rows.part.run.spec.geometry.size, rows.batch

    def lists(values: Any, mask: Any = None) -> Any:
        flat = arrow.array(values.ravel())
        return arrow.FixedSizeListArray.from_arrays(flat, size, mask=mask)

    is_unknown = arrow.array(~batch.is_possible)
    return {
        "faces": lists(codes_of(rows.decided.faces).astype(np.int8)),
        "chances": lists(batch.chances.astype(np.float32), is_unknown),
        "verdicts": lists(batch.verdicts, is_unknown),
    }
