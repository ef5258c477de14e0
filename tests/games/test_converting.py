"""`convert`: between all formats, and what each of them loses."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sapper.board.formats.layouts import LAYOUT_FORMATS, read_layout, write_layout
from sapper.errors import InputError, ParseError, ReplayError
from sapper.games import Game
from sapper.games.conversion import TARGETS, convert
from tests.support.layouts import LAYOUTS
from tests.support.replay_files import FILM, WRITERS

LAYOUT = "3x3/2=044"
POSITION = "3x3/2:01F/12Q/___"
GAME = "3x3/2 open =044 0 o0,0 f0,2 q1,2 f2,0"
FORMATS = [form for form in LAYOUT_FORMATS if form in TARGETS]


@given(LAYOUTS, st.sampled_from(FORMATS), st.sampled_from(FORMATS))
def test_every_pair_of_layout_formats(layout, source, target):
    written = write_layout(layout, source)
    assume(sum(layout.cells) > 0 and layout.geometry.columns > 1)  # else it is ambiguous
    done = convert(written, target)
    if "the mines" in done.lost:  # a game is shown as its player sees it
        assert source == "game"
        assert done.data == convert(str(Game.parse(written).position), target).data
        return
    if target == "game":
        assert Game.parse(done.data).layout == layout.cells
    else:
        assert read_layout(done.data, form=target).layout == layout
    if source == target:
        assert done.data == write_layout(layout, target)


@pytest.mark.parametrize(
    ("data", "target", "kind", "lost"),
    [
        (LAYOUT, "mbf", "layout", []),
        (LAYOUT, "pretty", "layout", []),
        ("torus-3x3/1=001", "emoji", "layout", ["that the board is a torus"]),
        (POSITION, "line", "position", []),
        (POSITION, "json", "position", []),
        (POSITION, "emoji", "position", ["the mine count 2"]),
        (GAME, "game", "game", []),
        (GAME, "line", "game", ["the moves of the game", "the mines", "the start rule open"]),
        (GAME, "mbf", "game",
         ["the start rule open", "the first cell r0c0", "the moves of the game"]),
        (GAME.replace("open", "raw"), "link", "game",
         ["the start rule raw", "the first cell r0c0", "the moves of the game"]),
        (GAME.replace("open", "raw"), "rawvf", "game", ["the start rule raw"]),
        (GAME.replace("open", "safe"), "rawvf", "game", []),
        (GAME.replace("o0,0", "o0,0@1.5"), "line", "game",
         ["the moves of the game", "the mines", "the times of the moves", "the start rule open"]),
        (GAME.replace("o0,0", "o0,0@1.5"), "layout", "game",
         ["the start rule open", "the times of the moves", "the first cell r0c0",
          "the moves of the game"]),
    ],
)  # fmt: skip
def test_what_is_lost(data, target, kind, lost):
    done = convert(data, target)
    assert (done.kind, done.target, list(done.lost)) == (kind, target, lost)


@pytest.mark.parametrize(("data", "text"), [(LAYOUT, LAYOUT), (POSITION, POSITION), (GAME, GAME)])
def test_by_default_a_board_becomes_our_own_line(data, text):
    assert convert(data).data == text
    assert convert(data.encode()).data == text


def test_the_name_tells_a_damaged_replay():
    cut = WRITERS["avf"](FILM)[:20]
    with pytest.raises(ReplayError, match="AVF"):
        convert(cut, name="game.avf")
    with pytest.raises(ParseError, match="MBF"):
        convert(cut)


@pytest.mark.parametrize("data", ["?b=33&m=48", LAYOUT, GAME, GAME[:18]])
def test_every_board_becomes_rawvf(data):
    text = convert(data, "rawvf").data
    assert convert(text.encode(), "layout").data == convert(data, "layout").data


def test_one_board_of_several_lines():
    for line in (LAYOUT, POSITION, GAME, "?b=33&m=2g"):
        with pytest.raises(ParseError, match="expected one board, got a list of 3"):
            convert(f"# three\n{line}\n{line}\n\nfoo\n")
        assert convert(f"# one\n{line}\n").data == convert(line).data


def test_wrong_requests():
    with pytest.raises(ParseError, match="0 of 2"):
        convert(POSITION.replace("F", "_"), "mbf")
    with pytest.raises(InputError, match="no mines yet"):
        convert("9x9/10 safe 5 0", "mbf")
    with pytest.raises(InputError, match="expected one of layout, game"):
        convert(LAYOUT, "gif")
