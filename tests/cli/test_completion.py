"""Shell completion: the scripts are made, and the command answers what they ask."""

from __future__ import annotations

import subprocess

import pytest

from sapper.players import player_specs
from tests.support.command import sapper_process


def completions(words: str) -> list[str]:
    """Return what bash would offer for the last word."""
    lines = sapper_process(
        _SAPPER_COMPLETE="bash_complete",
        COMP_WORDS=words,
        COMP_CWORD=str(len(words.split(" ")) - 1),
    ).stdout.split()
    return [line.partition(",")[2] for line in lines]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("sapper an", ["analyse"]),
        ("sapper con", ["convert"]),
        ("sapper analyse --trust", ["--trust-flags"]),
        ("sapper play --player gre", ["greedy", "greedy-density"]),
        ("sapper papers trace --player bf", ["bfs"]),
        ("sapper run ch", ["champion"]),
        ("sapper compare champion hybrid-", ["hybrid-global"]),
        ("sapper run bfs --board ", ["beginner", "intermediate", "expert"]),
        ("sapper play --board exp", ["expert"]),
        ("sapper best --player ", ["champion", "patient", "lookahead", "fast", "deep"]),
        ("sapper play --start ", ["raw", "safe", "open"]),
        ("sapper papers layout --method b", ["backtracking", "brute-force"]),
    ],
)
def test_bash_is_answered(words: str, expected: list[str]) -> None:
    assert completions(words) == expected


def test_every_player_is_completed() -> None:
    assert completions("sapper run ") == [entry.name for entry in player_specs()]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_a_shell(shell: str) -> None:
    done = sapper_process(_SAPPER_COMPLETE=f"{shell}_source")
    assert done.returncode == 0
    assert f"_SAPPER_COMPLETE={shell}_complete" in done.stdout


def test_bash_accepts_its_script() -> None:
    script = sapper_process(_SAPPER_COMPLETE="bash_source").stdout
    subprocess.run(["bash", "-n"], input=script, text=True, check=True, timeout=300)
