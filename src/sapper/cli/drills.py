"""Positions to practise a technique: `sapper generate --technique NAME --positions N`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from sapper.board import BoardSpec
from sapper.cli.progress_bar import show_bar
from sapper.errors import InputError
from sapper.files import STANDARD_OUTPUT, write_text
from sapper.games.drills import Drill, drills
from sapper.games.drills.drill import DrillsDocument
from sapper.games.drills.finding import DEFAULT_BOARD
from sapper.games.drills.sheet import drills_html, drills_svg
from sapper.schema import stamp

__all__ = ["FORMS", "print_drills"]

FORMS: Final = ("text", "json", "svg", "html")
"""Lines of text, one JSON document, a sheet, or a page to print with answers on a second page."""


def print_drills(
    technique: str,
    positions: int,
    board: BoardSpec | str | None = None,
    seed: int = 0,
    form: str = "text",
    output: Path | None = None,
) -> None:
    """Write positions whose next certain cell needs the technique, to a file or standard output.

    Raise `InputError` for an unknown technique or form, and if no such positions are found.
    """
    if form not in FORMS:
        raise InputError(f"expected one of {', '.join(FORMS)} for drills, got {form!r}")
    spec = BoardSpec.of(DEFAULT_BOARD if board is None else board)
    with show_bar("looking for positions") as watch:
        found = drills(technique, positions, board=spec, seed=seed, watch=watch)
    write_text(output or Path(STANDARD_OUTPUT), _written(found, spec, seed, form))


def _written(found: Sequence[Drill], spec: BoardSpec, seed: int, form: str) -> str:
    if form == "svg":
        return drills_svg(found)
    if form == "html":
        return drills_html(found)
    if form == "json":
        return json.dumps(stamp(_document(found, spec, seed)))
    return "".join(f"{drill.text}\n" for drill in found)


def _document(found: Sequence[Drill], spec: BoardSpec, seed: int) -> DrillsDocument:
    return DrillsDocument(
        technique=found[0].name,
        board=str(spec),
        seed=str(seed),
        tries=found[-1].game + 1,
        drills=[drill.to_dict() for drill in found],
    )
