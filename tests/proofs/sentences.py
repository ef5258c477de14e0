"""The curated sentences; `python -m tests.proofs.sentences` rewrites them, for a person to read."""

from __future__ import annotations

from pathlib import Path

from sapper import Position
from sapper.proofs import conflict, explain, hint, unavoidable

FILE = Path(__file__).with_name("sentences.txt")

QUESTIONS = [
    # one number
    "r0c0 3x3/?:_0_/___/___",
    "r0c0 2x3/?:_1X/___",
    "r0c0 1x3/?:_2_",
    "r1c0 2x2/?:X3/__",
    # two numbers
    "r2c2 3x6/?:000000/111111/______",
    "r0c3 2x5/?:_____/_121_",
    "r0c2 2x5/?:_____/_121_",
    "r0c1 2x6/?:______/_1221_",
    "r2c2 3x3/?:01_/12_/___",
    "r0c0 torus-3x3/?:___/_8_/___",
    # chains and cases
    "r10c21 expert-122",
    "r3c3 30x30-200-222",
    "r4c30 hard-50x50-500-284",
    "r19c5 30x30-200-254",
    # the mine count
    "r0c0 1x3/0:___",
    "r0c0 1x3/3:___",
    "r0c7 1x9/0:_________",
    "r0c5 1x6/1:_1____",
    "r0c5 1x6/4:_1____",
    "r0c2 1x7/4:_1_1___",
    "r8c0 beginner-023",
    "r0c2 1x5/1:_1_1_",
    "r0c0 1x5/1:_1_1_",
    # nothing to prove
    "r0c0 1x3/1:_1_",
    # conflicts
    "conflict 1x3/?:_3_",
    "conflict 1x3/?:X0_",
    "conflict 2x5/?:_____/_131_",
    "conflict 2x4/?:____/0121",
    "conflict 1x5/?:_2_0_",
    "conflict 1x5/1:_2_1_",
    "conflict 1x5/5:_1_1_",
    "conflict 1x3/1:XX_",
    "conflict 1x3/3:0__",
    "conflict 4x4/2:1_11/12_1/0111/0000",
    # hints
    "hint-1 2x5/2:_____/_121_",
    "hint-2 2x5/2:_____/_121_",
    "hint-3 2x5/2:_____/_121_",
    "hint-4 2x5/2:_____/_121_",
    "hint-1 1x3/1:_1_",
    "hint-2 1x3/1:_1_",
    "hint-4 1x3/1:_1_",
    # unavoidable guesses
    "guess 2x3/1:_10/_10",
    "guess 2x4/3:_X20/_X20",
    "guess 1x4/1:____",
]


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
    return "\n\n".join(f"{question}\n{answer(question)}" for question in QUESTIONS) + "\n"


if __name__ == "__main__":
    FILE.write_text(everything(), "ascii")
