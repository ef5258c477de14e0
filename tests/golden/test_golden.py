"""The golden files: what they say is what enumeration says, and what the engine says.

`pytest tests/golden --update` writes them anew by enumeration; a new file needs its lines
`why:` and `position:` only.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sapper import ContradictionError, analyse
from tests.golden.golden import FILES, HERE, by_engine, by_enumeration, read_question, written


@pytest.fixture(params=FILES, ids=lambda path: path.stem)
def path(request: pytest.FixtureRequest) -> Path:
    return Path(request.param)


def test_there_are_files() -> None:
    assert len(FILES) >= 15


def test_every_layout_says_so(path: Path, pytestconfig: pytest.Config) -> None:
    text = path.read_text("utf-8")
    question = read_question(text)
    expected = written(question, by_enumeration(question))
    if pytestconfig.getoption("--update"):
        path.write_text(expected, "utf-8")
        return
    assert text == expected


def test_the_engine_says_so(path: Path) -> None:
    text = path.read_text("utf-8")
    question = read_question(text)
    assert written(question, by_engine(question)) == text


def test_floats_say_so(path: Path) -> None:
    question = read_question(path.read_text("utf-8"))
    expected = by_enumeration(question)
    if expected.ways == 0:
        with pytest.raises(ContradictionError):
            analyse(question.position, **question.how)  # type: ignore[arg-type]
        return
    analysis = analyse(question.position, **question.how)  # type: ignore[arg-type]
    for cell, exact in expected.chances.items():
        assert analysis.chance(cell) == pytest.approx(float(exact), abs=1e-14)
    assert np.isfinite(analysis.chances).sum() == len(list(question.position.covered()))


def test_the_corner_of_paper_3() -> None:
    """Said in words by the paper, so held without any file: four layouts, the last cell safe."""
    corner = by_engine(read_question((HERE / "paper3-corner.txt").read_text("utf-8")))
    assert corner.ways == 4
    assert corner.safe == {(2, 2)}
    assert len(corner.chances) == 5
