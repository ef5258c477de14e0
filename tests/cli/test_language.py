"""The command in another language: chosen by option or environment, and used by its labels."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.command import sapper
from tests.support.languages import assert_indonesian

GAME = "9x9/10 open 158 0 o4,4 o0,0 o0,8 o3,1 o8,3"
POSITION = "3x3/2:01_/12_/___"


@pytest.mark.parametrize(
    "arguments",
    [
        ("generate", "--board", "beginner", "--seed", "2"),
        ("generate", "--board", "9x9/12", "-n", "2", "--grade", "pair"),
        ("certify", GAME, "--moves"),
        ("metrics", GAME, "--all"),
        ("papers", "trace", POSITION, "-p", "backtracking"),
        ("papers", "trace", POSITION, "--tree"),
        ("papers", "trace", "2x5/?:_____/12221", "-p", "hybrid"),
        ("papers", "trace", "4x4/3:__20/__20/2210/0000", "-p", "bfs"),
        ("papers", "trace", POSITION, "-p", "probability"),
        ("papers", "layout", "3x3/?:111/101/111"),
        ("compare", "greedy", "fast", "--games", "20", "--ledger", "LEDGER"),
        ("play", "--player", "hybrid", "--board", "5x5/4", "--seed", "3", "--moves"),
        ("players",),
        ("run", "fast", "--games", "20", "--ledger", "LEDGER"),
    ],
    ids=lambda arguments: " ".join(arguments)[:20],
)
def test_labels_are_indonesian(arguments: tuple[str, ...], tmp_path: Path) -> None:
    files = {"LEDGER": str(tmp_path / "ledger.sqlite")}
    done = sapper("--language", "id", *(files.get(word, word) for word in arguments))
    assert done.returncode == 0, done.stderr
    for line in done.stdout.splitlines():
        # without games, boards, options, start rules and sets of cells
        told = re.sub(r"rekaman .*|\S*[/=_#|]\S*|awal \w+|\{[rc\d, ]+\}", "", line)
        if re.search("[a-z]{3}", told):
            assert_indonesian(told)


def test_an_unknown_language_of_the_environment_is_told() -> None:
    done = sapper("best", POSITION, SAPPER_LANGUAGE="klingon")
    assert done.returncode == 2
    assert "SAPPER_LANGUAGE: expected a language (en or id), got 'klingon'" in done.stderr
    for name in ("id", "id_ID.UTF-8"):
        assert "pasti" in sapper("best", POSITION, SAPPER_LANGUAGE=name).stdout
    assert "certain" in sapper("best", POSITION, SAPPER_LANGUAGE="", LANG="tlh_KX").stdout
    assert "pasti" in sapper("--language", "id", "best", POSITION, SAPPER_LANGUAGE="x").stdout
