"""What the command imports: no more than it needs. `bench/startup.py` measures the time."""

from __future__ import annotations

import subprocess
import sys

import pytest

from sapper.cli.app import COMMANDS

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
    command = [sys.executable, "-c", PROBE, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
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
