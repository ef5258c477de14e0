"""Positions that two splits share: no game is in two, but small boards repeat themselves."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from sapper.lab.dataset.figures import PartFigures, SplitFigures
from sapper.lab.dataset.files import import_arrow
from sapper.lab.dataset.plan import SPLITS

__all__ = ["MOST_ROWS", "count_shared"]

MOST_ROWS: Final = 200_000
"""Beyond so many rows the positions are not compared, which would take time and memory."""

_POSITION: Final = re.compile(rb'"position":"([^"]*)"')


def count_shared(
    home: Path, parts: list[PartFigures], splits: dict[str, SplitFigures]
) -> dict[str, SplitFigures]:
    """Return the figures with the number of positions that each split shares with training."""
    train, *others = SPLITS
    compared = [name for name in others if name in splits]
    if not compared or sum(split["rows"] for split in splits.values()) > MOST_ROWS:
        return splits
    known = _positions(home, parts, train)
    counted = dict(splits)
    for name in compared:
        shared = len(_positions(home, parts, name) & known)
        counted[name] = SplitFigures(**{**splits[name], "shared": shared})
    return counted


def _positions(home: Path, parts: list[PartFigures], split: str) -> set[bytes]:
    files = (home / part.name for part in parts if part.name.startswith(f"{split}/"))
    return {position for file in files for position in _positions_in(file)}


def _positions_in(file: Path) -> Iterable[bytes]:
    if file.suffix == ".jsonl":
        return _POSITION.findall(file.read_bytes())
    _, parquet = import_arrow()
    column = parquet.ParquetFile(file).read(["position"])["position"]
    return [text.encode() for text in column.to_pylist()]
