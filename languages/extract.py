"""Find the texts of Python code and of the page's HTML, as Babel asks for them.

Babel's own reader of Python goes by tokens, of which an f-string has none before Python 3.12.

A text of HTML is whatever stands between two tags and has letters, without the spaces and dots
around it, and the attributes that people read or hear. What is inside of `code`, `kbd`, `svg`,
`noscript` or an element with `translate="no"` stays as it is. `language.js` finds the same texts.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from html.parser import HTMLParser
from typing import IO, Final

__all__ = ["extract_html", "extract_python"]

_ATTRIBUTES: Final = ("aria-label", "title", "placeholder")
_AS_IT_IS: Final = ("code", "kbd", "svg", "noscript", "head")
_VOID: Final = ("br", "hr", "img", "input", "link", "meta", "option")  # an option ends by the next


def extract_python(
    file: IO[bytes],
    keywords: Collection[str],
    comment_tags: Collection[str],  # noqa: ARG001 (Babel gives them)
    options: Mapping[str, object],  # noqa: ARG001
) -> Iterator[tuple[int, str, tuple[str | None, ...], list[str]]]:
    """Yield the calls of the keywords: their lines, names and texts (None for no constant)."""
    for node in ast.walk(ast.parse(file.read())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            found = (getattr(argument, "value", None) for argument in node.args)
            texts = tuple(text if isinstance(text, str) else None for text in found)
            if node.func.id in keywords and any(texts):
                yield node.lineno, node.func.id, texts, []


def extract_html(
    file: IO[bytes],
    keywords: Collection[str],  # noqa: ARG001 (Babel gives them)
    comment_tags: Collection[str],  # noqa: ARG001
    options: Mapping[str, object],  # noqa: ARG001
) -> Iterator[tuple[int, None, str, list[str]]]:
    """Yield the texts that are translated, with their lines."""
    reader = _Reader()
    reader.feed(file.read().decode("utf-8"))
    for line, text in reader.found:
        yield line, None, text, []


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[int, str]] = []
        self._kept: list[str] = []  # open elements from the first on that stays as it is

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        if self._kept or tag in _AS_IT_IS or given.get("translate") == "no":
            if tag not in _VOID:
                self._kept.append(tag)
            return
        for name in _ATTRIBUTES:
            self._take(given.get(name) or "")

    def handle_endtag(self, tag: str) -> None:
        if self._kept and tag not in _VOID:
            self._kept.pop()

    def handle_data(self, data: str) -> None:
        if not self._kept:
            self._take(data)

    def _take(self, text: str) -> None:
        words = " ".join(text.split()).strip(" ·")
        if any(sign.isalpha() for sign in words):
            self.found.append((self.getpos()[0], words))
