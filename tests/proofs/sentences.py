"""The curated sentences; `python -m tests.proofs.sentences` rewrites them, for a person to read."""

from __future__ import annotations

from pathlib import Path

from sapper import Position
from sapper.proofs import conflict, explain, hint, unavoidable

FILE = Path(__file__).with_name("sentences.txt")

_BLOCKS = FILE.read_text("ascii").strip("\n").split("\n\n")
WRITTEN = {question: answer for question, _, answer in (b.partition("\n") for b in _BLOCKS)}
"""The answers of the file by their questions; a new question needs only its line there."""


def answer(question: str) -> str:
    what, _, line = question.partition(" ")
    position = position_of(line)
    if what == "conflict":
        found = conflict(position)
        assert found is not None
        return "\n".join([found.text, *(f"- {repair.text}" for repair in found.repairs)])
    if what == "guess":
        return "\n".join(group.text for group in unavoidable(position))
    if what.startswith("hint-"):
        return hint(position, int(what[-1])).text
    row, column = what.removeprefix("r").split("c")
    return explain(position, (int(row), int(column))).text


def position_of(line: str) -> Position:
    if ":" in line:
        return Position.parse(line)
    from tests.support.committed_positions import answered_positions

    return next(known.position for known in answered_positions() if known.name == line)


def everything() -> str:
    return "\n\n".join(f"{question}\n{answer(question)}" for question in WRITTEN) + "\n"


if __name__ == "__main__":
    FILE.write_text(everything(), "ascii")
