"""Dealing: core and Python agree, layouts are uniform, start rules hold, games are reproducible."""

import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper import _core
from sapper.board.geometry import SHAPES
from sapper.board.spec import BoardSpec, StartRule
from sapper.errors import InputError
from sapper.games import deal, game_key
from sapper.games.dealing import excluded_cells
from tests.support.slow_dealing import deal_slowly

WORDS = st.integers(0, 2**64 - 1)


@st.composite
def tables(draw):
    rows, columns = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    shape = draw(st.sampled_from(SHAPES))
    mines = draw(st.integers(0, rows * columns - 1))
    first = draw(st.integers(0, rows - 1)), draw(st.integers(0, columns - 1))
    return BoardSpec(rows, columns, mines, shape), draw(st.sampled_from(StartRule)), first


@given(tables(), WORDS, WORDS)
def test_core_and_python_deal_the_same_layouts(table, seed, game):
    def layout(dealer):
        try:
            return dealer(*table, seed=seed, game=game)
        except InputError as error:
            return str(error)

    assert layout(deal) == layout(deal_slowly)


@given(WORDS, WORDS)
def test_keys_agree(seed, game):
    assert _core.game_key(seed, game) == game_key(seed, game)


@given(tables(), WORDS)
def test_start_rule_and_mine_count_hold(table, seed):
    spec, start, first = table
    try:
        layout = deal(spec, start, first, seed=seed)
    except InputError:
        return
    assert len(layout) == spec.geometry.size
    assert sum(layout) == spec.mines
    assert not any(layout[i] for i in excluded_cells(spec.geometry, start, first))


def test_known_boards():
    """Equal on every platform; a change here breaks every stored record."""
    spec = BoardSpec.parse("4x4/5")
    dealt = {
        start.value: deal(spec, start, (1, 1), seed=2024, game=7).hex()[1::2] for start in StartRule
    }
    assert dealt == KNOWN


KNOWN = {
    "raw": "0100000001100011",
    "safe": "0100000001100011",
    "open": "0001000100010011",
}


@pytest.mark.parametrize(
    ("text", "start", "first", "layouts"),
    [
        ("3x3/2", "raw", (0, 0), math.comb(9, 2)),
        ("3x3/2", "safe", (1, 1), math.comb(8, 2)),
        ("3x4/3", "open", (0, 0), math.comb(8, 3)),
        ("torus-4x4/2", "open", (2, 2), math.comb(7, 2)),
        ("hex-3x3/3", "safe", (0, 2), math.comb(8, 3)),
    ],
)
def test_layouts_are_uniform(text, start, first, layouts):
    spec, games = BoardSpec.parse(text), 400 * layouts
    seen = Counter(deal(spec, StartRule(start), first, seed=11, game=i) for i in range(games))
    assert len(seen) == layouts
    chi_square = sum((n - 400) ** 2 / 400 for n in seen.values())
    # The statistic has mean k and variance 2k: five deviations.
    assert abs(chi_square - (layouts - 1)) < 5 * math.sqrt(2 * layouts)
