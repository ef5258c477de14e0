"""Games as CSV or Parquet, one row per game; figures as plain data.

`first_cell` is the first cell as the run gives it, such as `corner`; `first` is the index of the
cell that was opened first. A file is replaced as a whole, so a full disk leaves no partial file.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from sapper.documents import document
from sapper.errors import InputError
from sapper.files import replace_file
from sapper.games.table import COLUMNS, GameTable
from sapper.lab.pair import pairs_of
from sapper.lab.playing.chunk import Keep
from sapper.lab.result import RunResult

__all__ = ["HEADS", "figures_document", "write_csv", "write_parquet", "write_tables"]

_LABELS: Final = ("player", "board", "start", "first_cell", "seed", "version", "identity")
HEADS: Final = (*_LABELS, "game", *COLUMNS, "safeties")


def figures_document(results: Sequence[RunResult]) -> dict[str, Any]:
    """Return the figures of every run and of every pair as plain data, as of a comparison."""
    return {"players": document(results), "pairs": document(pairs_of(results)), "sprt": []}


def write_csv(results: Sequence[RunResult], path: Path) -> None:
    """Write one line per game; the safeties of its guesses are separated by spaces."""
    with replace_file(path) as made, made.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(HEADS)
        for result in results:
            labels = _labels(result)
            for table in _tables(result):
                columns = [getattr(table, name).tolist() for name in COLUMNS]
                lists = (" ".join(map(repr, safeties or [])) for safeties in _by_game(table))
                games = range(table.begin, table.end)
                writer.writerows(
                    [*labels, *row] for row in zip(games, *columns, lists, strict=True)
                )


def write_parquet(results: Sequence[RunResult], path: Path) -> None:
    """Write one row per game, with the list of the safeties of its guesses if they are known."""

    def tables(arrow: ModuleType) -> Iterator[Any]:
        for result in results:
            for table in _tables(result):
                yield _arrow_table(arrow, result, table)

    write_tables(tables, path)


def write_tables(tables_of: Callable[[ModuleType], Iterable[Any]], path: Path) -> None:
    """Write the tables that are made with pyarrow as one Parquet file."""
    try:
        import pyarrow as arrow  # type: ignore[import-untyped]
        from pyarrow import parquet
    except ImportError:
        raise InputError("Parquet files need the lab extra: pip install 'sapper[lab]'") from None
    # Into our own file: given a path, pyarrow removes it after an error, and be it a device.
    with replace_file(path) as made, made.open("wb") as file:
        writer = None
        for table in tables_of(arrow):
            writer = writer or parquet.ParquetWriter(file, table.schema)
            writer.write_table(table)
        if writer is not None:
            writer.close()


def _arrow_table(arrow: ModuleType, result: RunResult, table: GameTable) -> Any:
    labels = zip(_LABELS, _labels(result), strict=True)
    columns = {name: arrow.array([str(label)] * len(table)) for name, label in labels}
    columns["game"] = arrow.array(range(table.begin, table.end), arrow.int64())
    columns |= {name: arrow.array(getattr(table, name)) for name in COLUMNS}
    columns["safeties"] = arrow.array(_by_game(table), arrow.list_(arrow.float64()))
    return arrow.table(columns)


def _tables(result: RunResult) -> Iterator[GameTable]:
    if result.keep is not Keep.GAMES:
        raise InputError(
            f"the games of {result.run} were not kept one by one, only {result.keep}; play them "
            "with --keep games to export them"
        )
    return result.tables()


def _labels(result: RunResult) -> tuple[str | int, ...]:
    run = result.run
    return (
        run.player, run.board, run.start, run.first, str(run.seed), result.version,
        result.identity,
    )  # fmt: skip


def _by_game(table: GameTable) -> list[list[float] | None]:
    """Return the safeties of the guesses of every game."""
    if table.safeties is None:
        return [None] * len(table)
    safeties, lists, at = table.safeties.tolist(), [], 0
    for count in table.guesses.tolist():
        lists.append(safeties[at : at + count])
        at += count
    return lists
