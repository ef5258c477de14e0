"""Replays of other programs: what is read from them, and how a damaged one is refused."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby, pairwise, starmap
from math import dist

import pytest

from sapper.errors import ReplayError
from sapper.games import Status
from sapper.games.metrics.clicks import ClickCounts
from sapper.games.replays import Replay, is_replay, read_replay, write_rawvf
from sapper.games.replays.byte_reader import clean_text, decode_text
from sapper.games.replays.recording import MOST_BYTES
from tests.support.replay_files import FILM, WRITERS, Film

LINE = "4x5/3 safe =08011 0 o0,0@0 f0,4@0.5 c0,3@0.98 o2,4@1.6"


def read(name: str, film: Film = FILM) -> Replay:
    return read_replay(WRITERS[name](film))


@pytest.mark.parametrize("name", WRITERS)
def test_every_format_tells_the_same_game(name: str) -> None:
    replay = read(name)
    assert replay.format == name.partition("-")[0].rstrip("01234")
    assert replay.game.text == LINE
    assert replay.status is Status.WON
    assert replay.clicks == ClickCounts(3, 1, 2, 1, 0, 1)
    assert replay.layout.mines == {(0, 4), (3, 0), (3, 4)}
    assert (replay.time, replay.level, replay.bbbv) == (1.6, "custom", 3)
    assert not replay.notes


@pytest.mark.parametrize("name", WRITERS)
def test_every_format_keeps_the_path_of_the_mouse(name: str) -> None:
    replay = read(name)
    places = [(x, y) for _time, _kind, x, y in FILM.events]
    kept = iter((event.x, event.y) for event in replay.events)
    assert all(place in kept for place, _same in groupby(places))  # in this order
    steps = sum(starmap(dist, pairwise(places))) / 16
    assert replay.path is not None
    assert 0.99 * steps <= replay.path < 1.5 * steps  # one format divides ways into short steps
    again = read_replay(write_rawvf(replay).encode())
    shifted = [event._replace(time=event.time - replay.clock_start) for event in replay.events]
    assert (list(again.events), again.path) == (shifted, replay.path)


def test_events_are_written_from_the_start_of_the_clock() -> None:
    """The clock of EVF starts with the first opened cell, here 400 ms after the file."""
    late = tuple((time + 400, *rest) for time, *rest in FILM.events)
    replay = read("evf4", replace(FILM, events=late))
    again = read_replay(write_rawvf(replay).encode())
    assert (replay.clock_start, again.clock_start, again.events[0].time) == (400, 0, 0)
    assert (again.clicks_made, again.path) == (replay.clicks_made, replay.path)


@pytest.mark.parametrize("name", WRITERS)
def test_every_click_has_its_time(name: str) -> None:
    clicks = read(name).clicks_made
    assert [(click.time, click.kind, click.cell) for click in clicks] == [
        (0.0, "left", (0, 0)), (0.5, "right", (0, 4)), (0.98, "chord", (0, 3)),
        (1.25, "left", (1, 1)), (1.35, "chord", (2, 3)), (1.6, "left", (2, 4)),
    ]  # fmt: skip
    assert [click.is_wasted for click in clicks] == [False, False, False, True, True, False]


@pytest.mark.parametrize("name", WRITERS)
def test_who_played_and_with_what(name: str) -> None:
    replay = read(name)
    assert replay.player == "Ann Example"
    programs = {"r": "Vienna Minesweeper", "a": "Minesweeper Arbiter", "e": "Metasweeper"}
    assert replay.program == programs.get(name[0], "Minesweeper Clone")
    assert replay.version
    assert replay.date.startswith("20")


@pytest.mark.parametrize("name", ["rmv1", "rmv2", "avf", "evf0", "evf4", "mvf-0.97"])
def test_a_stated_3bv_is_checked(name: str) -> None:
    assert read(name).stated_bbbv == 3
    wrong = read(name, replace(FILM, bbbv=7))
    assert "the file states a 3BV of 7, but the board has 3" in wrong.notes
    assert read("mvf-2006").stated_bbbv is None


@pytest.mark.parametrize("name", ["rmv1", "rmv2", "evf0", "evf4"])
def test_a_game_that_ends_otherwise_than_stated_is_noted(name: str) -> None:
    notes = read(name, replace(FILM, events=FILM.events[:-1])).notes
    assert "the file says that the game was won; here it is not finished" in notes


def test_what_an_rmv_replay_opens_itself_is_compared() -> None:
    short = replace(FILM, events=FILM.events[:4])
    assert "the file opens 17 cells, the clicks 15" in read("rmv1", short).notes


def test_a_lost_game() -> None:
    lost = replace(FILM, events=(*FILM.events[:2], (70, "lc", 65, 1), (90, "lr", 65, 1)), bbbv=3)
    replay = read("avf", lost)
    assert replay.status is Status.LOST
    assert str(replay.game.line).endswith("o0,0@0 o0,4@0.09")


def test_a_mine_at_the_first_click_makes_the_start_raw() -> None:
    first = replace(FILM, events=((0, "lc", 65, 1), (10, "lr", 65, 1)))
    assert read("mvf-2006", first).start == "raw"


@pytest.mark.parametrize("name", [*WRITERS, "rawvf"])
def test_a_file_cut_off_anywhere_is_an_error_or_an_answer(name: str) -> None:
    whole = write_rawvf(read("avf")).encode() if name == "rawvf" else WRITERS[name](FILM)
    suffix = f"x.{name.partition('-')[0].rstrip('01234')}"
    errors = []
    for size in range(len(whole)):
        try:
            read_replay(whole[:size], name=suffix)
        except ReplayError as error:
            errors.append(str(error))
    assert len(errors) > len(whole) / 4
    assert all(20 < len(error) < 200 and error.isprintable() for error in errors)


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize(
    ("raw", "player"),
    [
        (b"\x1b[31mEve\x07\x00\x9b2J", "[31mEve"),
        ("Zoë\u202e\u200b\u2066\r\nX".encode(), "Zoë X"),
        (b"\xcd\xf5\xbc\xce\xc4\xfe", "王嘉宁"),
        (b"Mura\xf1ski", "Murañski"),
    ],
    ids=["escapes", "bidi", "chinese", "latin"],
)
def test_names_are_decoded_and_harmless(name: str, raw: bytes, player: str) -> None:
    if b"\0" in raw and name.startswith("evf"):
        raw = raw.replace(b"\0", b"")
    if b"\r" in raw and name == "avf":
        raw = raw.replace(b"\r", b"")
    shown = read(name, replace(FILM, player=raw)).player
    assert shown.isprintable()
    if b"\x9b" not in raw:
        assert shown == player


def test_texts_are_cleaned() -> None:
    assert clean_text("a\x1b]0;b\x07 c\u202e\ud800\n d") == "a]0;b c d"
    assert clean_text("x" * 5000) == "x" * 197 + "..."
    assert decode_text(b"\xff\x81") == "ÿ�"


def test_the_contents_decide_and_not_the_name() -> None:
    assert read_replay(WRITERS["avf"](FILM), name="liar.rmv").format == "avf"
    assert is_replay(WRITERS["evf3"](FILM))
    assert is_replay(b"anything", name="game.AVF")
    assert not is_replay(b"9x9/10 safe 5 0 o4,4")
    assert not is_replay(b"")


@pytest.mark.parametrize(
    ("data", "name", "message"),
    [
        (b"", "", "this is no replay: sapper reads RMV, AVF, EVF, RAWVF and MVF"),
        (b"\x89PNG\r\n", "x.png", "this is no replay"),
        (b"*rmv\0\7", "", "the RMV replay is damaged: expected type 1 or 2, got 7"),
        (b"*rmv\0", "", "the RMV replay is cut off: expected 2 bytes at byte 4, got 1"),
        (b"text", "x.avf", "the AVF replay is cut off"),
        (bytes(MOST_BYTES + 1), "", f"the replay has {MOST_BYTES + 1:,} bytes"),
        (b"\x1e\x10" + bytes(100), "x.mvf", "the MVF replay is damaged: it does not begin as"),
        (b"\x11M" + bytes(100), "", "the MVF replay is damaged: no version is of the year 200"),
    ],
)
def test_other_bytes_are_refused_in_one_sentence(data: bytes, name: str, message: str) -> None:
    with pytest.raises(ReplayError, match="^" + message.replace(".", r"\.")) as caught:
        read_replay(data, name=name)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["rmv1", "avf", "evf3", "evf4", "mvf-0.97"])
def test_a_board_that_is_too_large_is_refused(name: str) -> None:
    wide = replace(FILM, rows=200, columns=200)
    with pytest.raises(ReplayError, match="a board of 200 x 200 cells; sapper reads up to 10,000"):
        read(name, wide)


def test_time_that_runs_backwards_is_refused() -> None:
    odd = (FILM.events[0], (50, "lr", 1, 1), (40, "lc", 1, 1))
    for name in ("avf", "evf3", "mvf-2006", "rmv1"):
        with pytest.raises(ReplayError, match="runs backwards, from 50 to 40 ms"):
            read(name, replace(FILM, events=odd))


@pytest.mark.parametrize("name", ["rmv1", "avf", "evf3", "mvf-0.97"])
def test_mines_outside_the_board_or_twice_are_refused(name: str) -> None:
    for mines in (((0, 4), (0, 4), (3, 4)), ((0, 4), (9, 9), (3, 4))):
        with pytest.raises(ReplayError, match="damaged"):
            read(name, replace(FILM, mines=mines))


def test_question_marks_follow_flags_where_the_program_has_them() -> None:
    times = [(n * 100, kind, 70, 5) for n in range(1, 4) for kind in ("rc", "rr")]
    film = replace(FILM, events=(*FILM.events[:2], *times))
    asking = [str(move)[0] for move in read("rmv1", replace(film, questions=True)).game.moves]
    assert asking == ["o", "f", "q", "u"]
    plain = [str(move)[0] for move in read("evf3", film).game.moves]
    assert plain == ["o", "f", "u", "f"]
