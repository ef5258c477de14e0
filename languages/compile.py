"""Compile the catalogues when sapper is built (CMakeLists.txt calls this).

    python languages/compile.py FOLDER id.po ...

Writes `id.mo` for gettext, and `id.json` with the texts of the page alone.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

__all__ = ["compile_catalogue"]


def compile_catalogue(source: Path, folder: Path) -> None:
    """Write the two files of a language; a text that is not translated is in neither."""
    with source.open("rb") as file:
        catalogue = read_po(file, locale=source.stem)
    page = {}
    for message in list(catalogue)[1:]:  # the first is the header
        if message.fuzzy or not any(message.string):
            catalogue.delete(message.id)
        elif "page" in message.auto_comments:
            text, translation = message.id, message.string
            is_plural = message.pluralizable
            page[text[0] if is_plural else text] = translation[0] if is_plural else translation
    with (folder / f"{source.stem}.mo").open("wb") as file:
        write_mo(file, catalogue)
    (folder / f"{source.stem}.json").write_text(json.dumps(page, ensure_ascii=False), "utf-8")


if __name__ == "__main__":
    for name in sys.argv[2:]:
        compile_catalogue(Path(name), Path(sys.argv[1]))
