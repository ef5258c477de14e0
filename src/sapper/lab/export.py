"""Write games as CSV or Parquet, one row per game; figures as JSON.

`first_cell` is the first cell as the run gives it, such as `corner`; `first` is the index of the
cell that was opened first. A file is replaced as a whole, so a full disk leaves no partial file.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from pathlib import Path

from sapper.errors import InputError
from sapper.files import replace_file, write_text
from sapper.games.table import COLUMNS
from sapper.lab.comparison import ComparisonDocument, by_boards, pairs_of
from sapper.lab.ratings import ratings_of
from sapper.lab.result import RunResult
from sapper.schema import stamp

__all__ = ["figures_document", "write_csv", "write_json", "write_parquet"]

_LABELS = ("strategy", "board", "start", "first_cell", "seed", "version", "identity")
HEADS = (*_LABELS, "game", *COLUMNS, "safeties")


def write_csv(results: Sequence[RunResult], path: Path) -> None:
    """Write one line per game; the safeties of its guesses are separated by spaces."""
    with replace_file(path) as made, made.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(HEADS)
        for result in results:
            columns = [getattr(result.data, name).tolist() for name in COLUMNS]
            labels = _labels(result)
            lists = (" ".join(map(repr, safeties or [])) for safeties in _safeties_by_game(result))
            for game, row in enumerate(zip(*columns, lists, strict=True)):
                writer.writerow([*labels, game, *row])


def figures_document(results: Sequence[RunResult]) -> ComparisonDocument:
    """Return the figures of every run and of every pair as plain data."""
    return ComparisonDocument(
        players=[result.to_dict() for result in results],
        pairs=[pair.to_dict() for pair in pairs_of(results)],
        ratings=[rating.to_dict() for group in by_boards(results) for rating in ratings_of(group)],
        sprt=[],
    )


def write_json(results: Sequence[RunResult], path: Path) -> None:
    """Write the figures of every run and of every pair."""
    write_text(path, json.dumps(stamp(figures_document(results)), indent=1) + "\n")


def write_parquet(results: Sequence[RunResult], path: Path) -> None:
    """Write one row per game, with the list of the safeties of its guesses if they are known."""
    try:
        import pyarrow as arrow  # type: ignore[import-untyped]
        from pyarrow import parquet
    except ImportError:
        raise InputError("Parquet files need the lab extra: pip install 'sapper[lab]'") from None
    tables = []
    for result in results:
        data = result.data
        labels = zip(_LABELS, _labels(result), strict=True)
        columns = {name: arrow.array([str(label)] * len(data)) for name, label in labels}
        columns["game"] = arrow.array(range(len(data)), arrow.int64())
        columns |= {name: arrow.array(getattr(data, name)) for name in COLUMNS}
        columns["safeties"] = arrow.array(_safeties_by_game(result), arrow.list_(arrow.float64()))
        tables.append(arrow.table(columns))
    # Into our own file: given a path, pyarrow removes it after an error, and be it a device.
    with replace_file(path) as made, made.open("wb") as file:
        parquet.write_table(arrow.concat_tables(tables), file)


def _labels(result: RunResult) -> tuple[str | int, ...]:
    run = result.run
    return (
        run.strategy, run.board, run.start, run.first, run.seed, result.version, result.identity,
    )  # fmt: skip


def _safeties_by_game(result: RunResult) -> list[list[float] | None]:
    data = result.data
    if data.safeties is None:
        return [None] * len(data)
    safeties, lists, at = data.safeties.tolist(), [], 0
    for count in data.guesses.tolist():
        lists.append(safeties[at : at + count])
        at += count
    return lists
