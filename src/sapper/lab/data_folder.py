"""The data folder of a report: every table as CSV and LaTeX, the figures and the origin as JSON."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from pathlib import Path
from textwrap import shorten
from typing import Final

from sapper.errors import InputError
from sapper.files import write_text
from sapper.lab.export import figures_document
from sapper.lab.provenance import Provenance
from sapper.lab.result import RunResult
from sapper.lab.table import Table
from sapper.schema import stamp

__all__ = ["links_from", "write_data"]

_LONGEST: Final = 60  # characters in the name of a file


def write_data(
    folder: Path, tables: Sequence[Table], results: Sequence[RunResult], made: Provenance
) -> list[Path]:
    """Write the tables, `figures.json` and `provenance.json`; return the paths in this order.

    Files of the same names are replaced. Raise `InputError` for a folder that cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot write into the folder {folder}: {error.strerror}") from None
    texts: dict[str, str] = {}
    for number, table in enumerate(tables, 1):
        name = f"{number:02}-{_slug(table.title)}"
        texts[f"{name}.csv"] = table.to_csv()
        texts[f"{name}.tex"] = table.to_latex()
    texts["figures.json"] = json.dumps(stamp(figures_document(results)), indent=1) + "\n"
    texts["provenance.json"] = json.dumps(made.to_dict(), indent=1) + "\n"
    for name, text in texts.items():
        write_text(folder / name, text)
    return [folder / name for name in texts]


def links_from(page: Path, files: Sequence[Path]) -> list[tuple[str, str]]:
    """Return the name of every file and its address relative to the page."""
    return [(file.name, Path(os.path.relpath(file, page.parent)).as_posix()) for file in files]


def _slug(title: str) -> str:
    """Return a title as the name of a file: 'players on 9x9/10' is players-on-9x9-10."""
    words = re.findall(r"[a-z0-9]+", title.lower())
    return shorten(" ".join(words), _LONGEST, placeholder="").replace(" ", "-")
