"""Damaged replays and boards of every format: an answer or one error of ours, no memory is kept."""

from __future__ import annotations

import random
import re
import resource
import sys
from collections.abc import Callable, Iterator

import pytest

from sapper.board import FLAG, HIDDEN, Geometry, Position
from sapper.board.formats.layouts import LAYOUT_FORMATS, read_layout, write_layout
from sapper.documents import document
from sapper.errors import InputError, ReplayError
from sapper.games.conversion import TARGETS, convert
from sapper.games.replays import read_replay, write_rawvf
from tests.support.layouts import random_layout
from tests.support.replay_files import FILM, WRITERS

RAWVF = write_rawvf(read_replay(WRITERS["avf"](FILM))).encode()
REPLAYS = {
    form: [WRITERS[kind](FILM) for kind in WRITERS if kind.startswith(form)] or [RAWVF]
    for form in ("rmv", "avf", "evf", "rawvf", "mvf")
}
SIGNS = [b"9", b"\0", b"\xff", b"x", b"=", b"999999", b"\n"]
MEGABYTE = 2**20


def boards() -> list[bytes]:
    """Return boards in every format, a position and a game."""
    chance = random.Random(5)
    sizes = ((9, 9, 10), (16, 30, 160), (7, 13, 20))
    found = [
        write_layout(random_layout(chance, *size), form)
        for size in sizes
        for form in LAYOUT_FORMATS
    ]
    faces = bytes(chance.choice([0, 1, 2, FLAG, HIDDEN]) for _ in range(60))
    found += [str(Position(Geometry.grid(6, 10), 7, faces)), "9x9/10 safe 5 0 o4,4 f0,1"]
    return [each if isinstance(each, bytes) else each.encode() for each in found]


def mutants(whole: list[bytes], count: int, seed: int) -> Iterator[bytes]:
    """Yield damaged files: bytes changed, cut, repeated, moved or exchanged with another file."""
    chance = random.Random(seed)
    for _ in range(count):
        data = bytearray(chance.choice(whole))
        for _ in range(chance.randint(1, 4)):
            damage(data, chance, whole)
        yield bytes(data)


def damage(data: bytearray, chance: random.Random, others: list[bytes]) -> None:
    at, end = sorted(chance.randrange(len(data) + 1) for _ in range(2))
    kind = chance.randrange(8)
    if kind == 0:
        del data[at:]
    elif kind == 1:
        del data[at : min(end, at + 9)]
    elif kind == 2:
        data[at:at] = chance.randbytes(chance.randint(1, 8))
    elif kind == 3:
        data[at:at] = data[at:end]
    elif kind == 4 and data:
        data[at % len(data)] ^= 1 << chance.randrange(8)
    elif kind == 5 and data:
        data[at % len(data)] = chance.choice([0, 1, 127, 128, 254, 255])
    elif kind == 6:
        data[at:at] = chance.choice(SIGNS)
    else:
        data[at:end] = chance.choice(others)[at:end]


def memory() -> float:
    """Return the largest memory of this process so far, in megabytes."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (MEGABYTE if sys.platform == "darwin" else 1024)


def read_replays(form: str, count: int, seed: int) -> int:
    """Return how many damaged files were read all the same."""
    answers, errors = 0, set()
    for data in mutants(REPLAYS[form], count, seed):
        try:
            replay = read_replay(data, name=f"x.{form}")
            assert replay.player.isprintable()
            assert document(replay)["game"]
            answers += 1
        except ReplayError as error:
            errors.add(re.sub("[0-9]+", "0", str(error)))
    assert all(error.isprintable() and len(error) < 300 for error in errors)
    return answers


def read_boards(_form: str, count: int, seed: int) -> int:
    """Return how many damaged boards were read or converted all the same."""
    chance, answers, lines = random.Random(seed), 0, {1}
    for data in mutants(boards(), count, seed):
        target = chance.choice(TARGETS[:-1])
        for read in (read_layout, lambda data, target=target: convert(data, target)):
            try:
                read(data)
                answers += 1
            except InputError as error:
                lines.add(len(str(error).splitlines()))
    assert lines == {1}  # every error is one sentence
    return answers


Read = Callable[[str, int, int], int]
FILES: list[tuple[str, Read]] = [
    *((form, read_replays) for form in REPLAYS),
    ("board", read_boards),
]


@pytest.mark.parametrize(("form", "read"), FILES, ids=[form for form, _ in FILES])
def test_some_damaged_files(form: str, read: Read) -> None:
    count = 200 if read is read_replays else 1500
    assert 0 < read(form, count, 1) < 2 * count


@pytest.mark.slow
@pytest.mark.parametrize(("form", "read"), FILES, ids=[form for form, _ in FILES])
def test_a_hundred_thousand_damaged_files(form: str, read: Read) -> None:
    read(form, 20_000, 2)  # fills what is kept on purpose, such as shapes of boards
    before = memory()
    assert 0 < read(form, 100_000, 3) < 200_000
    assert memory() - before < 50
