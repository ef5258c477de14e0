"""Our own players speak the protocol."""

from __future__ import annotations

import pytest

from sapper.analysis import analyse
from sapper.board.position import Position
from sapper.players import player_spec, player_specs
from sapper.players.finding import make_player_spec
from sapper.players.own_player import Answer as OwnAnswer
from sapper.players.protocol.messages import EngineAnswer
from sapper.players.protocol.serving import serve_player
from sapper.players.registry import PlayerSpec
from tests.support.middle_games import positions_of_games


def answers(player: PlayerSpec, *lines: str) -> list[str]:
    written: list[str] = []
    serve_player(player, [f"{line}\n" for line in lines], written.append)
    return "".join(written).splitlines()


@pytest.mark.parametrize("name", [entry.name for entry in player_specs()])
def test_every_player_answers_as_it_decides(name: str) -> None:
    chosen = player_spec(name)
    positions = list(positions_of_games(21, 12, with_flags=False))
    for i, position in enumerate(positions):
        new = f"new {str(position).partition(':')[0]} - - seed {i}"
        (line,) = answers(chosen, new, f"position {position}", "go")
        decision = chosen.player(i).decide(position)
        answer = EngineAnswer.parse(line)
        assert (answer.kind, answer.cells[0]) == (decision.move.kind, decision.move.cell)
        assert (answer.claim == "guess") == decision.is_guess
        if answer.claim == "certain" and answer.kind == "open":
            assert set(answer.cells) <= analyse(position).safe


def test_misuse_is_answered_with_an_error() -> None:
    lines = answers(
        player_spec("fast"), "go", "position 1x1/9", "go", "position junk", "go", "frobnicate", "",
        "new", "new 3x3/1 safe r0c0 seed x", "go", "position 2x2/1:8_/__", "go",
        "position 2x2/1:__/__", "go ms 5",
    )  # fmt: skip
    assert [line.partition(" ")[0] for line in lines] == ["error"] * 5 + ["move"]
    assert lines[0] == "error expected a position before go"
    assert lines[2] == "error expected a position such as 3x3/2:01_/12_/___, got 'junk'"


def test_a_bare_move_makes_no_claim() -> None:
    def first(position: Position) -> OwnAnswer:
        return next(position.covered())

    (line,) = answers(
        make_player_spec(first), "position 9x9/10:" + "/".join(["_________"] * 9), "go"
    )
    assert line.startswith("move open r0c0 note")
