"""Check the links of a built site: every file and every anchor that a page links to exists."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

__all__ = ["broken_links"]


class _Page(HTMLParser):
    """The links of a page and the anchors that it has."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = {""}
        self.feed(file.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the links and the anchors of a tag."""
        for name, value in attrs:
            if name == "id" and value:
                self.anchors.add(value)
            elif (name == "href" and tag in ("a", "link")) or name == "src":
                self.links.append(value or "")


def broken_links(site: Path) -> Iterator[str]:
    """Yield a sentence for every link inside the site that leads nowhere."""
    site = site.resolve()
    pages = {file: _Page(file) for file in sorted(site.rglob("*.html"))}
    for file, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            if not target.is_file():
                yield f"{file.relative_to(site)} links to {link}: no such file"
            elif target in pages and unquote(parts.fragment) not in pages[target].anchors:
                yield f"{file.relative_to(site)} links to {link}: no such anchor"
