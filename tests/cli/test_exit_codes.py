"""One table of exit codes: in the help, in the documentation, and kept by every command."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from sapper.cli.app import COMMANDS
from sapper.cli.exit_codes import EXIT_CODES
from sapper.lab.errors import RunStopped
from tests.support.command import sapper

PAGE = Path(__file__).parents[2] / "docs" / "start" / "command.md"
CORNER = "3x3/2:01_/12_/___"
IMPOSSIBLE = "4x4/2:1_11/12_1/0111/0000"
HARD = "60x60/900:" + "/".join("_2" * 30 if r % 2 else "_" * 60 for r in range(60))
ABOUT_POSITIONS = ["analyse", "best", "explain", "hint"]


def test_the_table_of_the_documentation() -> None:
    rows = re.findall(r"^\| (\d+) \| (.+) \|$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert {int(code): text for code, text in rows} == EXIT_CODES


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_knows_bad_usage_from_help(name: str) -> None:
    assert sapper(name, "--help").returncode == 0
    done = sapper(name, "--no-such-option")
    assert done.returncode == 2
    assert done.stderr.startswith("sapper: no such option '--no-such-option'")
    assert done.stderr.endswith(f"(see sapper {name} --help)\n")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("name", ABOUT_POSITIONS)
@pytest.mark.parametrize(
    ("position", "more", "code"),
    [(CORNER, [], 0), (IMPOSSIBLE, [], 1), ("3x3/2:01_", [], 2), (HARD, ["--time", "5ms"], 3)],
    ids=["ok", "impossible", "bad", "hard"],
)
def test_every_command_about_positions(
    name: str, position: str, more: list[str], code: int
) -> None:
    assert sapper(name, position, *more).returncode == code
    done = sapper(name, position, *more, "--json")
    assert done.returncode == code
    assert len(done.stdout.splitlines()) == 1


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["papers", "layout", "[[8,0],[0,0]]"], 1),
        (["papers", "layout", "[[0,1,0]]", "--nodes", "1"], 3),
        (["review", "9x9/10 safe 1 0 o4,4 o0,0", "--games", "999999", "--time", "50ms"], 3),
        (["lab", "optimal", "9x9/10", "--nodes", "1"], 3),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else str(value),
)
def test_the_other_commands(words: list[str], code: int) -> None:
    done = sapper(*words)
    assert (done.returncode, "Traceback" in done.stderr) == (code, False)


def test_a_run_that_cannot_finish(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def stop(*_: object, **__: object) -> None:
        raise RunStopped("the disk is full")

    monkeypatch.setattr("sapper.cli.commands.run.simulate", stop)
    done = sapper("run", "bfs", "--ledger", str(tmp_path / "ledger"))
    assert (done.returncode, done.stderr) == (5, "sapper: the disk is full\n")


@pytest.mark.parametrize(
    "words",
    [
        ["analyse", CORNER, "--mines", "x", "--json"],
        ["run", "--json"],
        ["analize", "--json"],
    ],
    ids=" ".join,
)
def test_a_bad_command_line_gives_a_document_too(words: list[str]) -> None:
    done = sapper(*words)
    document = json.loads(done.stdout)
    assert (done.returncode, document["schema"], document["kind"]) == (2, 1, "input")
    assert done.stderr == f"sapper: {document['error']}\n"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["analize"], "no such command 'analize'. Did you mean 'analyse'?"),
        (["nothing"], "no such command 'nothing' (see sapper --help)"),
        (["analyse", "--trust-flag", CORNER], "Did you mean '--trust-flags'?"),
    ],
)
def test_the_nearest_name_is_suggested(words: list[str], says: str) -> None:
    done = sapper(*words)
    assert done.returncode == 2
    assert says in done.stderr
