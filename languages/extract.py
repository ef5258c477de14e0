"""Find the texts of the page's HTML, as Babel asks for them.

`data-t` marks an element whose text is translated; `data-t-attributes="title aria-label"` names the
attributes that are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from html.parser import HTMLParser
from typing import IO

__all__ = ["extract_html"]

Found = tuple[int, None, str, list[str]]


def extract_html(
    file: IO[bytes],
    keywords: Collection[str],  # noqa: ARG001 (Babel gives them)
    comment_tags: Collection[str],  # noqa: ARG001
    options: Mapping[str, object],  # noqa: ARG001
) -> Iterator[Found]:
    """Yield the texts that are translated, with their lines."""
    reader = _Reader()
    reader.feed(file.read().decode("utf-8"))
    for line, text in reader.found:
        yield line, None, text, []


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[int, str]] = []
        self._inside: list[str] | None = None

    def handle_starttag(self, _tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        for name in (given.get("data-t-attributes") or "").split():
            self.found.append((self.getpos()[0], given.get(name) or ""))
        self._inside = [] if "data-t" in given else self._inside

    def handle_data(self, data: str) -> None:
        if self._inside is not None:
            self._inside.append(data)

    def handle_endtag(self, _tag: str) -> None:
        if self._inside is not None and (text := " ".join("".join(self._inside).split())):
            self.found.append((self.getpos()[0], text))
        self._inside = None
