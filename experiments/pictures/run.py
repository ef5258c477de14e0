"""Read drawn pictures by seed, and real ones where a folder of them is given.

    python experiments/pictures/run.py                      the seeds 4000 to 4199
    python experiments/pictures/run.py --samples FOLDER     pictures with a truth.json beside them

A folder's `truth.json` is a list of `file`, `grid` (left, top, width, height), `rows`, `columns`
and `board` (`_` covered, F flag, ? question mark, * mine, x the mine that exploded).
"""

from __future__ import annotations

import argparse
import io
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from PIL import Image

from sapper import ParseError, PictureReading, __version__, read_picture
from tests.support.drawn_pictures import draw_picture

_LEAST = 20  # pixels of a cell, from which the bound is meant
_SIGNS = {"?": "Q", "*": "X", "x": "X"}


def main() -> None:
    """Print the figures, and write those of the seeds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=Path)
    parser.add_argument("--seeds", type=int, nargs=2, default=(4000, 4200))
    asked = parser.parse_args()
    if asked.samples is not None:
        for cell in (0, 32, 24, 16):
            found = _of_samples(asked.samples, cell)
            sys.stdout.write(f"cells of {cell or 'native'} pixels: {found}\n")
        return
    found = {
        f"cells of {_LEAST} pixels and more": _of_seeds(*asked.seeds, is_large=True),
        "smaller cells": _of_seeds(*asked.seeds, is_large=False),
    }
    result = {"version": __version__, "seeds": list(asked.seeds), **found}
    text = json.dumps(result, indent=1) + "\n"
    sys.stdout.write(text)
    if tuple(asked.seeds) == (4000, 4200):
        Path(__file__).with_name("result.json").write_text(text, "utf-8")


def _of_seeds(first: int, end: int, *, is_large: bool) -> dict[str, float]:
    figures: Counter[str] = Counter()
    for seed in range(first, end):
        drawn = draw_picture(seed)
        if (drawn.cell >= _LEAST) == is_large:
            _add(figures, drawn.data, drawn.rows)
    return _with_shares(figures)


def _of_samples(folder: Path, cell: int) -> dict[str, float]:
    figures: Counter[str] = Counter()
    for truth in json.loads((folder / "truth.json").read_text("utf-8")):
        image = Image.open(folder / truth["file"]).convert("RGBA")
        if cell:
            scale = cell / (truth["grid"][2] / truth["columns"])
            how = Image.Resampling.BICUBIC if scale >= 1 else Image.Resampling.LANCZOS
            size = (round(image.width * scale), round(image.height * scale))
            image = image.resize(size, how)
        file = io.BytesIO()
        image.save(file, "PNG")
        rows = ["".join(_SIGNS.get(sign, sign) for sign in row) for row in truth["board"]]
        _add(figures, file.getvalue(), rows)
    return _with_shares(figures)


def _add(figures: Counter[str], data: bytes, rows: list[str]) -> None:
    figures["pictures"] += 1
    try:
        reading = read_picture(data)
    except ParseError:
        figures["refused"] += 1
        return
    seen = _seen(reading)
    if [len(row) for row in seen] != [len(row) for row in rows]:
        figures["other size"] += 1
        figures["other size, marked as a whole"] += len(reading.doubtful) >= sum(map(len, seen))
        return
    above, _, before, _ = reading.ring
    doubtful = {(row - above, column - before) for row, column in reading.doubtful}
    wrong = {
        (r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if seen[r][c] != sign
    }
    figures["whole"] += not wrong
    figures["cells"] += sum(map(len, rows))
    figures["doubtful"] += len(doubtful)
    figures["wrong"] += len(wrong)
    figures["wrong and not marked"] += len(wrong - doubtful)
    figures["pictures with those"] += bool(wrong - doubtful)


def _seen(reading: PictureReading) -> list[str]:
    above, below, before, after = reading.ring
    rows = str(reading.position).partition(":")[2].split("/")
    return [row[before : len(row) - after] for row in rows[above : len(rows) - below]]


def _with_shares(figures: Counter[str]) -> dict[str, Any]:
    shares = {
        "whole boards": figures["whole"] / max(figures["pictures"], 1),
        "doubtful cells": figures["doubtful"] / max(figures["cells"], 1),
    }
    return {**figures, **{name: round(share, 4) for name, share in shares.items()}}


if __name__ == "__main__":
    main()
