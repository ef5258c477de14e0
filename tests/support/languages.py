"""Speak Indonesian, and remember what was looked up in the catalogue."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from unittest.mock import patch

from sapper import language

__all__ = ["Lookups", "assert_indonesian", "in_indonesian"]

_ENGLISH = re.compile(
    r"\b(the|is|are|was|were|and|of|so|only|left|needs?|mines?|cells?|safe|with|this|that|which"
    r"|expected|got|not|has|have|there|guess|chance|board)\b"
)


class Lookups(dict[str, str]):
    """A catalogue that remembers which texts were found and which were not."""

    def __init__(self, known: Mapping[str, str]) -> None:
        super().__init__(known)
        self.found: set[str] = set()
        self.missing: set[str] = set()

    def get(self, message: str, default: str) -> str:  # type: ignore[override]
        (self.found if message in self else self.missing).add(message)
        return super().get(message, default)


@contextmanager
def in_indonesian() -> Iterator[Lookups]:
    """Use Indonesian inside a `with`; yield what is looked up."""
    lookups = Lookups(language.catalogue("id"))
    with patch.object(language, "catalogue", lambda _code: lookups), language.use_language("id"):
        yield lookups


def assert_indonesian(text: str) -> None:
    """Check that a sentence has no English words and no placeholder left."""
    assert text
    assert not re.search(r"[{}]", text), text
    assert "None" not in text, text
    quoted = re.sub(r"'[^']*'|\"[^\"]*\"|`[^`]*`|\([^()]*\)", "", text)  # what was given, and names
    assert not _ENGLISH.search(quoted), text
