"""Sentences: a curated set that a person has read, and laws that hold for all others."""

from __future__ import annotations

import json
import random
import re
from xml.etree import ElementTree

import pytest

from sapper import Position
from sapper.proofs import Proof, Role, conflict, explain, explain_all, unavoidable
from tests.proofs.sentences import FILE, QUESTIONS, answer
from tests.support.random_positions import random_position, spoiled

WRITTEN = dict(block.split("\n", 1) for block in FILE.read_text("ascii").strip("\n").split("\n\n"))


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_sentence_is_unchanged(question: str) -> None:
    """After a deliberate change run python -m tests.proofs.sentences and read the sentences."""
    assert answer(question) == WRITTEN[question]


def test_the_file_has_no_other_sentences() -> None:
    assert list(WRITTEN) == QUESTIONS


@pytest.mark.parametrize(
    ("line", "cell", "pattern"),
    [
        ("3x6/?:000000/111111/______", (2, 2), "1-1"),
        ("2x5/?:_____/_121_", (0, 2), "1-2-1"),
        ("5x2/?:__/_1/_2/_1/__", (2, 0), "1-2-1"),
        ("2x6/?:______/_1221_", (0, 1), "1-2-2-1"),
        ("2x4/?:____/123_", (0, 2), "1-2"),
        ("3x3/?:01_/12_/___", (2, 2), None),
        ("1x3/?:_2_", (0, 0), None),
    ],
)
def test_patterns_have_their_names(line: str, cell: tuple[int, int], pattern: str | None) -> None:
    found = explain(Position.parse(line), cell)
    assert isinstance(found, Proof)
    assert found.pattern == pattern
    assert (pattern is None) == ("pattern" not in found.text)


def check_text(text: str) -> None:
    assert text[0].isupper() or text[0] == "r", text
    assert text.endswith("."), text
    assert "  " not in text, text
    assert " ." not in text, text
    assert not re.search(r"\b(most|least|only) no\b|\bno of\b|\bone (mines|cells)\b", text), text
    assert not re.search(r"\b(two|three|four|five) (mine|cell)\b", text), text
    assert "None" not in text, text


def test_all_texts_agree_with_grammar_and_data() -> None:
    rng = random.Random(12)
    for _ in range(500):
        position = random_position(rng, covered=9)
        for proof in explain_all(position):
            check_text(proof.text)
            roles = proof.highlights
            assert roles[proof.cell] is Role.CELL
            assert all(roles[number] is Role.NUMBER for number in proof.numbers)
            assert json.loads(json.dumps(proof.to_dict()))["text"] == proof.text
        for group in unavoidable(position):
            check_text(group.text)
            json.dumps(group.to_dict())
        found = conflict(spoiled(rng, position))
        if found is not None:
            check_text(found.text)
            json.dumps(found.to_dict())
            assert len({r.text for r in found.repairs}) == len(found.repairs)


def test_pictures_are_svg() -> None:
    rng = random.Random(12)
    for _ in range(25):
        position = random_position(rng)
        things = [explain(position, cell) for cell in list(position.covered())[:3]]
        found = conflict(spoiled(rng, position))
        for thing in [*things, found] if found else things:
            svg = thing.svg()
            assert ElementTree.fromstring(svg).tag.endswith("svg")
            assert svg in thing._repr_html_()
            assert str(thing) == thing.text
            assert repr(thing).startswith("<")
