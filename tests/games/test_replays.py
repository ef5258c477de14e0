"""Replays of other programs, RAWVF and real ones: what is read, how damaged ones are refused."""

from __future__ import annotations

import csv
import os
import random
from dataclasses import replace
from itertools import groupby, pairwise, starmap
from math import dist
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sapper.board import Cell, Geometry, Layout
from sapper.errors import CellError, InputError, ReplayError
from sapper.games import Game, Status
from sapper.games.metrics.clicks import ClickCounts
from sapper.games.replays import Replay, is_replay, read_replay, write_rawvf
from sapper.games.replays.byte_reader import clean_text, decode_text
from sapper.games.replays.reading import read_recording
from sapper.games.replays.recording import MOST_BYTES
from sapper.players import Move
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


HEAD = "Width: 3\nHeight: 2\nMines: 1\nBoard:\n00*\n000\n"
GAME = HEAD + "Events:\n0.000 lc 1 1 (3 3)\n0.100 lr 1 1 (3 3)\n"


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game that was played by chance, with marks of all kinds and times."""
    rows, columns = draw(st.integers(1, 5)), draw(st.integers(2, 6))
    size = rows * columns
    mines = draw(st.sets(st.integers(0, size - 1), max_size=size // 3))
    cells = bytes(i in mines for i in range(size))
    layout = Layout(Geometry.grid(rows, columns), cells)
    game = Game(layout.spec, "raw", layout=cells)
    chance = random.Random(draw(st.integers(0, 2**20)))
    kinds = ["open", "flag", "chord", *["question", "unmark"] * draw(st.booleans())]
    safe = next(i for i in range(size) if i not in mines)
    game.make(Move("open", layout.geometry.cell(safe)), time=0.25)
    time = 0.25
    for _ in range(draw(st.integers(0, 25))):
        move = Move(chance.choice(kinds), Cell(chance.randrange(rows), chance.randrange(columns)))  # type: ignore[arg-type]
        time = round(time + chance.randrange(3000) / 1000, 3)
        if game.is_over:
            break
        try:
            game.make(move, time=time)
        except CellError:
            continue
    return game


@settings(max_examples=60, deadline=None)
@given(games())
def test_a_game_is_read_back(game: Game) -> None:
    read = read_replay(write_rawvf(game).encode()).game
    assert read.position == game.position
    assert (read.status, read.layout) == (game.status, game.layout)
    if all(move.kind in ("open", "flag", "chord") for move in game.moves):
        assert (read.moves, read.times) == (game.moves, game.times)
    opened = [(m, t) for m, t in zip(game.moves, game.times, strict=True) if m.kind == "open"]
    assert opened == [
        (m, t) for m, t in zip(read.moves, read.times, strict=True) if m.kind == "open"
    ]


@settings(max_examples=40, deadline=None)
@given(games(), st.sampled_from(["", "Ann", "a: b", "Zoë 王", "\x1b[2J", "\udc80"]))
def test_a_replay_is_read_back_whole(game: Game, name: str) -> None:
    text = write_rawvf(game).replace("Program: sapper", f"Player: {' '.join(name.split())}")
    first = read_replay(text.encode(errors="ignore"))
    again = read_replay(write_rawvf(first).encode())
    assert again == first


def test_a_game_without_times_or_mines_or_squares() -> None:
    game = Game("3x3/1", "raw", layout=bytes([1, *[0] * 8]))
    game.open((2, 2))
    assert "0.000 lc 3 3 (40 40)\n" in write_rawvf(game)
    with pytest.raises(InputError, match="the game has no mines yet"):
        write_rawvf(Game("9x9/10"))
    with pytest.raises(InputError, match="boards of squares only, not torus-4x4/2"):
        write_rawvf(Game("torus-4x4/2"))


@pytest.mark.parametrize(
    "text",
    [
        GAME,
        GAME.replace("\n", "\r\n"),
        GAME.replace("\n", "\n\n"),
        GAME.replace("Events:\n", ""),
        GAME.replace("Events:\n", "Events:\n-1.500 mv 1 1 (9 9)\n0.000 start\n"),
        GAME.replace(" 1 1 (3 3)", " (3 3)"),
        GAME.replace(" (3 3)", ""),
        GAME.replace("(3 3)", "(3 3)(l r m)"),
        "\ufeff" + GAME,
        "RawVF_Version: Rev6\n" + GAME + "number0 1 1\npressed 2 2\nwon\n",
    ],
)
def test_the_traps_of_real_files(text: str) -> None:
    replay = read_replay(text.encode(), name="x.rawvf")
    assert replay.format == "rawvf"
    assert [str(move) for move in replay.game.moves] == ["o0,0"]
    assert replay.clicks_made[0].time == 0.1


def test_a_level_gives_the_size() -> None:
    rows = "*" * 10 + "0" * 54
    board = "\n".join(rows[i : i + 8] for i in range(0, 64, 8))
    text = f"Level: Beginner\nBoard:\n{board}\nEvents:\n0.000 lc (99 99)\n"
    assert str(read_replay(text.encode()).layout.spec) == "8x8/10"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEAD.replace("00*", "0*"), "in line 5: expected 3 signs [*] or 0, got '0[*]'"),
        (HEAD.replace("00*", "0x*"), "in line 5: expected 3 signs [*] or 0, got '0x[*]'"),
        (HEAD.replace("000\n", ""), "expected 2 rows of the board, got 1"),
        (HEAD.replace("Mines: 1", "Mines: 2"), "it says 2 mines and has 1"),
        (HEAD.replace("Mines: 1\n", ""), "it has no line 'Mines:'"),
        (HEAD.replace("Width: 3", "Width: many"), "expected a number for Width, got 'many'"),
        (HEAD.replace("Width: 3", "Width: 999999"), "a board of 2 x 999999 cells"),
        (GAME + "0.050 lc (3 3)\n", "in line 10: its time runs backwards, from 100 to 50 ms"),
        (GAME + "9.0 jump (3 3)\n", "in line 10: no event is called 'jump'"),
        (GAME + "9.0 lc\n", "in line 10: the event has no place"),
        (GAME + "\x1b[2Jnonsense\n", "in line 10: expected an event"),
    ],
)
def test_a_damaged_text_is_refused_with_its_line(text: str, message: str) -> None:
    with pytest.raises(ReplayError, match=message) as caught:
        read_replay(text.encode(), name="x.rawvf")
    assert str(caught.value).isprintable()
    if "in line" in message:
        assert caught.value.where["line"] in (5, 10)


FOLDER = os.environ.get("SAPPER_SAMPLES")  # of real replays, which carry names

samples = pytest.mark.skipif(not FOLDER, reason="SAPPER_SAMPLES names no folder of replays")
TABLE = (Path(__file__).parents[1] / "data/replays.csv").read_text("utf-8").splitlines()
SAMPLES = {row["name"]: row for row in csv.DictReader(TABLE[2:])}


def contents(name: str) -> bytes:
    return (Path(FOLDER or "") / name).read_bytes()


@samples
@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_has_the_figures_of_ms_toollib_and_survives_rawvf(name: str) -> None:
    data = contents(name)
    replay, expected = read_replay(data), SAMPLES[name]
    clicks, game = replay.clicks, replay.game
    found = {
        "name": name,
        "board": str(replay.layout.spec),
        "bbbv": str(replay.bbbv),
        "seconds": str(replay.clicks_made[-1].time),
        "events": str(len(replay.events)),
        "clicks": f"{clicks.left}+{clicks.right}+{clicks.chord}",
        "status": game.status.value,
    }
    assert found == expected
    assert replay.stated_bbbv in (replay.bbbv, None)
    assert replay.time in (None, replay.clicks_made[-1].time)
    assert replay.format == name.rpartition(".")[2]
    if replay.format == "rmv":
        assert read_recording(data).opened == {c for c in game.geometry.cells() if game.is_open(c)}
    again = read_replay(write_rawvf(replay).encode())
    assert again.clicks_made == replay.clicks_made
    assert again.game.text == game.text
    shifted = [e._replace(time=e.time - replay.clock_start) for e in replay.events]
    assert list(again.events) == shifted
    assert again.path == replay.path
    assert again.player == replay.player


@samples
def test_damaged_samples() -> None:
    with pytest.raises(ValueError, match="in line 831: no event is called 'll'"):
        read_replay(contents("flop-error_video_invalid_event.rawvf"))
    replay = read_replay(contents("flop-error_parser_unexpected_end.rawvf"))
    assert replay.clicks_made == ()
    assert "the game does not end in the file" in replay.notes
