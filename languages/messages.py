"""Collect the texts that people read, and bring the catalogues up to date with them.

    python -m languages.messages        (`make messages`)

Every catalogue in `src/sapper/locale` then has each text of the sources and of the page once, in
the order of the English texts. New ones are empty, those that are gone are removed. There are no
places and no dates, so that a change of the sources changes no lines of other texts.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import polib
from babel.messages.extract import extract_from_file

__all__ = ["CATALOGUES", "Message", "collect_messages", "update_catalogue"]

ROOT = Path(__file__).parents[1]
CATALOGUES = ROOT / "src" / "sapper" / "locale"

_PAGE = "page"
_SOURCES = ROOT / "src" / "sapper"
_STATIC = _SOURCES / "web" / "static"
_OFFLINE = _SOURCES / "web" / "offline"
_IN_PYTHON: dict[str, Any] = {"_": None, "N_": None, "_n": (1, 2)}
_IN_PAGE: dict[str, Any] = {"t": None, "tn": (1, 2), "later": None}
_WAYS = (  # a folder, which files, how Babel reads them, which functions take texts
    (_SOURCES, "*.py", "languages.python_texts:extract_python", _IN_PYTHON),
    (_STATIC, "*.js", "javascript", _IN_PAGE),
    (_STATIC, "*.html", "languages.extract:extract_html", _IN_PAGE),
    (_OFFLINE, "*.html", "languages.extract:extract_html", _IN_PAGE),
)


class Message(NamedTuple):
    """A text of the sources: its plural, if it has one, and whether the page shows it."""

    text: str
    plural: str | None
    in_page: bool


def collect_messages() -> dict[str, Message]:
    """Return all texts of the sources, sorted."""
    found: dict[str, Message] = {}
    for message in _extract():
        before = found.get(message.text, message)
        plural = before.plural or message.plural
        if message.plural not in (None, plural):
            raise ValueError(f"two plurals of {message.text!r}: {plural!r}, {message.plural!r}")
        in_page = before.in_page or message.in_page
        found[message.text] = Message(message.text, plural, in_page)
    return dict(sorted(found.items()))


def update_catalogue(path: Path) -> None:
    """Write a catalogue again with the texts of the sources."""
    old = {entry.msgid: entry for entry in polib.pofile(str(path), encoding="utf-8")}
    new = polib.POFile(wrapwidth=0, encoding="utf-8")
    new.metadata = {
        "Language": path.stem,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": "nplurals=1; plural=0;",
    }
    for message in collect_messages().values():
        new.append(_entry(message, old.get(message.text)))
    path.write_text(f"{new}\n".rstrip() + "\n", encoding="utf-8")


def _entry(message: Message, old: polib.POEntry | None) -> polib.POEntry:
    """Return the entry of a text, with the translation that it has."""
    known = "" if old is None else (old.msgstr_plural.get(0, "") or old.msgstr)
    comment = _PAGE if message.in_page else ""
    if message.plural is None:
        return polib.POEntry(msgid=message.text, msgstr=known, comment=comment)
    return polib.POEntry(
        msgid=message.text,
        msgid_plural=message.plural,
        msgstr_plural={0: known},
        comment=comment,
    )


def _extract() -> Iterator[Message]:
    for folder, pattern, method, keywords in _WAYS:
        for path in sorted(folder.rglob(pattern)):
            for _line, text, _comments, _context in extract_from_file(method, path, keywords):
                texts = text if isinstance(text, tuple) else (text, None)
                yield Message(texts[0], texts[1], keywords is _IN_PAGE)


if __name__ == "__main__":
    for catalogue in sorted(CATALOGUES.glob("*.po")):
        update_catalogue(catalogue)
