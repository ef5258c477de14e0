"""Damaged replays: an error or an answer, and no growth of memory."""

from __future__ import annotations

import random
import re
import resource
import sys
from collections.abc import Iterator

import pytest

from sapper.documents import document
from sapper.errors import ReplayError
from sapper.games.replays import read_replay, write_rawvf
from tests.support.replay_files import FILM, WRITERS

FORMATS = {
    "rmv": ["rmv1", "rmv2"],
    "avf": ["avf"],
    "evf": ["evf0", "evf1", "evf2", "evf3", "evf4"],
    "rawvf": [],
    "mvf": [name for name in WRITERS if name.startswith("mvf")],
}
MEGABYTE = 2**20


def mutants(name: str, count: int, seed: int) -> Iterator[bytes]:
    """Yield damaged files: bytes changed, cut, repeated, moved or exchanged with another file."""
    chance = random.Random(seed)
    whole = [WRITERS[kind](FILM) for kind in FORMATS[name]]
    whole = whole or [write_rawvf(read_replay(WRITERS["avf"](FILM))).encode()]
    for _ in range(count):
        data = bytearray(chance.choice(whole))
        for _ in range(chance.randint(1, 4)):
            damage(data, chance, whole)
        yield bytes(data)


def damage(data: bytearray, chance: random.Random, others: list[bytes]) -> None:
    at, end = sorted(chance.randrange(len(data) + 1) for _ in range(2))
    kind = chance.randrange(7)
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
    else:
        data[at:end] = chance.choice(others)[at:end]


def memory() -> float:
    """Return the largest memory of this process so far, in megabytes."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (MEGABYTE if sys.platform == "darwin" else 1024)


def read_all(name: str, count: int, seed: int) -> int:
    """Return how many damaged files were read all the same."""
    answers, errors = 0, set()
    for data in mutants(name, count, seed):
        try:
            replay = read_replay(data, name=f"x.{name}")
            assert replay.player.isprintable()
            assert document(replay)["game"]
            answers += 1
        except ReplayError as error:
            errors.add(re.sub("[0-9]+", "0", str(error)))
    assert all(error.isprintable() and len(error) < 300 for error in errors)
    return answers


@pytest.mark.parametrize("name", FORMATS)
def test_some_damaged_files(name: str) -> None:
    assert 0 < read_all(name, 200, seed=1) < 200


@pytest.mark.slow
@pytest.mark.parametrize("name", FORMATS)
def test_a_hundred_thousand_damaged_files(name: str) -> None:
    read_all(name, 20_000, seed=2)  # fills what is kept on purpose, such as shapes of boards
    before = memory()
    assert 0 < read_all(name, 100_000, seed=3) < 100_000
    assert memory() - before < 50
