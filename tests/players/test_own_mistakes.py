"""An own player that decides several moves at once, and mistakes that name it and its line."""

from __future__ import annotations

from typing import Any

import pytest

from sapper import Cell, CellError, Decision, Player, PlayerError, Position, play


class Several(Player):
    """Decides on two cells at a time."""

    def decide(self, position: Position) -> Decision:
        raise AssertionError("decide_several is called instead")

    def decide_several(self, position: Position) -> Any:
        return [(cell.row, cell.column) for cell in list(position.covered())[:2]]


def test_a_player_that_decides_several_moves_is_asked_for_them() -> None:
    assert play(Several, "5x1/1", seed=3).steps >= 2


@pytest.mark.parametrize("answers", [[], None, [None]])
def test_several_moves_that_are_none_are_refused(answers: Any) -> None:
    class Wrong(Several):
        def decide_several(self, position: Position) -> Any:
            return answers

    with pytest.raises(PlayerError, match=r"Wrong .*line \d+ of test_own_mistakes.py"):
        play(Wrong, "5x5/3")


def test_a_method_that_cannot_be_called_is_named_by_its_line() -> None:
    class Alone:
        def decide(self) -> Cell:
            return Cell(0, 0)

    with pytest.raises(
        PlayerError, match=r"takes 1 positional.*see line \d+ of test_own_mistakes.py"
    ):
        play(Alone, "5x5/3")


@pytest.mark.parametrize("cell", [(99, 0), (-1, 0)])
def test_a_move_outside_the_board_names_the_player(cell: tuple[int, int]) -> None:
    with pytest.raises(CellError) as caught:
        play(lambda position: cell, "5x5/3")
    assert caught.value.__notes__ == [f"<lambda> moved o{cell[0]},{cell[1]}"]
