"""The best move in words."""

import pytest

from sapper import Position
from sapper.players import best
from sapper.players.engine.words import advice_text


def words(text, **options):
    return advice_text(best(Position.parse(text), **options))


def test_certain_cells():
    assert words("3x3/2:01_/12_/___") == "r2c2 is certain: no layout has a mine there."
    assert words("1x3/0:___") == "r0c0, r0c1 and r0c2 are certain: no layout has a mine there."


def test_a_fifty_fifty_is_named():
    text = words("1x3/1:_1_")
    assert text.startswith("Nothing is certain. Open r0c0 (mine in 50 %): ")
    assert text.endswith(
        "r0c0 and r0c2 are a 50/50: one of them is a mine, and no cell elsewhere will ever tell "
        "which. Guess now, it will not get better."
    )


@pytest.mark.parametrize("limit", [1, 2, None])
def test_a_guess_says_what_decided(limit):
    advice = best(Position.parse("16x30/99:" + "/".join(["_" * 30] * 16)), limit=limit)
    text = advice_text(advice)
    assert text.startswith(f"Nothing is certain. Open {advice.cell} (mine in 20.6 %): ")
    assert ("as safe as" in text) == (len(advice.candidates) > 1)
