"""Reviews in Indonesian: comments, totals and table."""

from __future__ import annotations

from sapper.games import play
from sapper.reviews.reviewing import review
from tests.support.languages import assert_indonesian, in_indonesian

GAMES = (
    "1x6/3 raw =25 0 o0,1 o0,2 o0,0",  # a certain mine
    "1x6/3 raw =25 0 o0,1",  # not finished
    "2x3/1 safe 3 0 o0,2",
)


def test_reviews_are_indonesian() -> None:
    records = [play("greedy", "5x5/6", seed=8, game=number) for number in range(6)]
    with in_indonesian() as lookups:
        for record in (*GAMES, *records):
            found = review(record, games=8)
            assert_indonesian(found.summary)
            for move in found.moves:
                assert_indonesian(move.text)
            head, _, table = found.text.partition("\n\n")
            assert_indonesian(head.replace("start safe", "").replace("safe", ""))
            assert_indonesian(table.replace("safe", ""))
    assert not lookups.unmarked
