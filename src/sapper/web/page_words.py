"""What the page needs beside the core when no server answers: words and measured figures.

The build of the core as WebAssembly (`make wasm`) writes this document beside it; the sentences and
the table themselves belong to `players/engine`.

    python -m sapper.web.page_words OUTPUT
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TypedDict

from sapper.board.cell import MOST_NAMED
from sapper.files import write_text
from sapper.players.engine.basis import Basis, Compared
from sapper.players.engine.bias import BiasTable, bias_table

__all__ = ["BasisWords", "PageWords", "page_words"]


class BasisWords(TypedDict):
    """How a basis is told: as a clause, as a sentence, and by which figure it compared."""

    short: str
    long: str
    compared: Compared | None


class PageWords(TypedDict):
    """The words of the page's own engine."""

    basis: dict[str, BasisWords]
    bias: BiasTable
    most_named: int


def page_words() -> PageWords:
    """Return the words of the page's own engine."""
    basis = {
        each.value: BasisWords(short=each.short, long=each.long, compared=each.compared)
        for each in Basis
    }
    return PageWords(basis=basis, bias=bias_table(), most_named=MOST_NAMED)


if __name__ == "__main__":
    write_text(Path(sys.argv[1]), json.dumps(page_words()) + "\n")
