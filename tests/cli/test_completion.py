"""Shell completion: the scripts are made, and the command answers what they ask."""

from __future__ import annotations

import subprocess

import pytest

from sapper.players import player_specs
from tests.support.command import sapper, sapper_process


def completions(words: str) -> list[str]:
    """Return what bash would offer for the last word."""
    return sapper(
        _SAPPER_COMPLETE="complete_bash",
        COMP_WORDS=words,
        COMP_CWORD=str(len(words.split(" ")) - 1),
    ).stdout.split()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("sapper an", ["analyse"]),
        ("sapper con", ["conflict", "convert"]),
        ("sapper analyse --trust", ["--trust-flags"]),
        ("sapper play --player gre", ["greedy", "greedy-density"]),
        ("sapper play -p greedy:", ["greedy:guess=random", "greedy:guess=density"]),
        ("sapper trace --player bf", ["bfs"]),
        ("sapper run ch", ["champion"]),
        ("sapper compare champion hybrid-", ["hybrid-global"]),
        ("sapper run bfs --board ", ["beginner", "intermediate", "expert"]),
        ("sapper play --board exp", ["expert"]),
        ("sapper best --player ", ["champion", "fast", "lookahead", "patient", "deep"]),
        ("sapper play --start ", ["raw", "safe", "open"]),
        ("sapper run bfs --first c", ["corner"]),
        ("sapper layout --method b", ["brute-force", "backtracking"]),
    ],
)
def test_bash_is_answered(words: str, expected: list[str]) -> None:
    assert completions(words) == expected


def test_every_player_is_completed() -> None:
    assert completions("sapper run ") == [entry.name for entry in player_specs()]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_a_shell(shell: str) -> None:
    done = sapper_process(_SAPPER_COMPLETE=f"source_{shell}")
    assert done.returncode == 0
    assert "_SAPPER_COMPLETE=complete_" + shell in done.stdout


def test_fish_gets_one_line_for_each() -> None:
    done = sapper(
        _SAPPER_COMPLETE="complete_fish",
        _TYPER_COMPLETE_ARGS="sapper run ",
        _TYPER_COMPLETE_FISH_ACTION="get-args",
    )
    assert len(done.stdout.splitlines()) == len(player_specs())


def test_bash_accepts_its_script() -> None:
    script = sapper_process(_SAPPER_COMPLETE="source_bash").stdout
    subprocess.run(["bash", "-n"], input=script, text=True, check=True, timeout=300)
    helped = sapper("--help").stdout
    assert "--install-completion" in helped
    assert "--show-completion" in helped
