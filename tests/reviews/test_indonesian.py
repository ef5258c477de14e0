"""Reviews in Indonesian: comments, totals, table, page and graph."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from sapper.games import play
from sapper.reviews.reviewing import review
from tests.support.languages import assert_indonesian, in_indonesian

GAMES = (
    "1x6/3 raw =25 0 o0,1 o0,2 o0,0",  # a certain mine
    "1x6/3 raw =25 0 o0,1",  # not finished
    "2x3/1 safe 3 0 o0,2",
)


class Words(HTMLParser):
    """Collects the text of a page, without styles and code."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self._skipped = ""

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self._skipped = tag if tag in ("style", "code") else self._skipped

    def handle_endtag(self, tag: str) -> None:
        self._skipped = "" if tag == self._skipped else self._skipped

    def handle_data(self, data: str) -> None:
        if not self._skipped and re.search("[a-z]{3}", data):
            self.words.append(data)


def words_of(page: str) -> list[str]:
    words = Words()
    words.feed(page)
    return words.words


def test_reviews_are_indonesian() -> None:
    records = [play("greedy", "5x5/6", seed=8, game=number) for number in range(6)]
    with in_indonesian() as lookups:
        for record in (*GAMES, *records):
            found = review(record, games=8)
            assert_indonesian(found.to_dict()["summary"])
            for move in found.moves:
                assert_indonesian(move.text)
            head, _, table = found.text.partition("\n\n")
            assert_indonesian(head.replace("start safe", "").replace("safe", ""))
            assert_indonesian(table.replace("safe", ""))
            page = found.html()
            assert '<html lang="id">' in page
            for text in words_of(page):
                assert_indonesian(text.replace("raw", "").replace("safe", ""))
    assert not lookups.unmarked


def test_verdicts_and_keys_are_the_same_in_both_languages() -> None:
    english = review(GAMES[0]).to_dict()
    with in_indonesian():
        indonesian = review(GAMES[0]).to_dict()
    assert english["summary"] != indonesian["summary"]
    assert [m["verdict"] for m in english["moves"]] == [m["verdict"] for m in indonesian["moves"]]
    assert [m["skill"] for m in english["moves"]] == [m["skill"] for m in indonesian["moves"]]
