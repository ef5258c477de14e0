"""Damaged boards of every format: an answer or one error of ours, and no memory is kept."""

from __future__ import annotations

import resource
from random import Random

import pytest

from sapper.board import FLAG, HIDDEN, Geometry, Position
from sapper.board.formats.layouts import LAYOUT_FORMATS, read_layout, write_layout
from sapper.errors import InputError
from sapper.games.conversion import TARGETS, convert
from tests.support.layouts import damage, random_layout

MEGABYTES = 100  # that the process may grow by, in all


def _examples(random):
    layouts = [random_layout(random, 9, 9, 10), random_layout(random, 16, 30, 160),
               random_layout(random, 7, 13, 20)]  # fmt: skip
    for layout in layouts:
        for form in LAYOUT_FORMATS:
            written = write_layout(layout, form)
            yield written if isinstance(written, bytes) else written.encode()
    faces = bytes(random.choice([0, 1, 2, FLAG, HIDDEN]) for _ in range(60))
    yield str(Position(Geometry.grid(6, 10), 7, faces)).encode()
    yield b"9x9/10 safe 5 0 o4,4 f0,1"


def _try_damaged(count, seed):
    random = Random(seed)
    examples = list(_examples(random))
    answers, lines = 0, 1
    for number in range(count):
        data = damage(random, examples[number % len(examples)])
        for read in (read_layout, lambda data: convert(data, random.choice(TARGETS[:-1]))):
            try:
                read(data)
                answers += 1
            except InputError as error:
                lines = max(lines, len(str(error).splitlines()))
    assert lines == 1  # every error is one sentence
    return answers


def test_some_damaged_boards():
    assert _try_damaged(1500, 1) > 40


@pytest.mark.slow
def test_a_hundred_thousand_damaged_boards():
    _try_damaged(2000, 2)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    _try_damaged(100_000, 3)
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    assert grown < MEGABYTES
