"""What the command imports: no more than it needs. `bench/startup.py` measures the time."""

from __future__ import annotations

import subprocess
import sys

import pytest

from sapper import __version__
from sapper.cli.app import COMMANDS
from tests.support.command import sapper

CORNER = "3x3/2:01_/12_/___"
PROBE = (
    "import sys\n"
    "from sapper.cli import main\n"
    "try:\n"
    "    main()\n"
    "except SystemExit:\n"
    "    pass\n"
    "print(*sys.modules, file=sys.stderr)\n"
)


def imported(*arguments: str) -> set[str]:
    """Return the modules that a command has imported at its end, with their packages."""
    done = subprocess.run(
        [sys.executable, "-c", PROBE, *arguments],
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    return set(done.stderr.split())


def test_the_version_needs_no_library() -> None:
    found = imported("--version")
    assert "sapper.cli" in found
    assert not found & {"numpy", "rich", "sapper.board", "sapper.analysis"}


@pytest.mark.parametrize("arguments", [[], ["--json"], ["--mines", "2"], ["--time", "900ms"]])
def test_analyse_needs_no_laboratory(arguments: list[str]) -> None:
    found = imported("analyse", CORNER, *arguments)
    assert "sapper.analysis" in found
    rooms = {name.split(".")[1] for name in found if name.startswith("sapper.")}
    assert not rooms & {"proofs", "players", "games", "reviews", "lab", "web"}
    assert not found & {"urllib.request", "asyncio", "http", "matplotlib", "cloudpickle"}
    assert "sapper.board.svg" not in found
    assert not found & {"pydantic", "rich", "typer"}


def test_the_list_of_commands_imports_none_of_them() -> None:
    found = imported("--help")
    assert "click" in found
    assert not found & {f"sapper.cli.commands.{name}" for name in COMMANDS}
    assert "numpy" not in found


def test_help_lists_every_command() -> None:
    words = " ".join(sapper("--help", COLUMNS="200").stdout.split())
    for name, (_, summary) in COMMANDS.items():
        assert f"{name} {summary}" in words or name == "bench"


def test_python_m_sapper() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "sapper", "--version"],
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    assert done.stdout == f"sapper {__version__}\n"
    helped = subprocess.run(
        [sys.executable, "-m", "sapper", "analyse", "--help"],
        capture_output=True, text=True, check=True,
    timeout=300)  # fmt: skip
    assert "Usage: sapper analyse " in helped.stdout


def test_the_other_spelling_is_the_same_command() -> None:
    assert (
        sapper("analyze", CORNER, "--json").stdout[:40]
        == (sapper("analyse", CORNER, "--json").stdout[:40])
    )
