"""`sapper ledger adopt`: games of another identity, taken over or refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from sapper.cli.app import load_command
from sapper.lab import Ledger
from sapper.lab.chunk import play_chunk
from sapper.lab.ledger.keep import Keep
from sapper.lab.run import Run
from tests.support.old_ledger import old_ledger


class Done(NamedTuple):
    """How a command ended."""

    exit_code: int
    stdout: str
    stderr: str


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Callable[..., Done]:
    def run(*words: str) -> Done:
        code = load_command("adopt").main([*words], prog_name="adopt", standalone_mode=False)
        return Done(code or 0, *capsys.readouterr())

    return run


def test_runs_that_do_not_keep_every_game_are_left_out(
    command: Callable[..., Done], tmp_path: Path
) -> None:
    path = old_ledger(tmp_path / "ledger")
    other = Run.of("greedy", "9x9/10", seed=6)
    with Ledger(path) as ledger:
        entry = ledger.enter(other, "0.0.1", "of old")
        ledger.store(entry, play_chunk(other, 0, 20).games, Keep.OUTCOMES)
    done = command("--ledger", str(path), "--games", "10", "--workers", "1")
    assert done.exit_code == 0, done.stderr
    assert "run 2 is left out: it does not keep every game" in " ".join(done.stderr.split())
    assert "Run 1, greedy" in " ".join(done.stdout.split())


def test_the_command(command: Callable[..., Done], tmp_path: Path) -> None:
    path = old_ledger(tmp_path / "ledger")
    done = command("--ledger", str(path), "--games", "30", "--workers", "1")
    assert done.exit_code == 0, done.stderr
    text = " ".join(done.stdout.split())
    assert "Run 1, greedy on 9x9/10: 30 of 90 games were played again and are equal" in text
    assert "(fewer than 10.00 % of all differ). 90 games now belong to run 2" in text
    again = command("--ledger", str(path))
    assert again.stdout.startswith("All games in the ledger have the identity")


def test_the_command_refuses(command: Callable[..., Done], tmp_path: Path) -> None:
    path = old_ledger(tmp_path / "ledger", wrong=77)
    words = ("--ledger", str(path), "--workers", "1")
    done = command("1", *words)
    assert done.exit_code == 5
    assert "game 77 of greedy" in " ".join(done.stderr.split())
    document = json.loads(command("greedy", *words, "--json").stdout)
    assert document["adopted"] == []
    assert document["refused"][0]["run"] == 1
    assert document["refused"][0]["kind"] == "run"


def test_the_document_of_the_command(command: Callable[..., Done], tmp_path: Path) -> None:
    path = old_ledger(tmp_path / "ledger")
    done = command("--ledger", str(path), "--games", "30", "--seed", "4", "--json")
    document = json.loads(done.stdout)
    assert document["refused"] == []
    (adopted,) = document["adopted"]
    assert {k: adopted[k] for k in ("run", "source", "checked", "seed", "adopted", "left")} == {
        "run": 2, "source": 1, "checked": 30, "seed": 4, "adopted": 90, "left": 0,
    }  # fmt: skip
    assert adopted["source_identity"] == "of old"


def test_a_player_that_no_name_leads_to(command: Callable[..., Done], tmp_path: Path) -> None:
    def mine(position: Any) -> Any:
        return next(position.covered())

    mine.name = "mine"  # type: ignore[attr-defined]
    path = old_ledger(tmp_path / "ledger", Run.of(mine, "5x5/3", seed=5))
    done = command("1", "--ledger", str(path))
    assert done.exit_code == 2
    assert "sapper.lab.adoption.adopt" in done.stderr
    skipped = command("--ledger", str(path))
    assert skipped.exit_code == 0
    assert "run 1 is left out" in skipped.stderr
    unknown = command("7", "--ledger", str(path))
    assert unknown.exit_code == 2
    assert "neither the number of a run" in unknown.stderr
    missing = command("--ledger", str(tmp_path / "none"))
    assert missing.exit_code == 2
