"""The lines of the protocol: what an engine may write is read, every other text is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.board.cell import Cell
from sapper.errors import InputError
from sapper.players.protocol.messages import EngineAbout, EngineAnswer

CELLS = st.builds(Cell, st.integers(0, 999), st.integers(0, 999))
NOTES = st.text(st.characters(codec="ascii", categories=["L", "N", "P"]), max_size=20)
WORDS = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,9}", fullmatch=True)
CHANCES = st.sampled_from([None, 0.0, 0.125, 0.12, 1.0])


@given(st.sampled_from(["open", "flag", "chord"]), CELLS, CHANCES, NOTES)
def test_an_answer_is_read(kind, cell, chance, note):  # type: ignore[no-untyped-def]
    for claim in (None, "certain", "guess"):
        words = ["" if chance is None else f" chance {chance}", claim and f" {claim}"]
        line = f"move {kind} {cell}{''.join(filter(None, words))}{note and f' note {note}'}"
        assert EngineAnswer.parse(line) == EngineAnswer(kind, (cell,), chance, claim, note)


@given(st.lists(CELLS, min_size=2, max_size=9))
def test_several_certain_cells_are_read(cells: list[Cell]) -> None:
    line = f"move open {' '.join(map(str, cells))} certain"
    assert EngineAnswer.parse(line) == EngineAnswer("open", tuple(cells), None, "certain")


@given(WORDS, WORDS, st.dictionaries(WORDS, WORDS, max_size=3))
def test_a_description_is_read(name: str, version: str, options: dict[str, str]) -> None:
    said = [f"option {option} {value}" for option, value in options.items()]
    head = ["sapper-engine 1", f"name {name}", f"version {version}", "author A. Nobody"]
    about = EngineAbout(name, version, "A. Nobody", tuple(sorted(options.items())))
    assert EngineAbout.parse([*head, *said, "ready"]) == about


def test_the_answer_of_the_specification() -> None:
    line = "move open r3c4 chance 0.12 guess note the best of 7 note this"
    answer = EngineAnswer("open", (Cell(3, 4),), 0.12, "guess", "the best of 7 note this")
    assert EngineAnswer.parse(line) == answer


@pytest.mark.parametrize(
    "line",
    [
        "", "move", "move open", "move dig r1c1", "open r1c1", "move open 1,1",
        "move open r1c1 r2c2",
        "move open r1c1 r2c2 guess", "move open chance 0.1", "move open r1c1 chance",
        "move open r1c1 chance 2", "move open r1c1 chance nan", "move open r1c1 chance x",
        "move open r1c1 maybe", "move open r1c1 certain guess", "move open r1c1 certain certain",
        "move open r1c1 chance 0.1 chance 0.1", "move open r1c1  guess", "Move open r1c1",
        "move open r1c1 guess r2c2", "move open r1c99999999999",
    ],
)  # fmt: skip
def test_other_lines_are_no_answers(line: str) -> None:
    with pytest.raises(InputError):
        EngineAnswer.parse(line)


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ([], "got nothing"),
        (["sapper-engine 2", "name a", "version 1", "ready"], "'sapper-engine 1' first"),
        (["sapper-engine 1", "version 1", "ready"], "the name as one word"),
        (["sapper-engine 1", "name a", "ready"], "the version as one word"),
        (["sapper-engine 1", "name a b", "version 1", "ready"], "the name as one word"),
        (["sapper-engine 1", "name a", "name b", "version 1", "ready"], "once"),
        (["sapper-engine 1", "name a", "version 1", "hello", "ready"], "expected name, version"),
        (["sapper-engine 1", "name a", "version 1", "option x", "ready"], "the option as"),
        (["sapper-engine 1", "name a", "version 1"], "'ready' at the end"),
        (["sapper-engine 1", "name a", "version 1", "author \x07", "ready"], "an author of"),
        (
            [*["sapper-engine 1", "name a", "version 1"], *(f"option o{n} 1" for n in range(65)),
             "ready"],
            "at most 64 options",
        ),
    ],
)  # fmt: skip
def test_other_descriptions_are_refused(lines: list[str], words: str) -> None:
    with pytest.raises(InputError, match=words):
        EngineAbout.parse(lines)
