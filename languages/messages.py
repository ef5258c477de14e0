"""Collect the texts that people read, and bring the catalogues up to date with them.

    python -m languages.messages        (`make messages`)

Every catalogue beside this file then has each text of the sources and of the page once, in the
order of the English texts. New ones are empty, those that are gone are removed. There are no
places and no dates, so that a change of the sources changes no lines of other texts.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

__all__ = ["CATALOGUES", "collect_messages", "update_catalogue"]

CATALOGUES = sorted(Path(__file__).parent.glob("*.po"))

_SOURCES = Path(__file__).parents[1] / "src" / "sapper"
_STATIC = _SOURCES / "web" / "static"
_IN_PYTHON: dict[str, Any] = {"_": None, "N_": None, "_n": (1, 2)}
_IN_PAGE: dict[str, Any] = {"t": None, "tn": (1, 2), "later": None}
_WAYS = (  # a folder, which files, how Babel reads them, which functions take texts
    (_SOURCES, "*.py", "languages.extract:extract_python", _IN_PYTHON),
    (_STATIC, "*.js", "javascript", _IN_PAGE),
    (_STATIC, "*.html", "languages.extract:extract_html", _IN_PAGE),
)


def collect_messages() -> Catalog:
    """Return all texts of the sources; those that the page shows have the comment `page`."""
    found = Catalog()
    for folder, pattern, method, keywords in _WAYS:
        comments = ["page"] if keywords is _IN_PAGE else []
        for path in sorted(folder.rglob(pattern)):
            for _line, text, _comments, _context in extract_from_file(method, path, keywords):
                found.add(text, auto_comments=comments)
    return found


def update_catalogue(path: Path) -> bytes:
    """Return a catalogue again, with the texts of the sources."""
    known = read_po(BytesIO(path.read_bytes()), locale=path.stem)
    known.update(collect_messages(), no_fuzzy_matching=True)
    for message in known:
        message.flags &= {"fuzzy"}  # not those that Babel guesses from braces and percent signs
    header = (
        f'"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: {known.plural_forms}\\n"'
    )
    found = BytesIO()
    write_po(
        found, known, width=0, no_location=True, omit_header=True, sort_output=True,
        ignore_obsolete=True,
    )  # fmt: skip
    return f'msgid ""\nmsgstr ""\n{header}\n\n'.encode() + found.getvalue().rstrip() + b"\n"


if __name__ == "__main__":
    for catalogue in CATALOGUES:
        catalogue.write_bytes(update_catalogue(catalogue))
