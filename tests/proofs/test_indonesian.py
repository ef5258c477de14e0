"""Proofs, conflicts, hints and unavoidable guesses in Indonesian: every sentence, no English."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import sapper.proofs
from languages.extract import extract_python
from sapper import Geometry, Position, document
from sapper.proofs import Conflict, conflict, explain, explain_all, hint, unavoidable
from tests.proofs.sentences import WRITTEN, answer
from tests.support.languages import assert_indonesian, in_indonesian
from tests.support.middle_games import mid_game
from tests.support.random_positions import random_position, spoiled

MODULES = ("words/step_sentences", "words/clash_sentences", "words/premises", "proof_steps")
LINES = (  # conflicts with the mine count
    "1x3/0:_1_", "2x2/0:X1/11", "1x3/3:X1_", "2x2/?:X1/11", "3x3/8:___/_1_/___",
    "3x3/0:___/_1_/___", "1x5/1:_2_2_", "1x6/5:_1__1_", "1x7/6:_1___1_", "1x4/3:_1_0",
)  # fmt: skip
RARE = {  # of boards that are larger than these
    "With {cell} a mine, all ways to place the mines around {numbers} fail; there are too many "
    "cases to list.",
    "With {cell} safe, all ways to place the mines around {numbers} fail; there are too many "
    "cases to list.",
    "No way to place the mines satisfies {numbers} together.",
}


def texts_of_conflict(found: Conflict | None) -> Iterator[str]:
    if found is not None:
        yield found.text
        yield str(found.error)
        yield from (step.text for step in found.steps)
        yield from (repair.text for repair in found.repairs)


def texts_about(rng: random.Random, position: Position) -> Iterator[str]:
    yield from (proof.text for proof in explain_all(position))
    yield from (group.text for group in unavoidable(position))
    yield hint(position, rng.randint(1, 4)).text
    yield from (explain(position, cell).text for cell in sorted(position.covered())[:1])
    yield from texts_of_conflict(conflict(spoiled(rng, position)))


def texts_of_modules() -> set[str]:
    folder, found = Path(sapper.proofs.__file__).parent, set[str]()
    for name in MODULES:
        with (folder / f"{name}.py").open("rb") as file:
            found |= {
                str(texts[0]) for _, _, texts, _ in extract_python(file, ("_", "_n", "N_"), (), {})
            }
    return found


def test_every_sentence_is_said_in_indonesian() -> None:
    rng = random.Random(5)
    with in_indonesian() as lookups:
        for question in WRITTEN:
            assert_indonesian(answer(question).replace("\n", " "))
        for _ in range(80):
            for text in texts_about(rng, random_position(rng, covered=9)):
                assert_indonesian(text)
        for line in LINES:
            for text in texts_of_conflict(conflict(line)):
                assert_indonesian(text)
        for mines in (10, 16, 20, 24):
            position = mid_game(rng, Geometry.of_shape("grid", 9, 9), mines, 0.5)
            for proof in explain_all(position):
                assert_indonesian(proof.text)
    assert not lookups.unmarked
    unsaid = texts_of_modules() - lookups.texts - RARE
    assert len(unsaid) <= 22, unsaid  # of a hundred


def test_facts_are_the_same_in_both_languages() -> None:
    rng = random.Random(6)
    for _ in range(20):
        position = random_position(rng, covered=8)
        english = document(explain_all(position))
        with in_indonesian():
            indonesian = document(explain_all(position))
        for one, other in zip(english, indonesian, strict=True):
            assert one["text"] != other["text"]
            for proof in (one, other):
                for part in (proof, *proof["steps"]):
                    part["text"] = ""
            assert one == other
