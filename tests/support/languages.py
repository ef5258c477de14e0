"""Speak Indonesian, and remember what was looked up in the catalogue."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from gettext import NullTranslations
from unittest.mock import patch

from babel.messages.pofile import read_po

from languages.messages import CATALOGUES, collect_messages
from sapper import language

__all__ = ["Forms", "Lookups", "assert_indonesian", "in_indonesian", "texts", "translations"]

Forms = tuple[str, ...]  # of a text: one, or two or more if it has a plural

_ENGLISH = re.compile(
    r"\b(the|is|are|was|were|and|of|so|only|left|needs?|mines?|cells?|safe|with|this|that|which"
    r"|expected|got|not|has|have|there|guess|chance|board)\b"
)


class Lookups(NullTranslations):
    """The Indonesian catalogue, which remembers the texts that were looked up."""

    def __init__(self) -> None:
        super().__init__()
        self.add_fallback(language.catalogue("id"))
        self.texts: set[str] = set()

    def gettext(self, message: str) -> str:
        self.texts.add(message)
        return super().gettext(message)

    def ngettext(self, one: str, several: str, n: int) -> str:  # type: ignore[override]
        self.texts.add(one)
        return super().ngettext(one, several, n)

    @property
    def unmarked(self) -> set[str]:
        """Return what was looked up, but is not marked in the sources."""
        return self.texts - {forms[0] for forms in texts()}


@contextmanager
def in_indonesian() -> Iterator[Lookups]:
    """Use Indonesian inside a `with`; yield what is looked up."""
    lookups = Lookups()
    with patch.object(language, "catalogue", lambda _code: lookups), language.use_language("id"):
        yield lookups


def _forms(text: object) -> Forms:
    return (
        (text,) if isinstance(text, str) else tuple(text) if isinstance(text, tuple | list) else ()
    )


@cache
def texts() -> frozenset[Forms]:
    """Return the texts that are marked in the sources."""
    return frozenset(_forms(message.id) for message in collect_messages() if message.id)


@cache
def translations(code: str) -> dict[Forms, Forms]:
    """Return the translations of a language by their texts."""
    (path,) = (path for path in CATALOGUES if path.stem == code)
    with path.open("rb") as file:
        found = [message for message in read_po(file, locale=code) if not message.fuzzy]
    return {_forms(m.id): _forms(m.string) for m in found if m.id and any(_forms(m.string))}


def assert_indonesian(text: str) -> None:
    """Check that a sentence has no English words and no placeholder left."""
    assert text
    assert not re.search(r"[{}]", text), text
    assert "None" not in text, text
    quoted = re.sub(r"'[^']*'|\"[^\"]*\"|`[^`]*`|\([^()]*\)", "", text)  # what was given, and names
    for forms in texts() - translations("id").keys():  # which is a warning, see test_messages
        for form in forms:
            quoted = re.sub(".*".join(map(re.escape, re.split(r"\{.*?\}", form))), "", quoted)
    assert not _ENGLISH.search(quoted), text
