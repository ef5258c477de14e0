"""Shell completion: the scripts are made, and the command answers what they ask."""

from __future__ import annotations

import subprocess

import pytest

from sapper.players import player_specs
from tests.support.command import sapper_process


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("sapper an", ["analyse"]),
        ("sapper analyse --trust", ["--trust-flags"]),
        ("sapper play --player gre", ["greedy", "greedy-density"]),
        ("sapper run bfs --board ", ["beginner", "intermediate", "expert"]),
        ("sapper best --player ", ["champion", "patient", "lookahead", "fast", "deep"]),
        ("sapper run ", [entry.name for entry in player_specs()]),
    ],
)
def test_bash_is_answered(words: str, expected: list[str]) -> None:
    last = str(len(words.split(" ")) - 1)
    done = sapper_process(_SAPPER_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=last)
    assert [line.partition(",")[2] for line in done.stdout.split()] == expected


def test_bash_accepts_its_script() -> None:
    script = sapper_process(_SAPPER_COMPLETE="bash_source").stdout
    assert "_SAPPER_COMPLETE=bash_complete" in script
    subprocess.run(["bash", "-n"], input=script, text=True, check=True, timeout=300)
