"""Generated boards of all kinds: every certificate is valid, and fits what was asked for."""

from __future__ import annotations

from typing import Any

import pytest

from sapper.games.generating import generate_many

KINDS: list[tuple[str, int, dict[str, Any]]] = [
    ("9x9/10", 1500, {}),
    ("9x9/10", 1000, {"max_grade": "chain"}),
    ("9x9/10", 500, {"grade": "single"}),
    ("9x9/10", 500, {"grade": "pair"}),
    ("9x9/10", 200, {"grade": "chain"}),
    ("9x9/10", 40, {"grade": "pair", "start": "safe"}),
    ("9x9/10", 300, {"grade": "count"}),
    ("9x9/10", 100, {"grade": "chain", "bbbv": (15, 25)}),
    ("9x9/10", 500, {"start": "safe", "first": "corner"}),
    ("9x9/10", 300, {"start": "raw", "first": (3, 7)}),
    ("8x8/12", 1000, {}),
    ("4x20/10", 400, {"max_grade": "chain"}),
    ("torus-8x8/10", 700, {}),
    ("torus-7x7/12", 300, {"max_grade": "chain"}),
    ("hex-9x9/14", 700, {}),
    ("16x16/40", 300, {}),
    ("16x16/40", 50, {"grade": "pair", "first": "corner"}),
    ("16x30/99", 60, {}),
    ("16x30/99", 30, {"max_grade": "chain"}),
]
"""A board, how many of it, and what is asked of them: 8,440 in all."""


def check(board: str, count: int, wishes: dict[str, Any]) -> None:
    """Check the certificates of so many puzzles, and that they fit what was asked for."""
    for puzzle in generate_many(board, count=count, seed=19, **wishes):
        made = puzzle.certificate
        finding = made.check()
        assert finding.is_valid, (puzzle, finding)
        assert made.grade is puzzle.grade
        assert puzzle.grade == wishes.get("grade", puzzle.grade)


def names(kind: object) -> str:
    """Return the name of a kind's part in the list of tests."""
    if isinstance(kind, dict):
        return " ".join(f"{name}={value}" for name, value in kind.items()) or "any"
    return str(kind)


@pytest.mark.parametrize(("board", "count", "wishes"), KINDS[:8], ids=names)
def test_some_of_them_are_certified(board: str, count: int, wishes: dict[str, Any]) -> None:
    check(board, 2, wishes)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("board", "count", "wishes"), KINDS, ids=names)
def test_all_of_them_are_certified(board: str, count: int, wishes: dict[str, Any]) -> None:
    check(board, count, wishes)
