"""Check that a page is well-formed and needs nothing from elsewhere."""

from __future__ import annotations

import re
from html.parser import HTMLParser

__all__ = ["Tags", "check_page"]


class Tags(HTMLParser):
    """Counts tags, and checks that they are nested correctly."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.count: dict[str, int] = {}

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.count[tag] = self.count.get(tag, 0) + 1
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        self.count[tag] = self.count.get(tag, 0) + 1

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def check_page(page: str) -> Tags:
    """Check that a page is self-contained and return its tags."""
    for link in re.findall(r'(?:src|href)="([^"]*)"', page):
        assert link.startswith(("#", "data:")), link
    assert "url(http" not in page
    assert "@import" not in page
    assert "<script" not in page
    tags = Tags()
    tags.feed(page)
    assert not tags.open
    return tags
