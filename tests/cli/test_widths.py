"""Everything that the command prints fits the terminal, and no figure is cut.

Not wrapped, because programs read them: JSON, and the last line of `sapper play`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from unittest.mock import patch

import pytest

from sapper.cli.terminal.console import WIDTH_OF_FILES
from tests.support.command import Done, sapper, sapper_process

CORNER = "3x3/2:01_/12_/___"
IMPOSSIBLE = "4x4/2:1_11/12_1/0111/0000"
EXPERT = "16x30/99:" + "/".join(["1" + "_" * 29, "_" * 30, *["_" * 30] * 13, "_" * 29 + "2"])
HEX = "hex-12x30/60:" + "/".join(["_" * 14 + "1" + "_" * 15] * 2 + ["_" * 30] * 10)
WRONG_EXPERT = EXPERT.replace("/__", "/98", 1)
GAME = "16x30/99 safe 5 0 o0,0 o0,29 f2,2 o2,27 o15,0"
WIDTHS = (40, 80)
COMMANDS = [
    ["analyse", EXPERT],
    ["analyse", CORNER, "--fractions"],
    ["analyse", HEX],
    ["analyse", WRONG_EXPERT],
    ["best", EXPERT, "--games", "0"],
    ["explain", IMPOSSIBLE],
    ["hint", CORNER, "--level", "4"],
    ["play", "-p", "fast", "-b", "expert", "--seed", "5"],
    ["play", "-p", "greedy", "-b", "beginner", "--seed", "2", "--moves"],
    ["papers", "trace", CORNER],
    ["review", *GAME.split(), "--games", "2"],
    ["metrics", *GAME.split()],
    ["run", "champion", "--games", "40", "--ledger", "LEDGER"],
    ["compare", "fast", "greedy:guess=density", "--games", "40", "--ledger", "LEDGER"],
    ["players"],
    ["lab", "optimal", "3x4/3"],
    ["papers", "layout", str([[1] * 12, [1] * 12]), "--nodes", "200000"],
]

_NUMBER = re.compile(r"\d[\d.,]*\d|\d")
_TIME = re.compile(r"[\d.,]+ (?:ms|positions/s)")


@pytest.fixture(autouse=True, scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    path = tmp_path_factory.mktemp("widths") / "ledger.sqlite"
    with patch.dict(FILES, {"LEDGER": str(path)}):
        run(["run", "champion", "--games", "40", "--ledger", "LEDGER"])
        yield


FILES: dict[str, str] = {}


def run(command: list[str], **environment: str) -> Done:
    return sapper(*[FILES.get(word, word) for word in command], **environment)


@cache
def wide(command: tuple[str, ...]) -> Done:
    """Return what the command prints where nothing needs to be narrowed."""
    run(list(command))  # fills the ledger: the second run has nothing new to say
    return run(list(command), COLUMNS="1000")


def numbers(text: str) -> set[str]:
    return set(_NUMBER.findall(_TIME.sub("", text)))


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_no_line_is_wider_than_the_terminal(command: list[str], width: int) -> None:
    expected = wide(tuple(command))
    done = run(command, COLUMNS=str(width))
    assert done.returncode == expected.returncode
    lines = [line for line in done.stdout.splitlines() if not line.startswith("record ")]
    for line in [*lines, *done.stderr.splitlines()]:
        assert len(line) <= width, line
    columns = {str(number) for number in range(41)}
    assert numbers(done.stdout) - columns == numbers(expected.stdout) - columns
    assert numbers(done.stderr) == numbers(expected.stderr)


def test_a_pipe_without_columns_has_a_width_of_its_own() -> None:
    assert WIDTH_OF_FILES == 160
    lines = sapper_process("analyse", EXPERT).stdout.splitlines()
    assert max(map(len, lines)) == 3 + 30 * 4
    assert not any(line.startswith("columns") for line in lines)
    sentence = sapper_process("explain", IMPOSSIBLE).stdout
    assert "so both are mines. The 1 at r0c2 would touch two mines" in sentence


def test_a_board_in_parts_says_which_columns() -> None:
    lines = sapper("analyse", EXPERT, COLUMNS="80").stdout.splitlines()
    assert lines[0] == "columns 0 to 14 of 30"
    assert lines[18:20] == ["", "columns 15 to 29 of 30"]
    assert lines[2].split()[:2] == ["0", "1"]
    assert lines[36].split()[-1] == "2"
