"""How far estimates can be trusted: as measured, as data and in words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from experiments.calibration.run import DATA, RESULT, data_of
from sapper import Position, best
from sapper.players.engine.bias import TRUSTED, Bias, Off, bias_of
from sapper.players.engine.words import explain_choice


def empty(board: str) -> Position:
    """Return the board before the first move."""
    size, _, _ = board.partition("/")
    rows, columns = map(int, size.split("x"))
    return Position.parse(f"{board}:" + "/".join(["_" * columns] * rows))


def rows() -> list[dict[str, object]]:
    """Return the measured boards."""
    return list(json.loads(Path(RESULT).read_text())["rows"])


def test_the_data_is_the_result_of_the_experiment() -> None:
    assert DATA.read_text() == data_of(rows())


@pytest.mark.parametrize("row", rows(), ids=lambda row: str(row["board"]))
def test_a_measured_board_has_its_own_bias(row: dict[str, object]) -> None:
    bias = bias_of(empty(str(row["board"])))
    assert bias.board == row["board"]
    differences = [off["difference"] for off in (row["first"], row["middle"]) if off]  # type: ignore[index]
    assert bias.is_trusted == (max(map(abs, differences)) <= 100 * TRUSTED)


@pytest.mark.parametrize(
    ("board", "nearest"),
    [
        ("16x30/99", "16x30/96"),
        ("30x16/99", "16x30/96"),
        ("30x30/200", "30x30/202"),
        ("9x9/10", "8x8/8"),
        ("20x20/60", "24x24/86"),
        ("100x100/1500", None),
        ("16x30/200", None),
        ("3x50/20", None),
        ("16x30/10", None),
    ],
)
def test_the_nearest_board(board: str, nearest: str | None) -> None:
    assert bias_of(empty(board)).board == nearest


def test_other_shapes_have_no_estimates() -> None:
    assert bias_of(Position.parse("hex-2x2/1:__/__")) == Bias()
    assert bias_of(Position.parse("2x2/?:__/__")) == Bias()


def test_an_estimate_that_is_far_off_says_so() -> None:
    """27.2 % is estimated on an empty 30x30/200, and far less is won."""
    choice = best(empty("30x30/200"))
    assert choice.bias is not None
    assert not choice.bias.is_trusted
    assert choice.bias.first is not None
    assert choice.bias.first.difference > TRUSTED
    text = explain_choice(choice)
    assert "on 30x30/202, the nearest board measured, it was " in text
    assert text.endswith("points too high later: treat it as a ranking, not as a chance.")
    document = choice.to_dict()["bias"]
    assert document is not None
    assert (document["board"], document["is_trusted"]) == ("30x30/202", False)


def test_a_trusted_estimate_says_how_far_off_it_was() -> None:
    choice = best(empty("16x30/99"))
    assert choice.bias is not None
    assert choice.bias.is_trusted
    text = explain_choice(choice)
    assert "The estimate is learned: on 16x30/96, the nearest board measured, it was " in text
    assert "ranking" not in text


def test_a_choice_without_estimates_has_no_bias() -> None:
    for player in ("fast", "lookahead"):
        choice = best(empty("16x30/99"), player=player)  # type: ignore[arg-type]
        assert choice.bias is None
        assert choice.to_dict()["bias"] is None
        assert "The estimate" not in explain_choice(choice)


def test_words_follow_the_figures() -> None:
    near = Bias("8x8/8", Off(0.026, 0.018), None)
    assert near.text == (
        "The estimate is learned: on 8x8/8, the nearest board measured, it was 2.6 +-1.8 points "
        "too high at the first cell."
    )
    far = Bias("8x8/8", Off(0.026, 0.018), Off(-0.0777, 0.02))
    assert far.text.endswith(
        "2.6 +-1.8 points too high at the first cell and 7.8 +-2.0 points too low later: treat it "
        "as a ranking, not as a chance."
    )
    assert Off(-0.0, 0.021).text == "0.0 +-2.1 points off"
    assert "no board like this was measured: treat it as a ranking" in Bias().text
