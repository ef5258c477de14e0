"""Sentences: a curated set that a person has read, and laws that hold for all others."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterator

import pytest

from sapper import Geometry, Position, document
from sapper.board.geometry import SHAPES
from sapper.errors import ContradictionError
from sapper.proofs import Proof, Role, Technique, conflict, explain, explain_all, unavoidable
from tests.proofs.sentences import WRITTEN, answer
from tests.support.middle_games import marked, mid_game, near_points, scattered
from tests.support.random_positions import random_position, spoiled


@pytest.mark.parametrize("question", WRITTEN)
def test_the_sentence_is_unchanged(question: str) -> None:
    """After a deliberate change run python -m tests.proofs.sentences and read the sentences."""
    assert answer(question) == WRITTEN[question]


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
            roles = dict(proof.highlights)
            assert roles[proof.cell] is Role.CELL
            assert all(roles[number] is Role.NUMBER for number in proof.numbers)
            assert json.loads(json.dumps(document(proof)))["text"] == proof.text
        for group in unavoidable(position):
            check_text(group.text)
            json.dumps(document(group))
        found = conflict(spoiled(rng, position))
        if found is not None:
            check_text(found.text)
            json.dumps(document(found))
            assert len({r.text for r in found.repairs}) == len(found.repairs)


def _positions_to_explain() -> Iterator[Position]:
    rng = random.Random(5)
    for _ in range(60):
        yield random_position(rng, covered=9)
    for shape in SHAPES:
        for mines in (3, 10, 20):
            yield mid_game(rng, Geometry.of_shape(shape, 9, 12), mines, 0.2 + 0.6 * rng.random())
    for _ in range(5):  # numbers with many neighbours
        yield scattered(rng, near_points(rng, 40, 0.4), rng.choice([2, 8]), 0.6)
    yield Position.parse("3x4/0:____/____/____")
    yield Position.parse("3x4/12:____/____/____")


def test_every_proof_names_its_cell() -> None:
    """Also where a step settles so many cells that its sentence only counts the last ones."""
    rng = random.Random(6)
    techniques: Counter[Technique] = Counter()
    last = 0
    for position in _positions_to_explain():
        for trust_flags in (False, True):
            for proof in _proofs(marked(rng, position), trust_flags):
                assert re.search(rf"\b{proof.cell}\b", proof.text), (str(position), proof.text)
                assert not proof.steps or str(proof.cell) in proof.steps[-1].text
                techniques[proof.technique] += 1
                last += proof.text.endswith("is one of them.")
    assert techniques[Technique.MINE_COUNT] > 20
    assert techniques[Technique.GIVEN] > 20
    assert last > 5


def _proofs(position: Position, trust_flags: bool) -> tuple[Proof, ...]:
    """Return all proofs, or none where trusted flags are wrong."""
    try:
        return explain_all(position, trust_flags=trust_flags)
    except ContradictionError:
        return ()
