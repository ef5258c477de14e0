"""The command `sapper analyse` as a person or a script meets it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.support.command import sapper, sapper_process

CORNER = "3x3/2:01_/12_/___"
IMPOSSIBLE = "4x4/2:1_11/12_1/0111/0000"


def test_heat_map_of_an_argument() -> None:
    done = sapper("analyse", CORNER)
    assert done.returncode == 0
    assert done.stdout.splitlines()[:4] == [
        "   0   1   2  ",
        "0  ·   1  50% ",
        "1  1   2  50% ",
        "2 50% 50%  ✓  ",
    ]
    key = "key       % chance of a mine   ✓ safe   · opened 0   1 opened number"
    assert done.stdout.splitlines()[4] == key
    assert "layouts   4 " in done.stdout
    assert "safe      r2c2" in done.stdout
    assert not done.stderr


@pytest.mark.parametrize("board", ["3x12/4", "hex-3x12/4", "torus-3x12/4"])
@pytest.mark.parametrize("width", ["40", "48", "80"])
def test_a_chance_cannot_be_taken_for_a_number(board: str, width: str) -> None:
    """Every cell of a heat map is an opened number, a sign, or has a percent sign."""
    text = f"{board}:" + "/".join(["1___________", "____________", "___________2"])
    done = sapper_process("analyse", text, COLUMNS=width)
    board_lines = [line for line in done.stdout.splitlines() if re.match("[0-2] ", line)]
    shown = re.findall(r"[<>]?[0-9]+%?|[^ 0-9]", " ".join(line[2:] for line in board_lines))
    assert [cell for cell in shown if not cell.endswith("%")] == ["1", "2"]
    assert len(shown) == 36
    assert "% chance of a mine" in done.stdout


def test_contradiction_is_exit_code_one_with_a_sentence() -> None:
    done = sapper("analyse", IMPOSSIBLE)
    assert done.returncode == 1
    sentence = "no layout of mines fits the 1 at r0c2 and the 2 at r1c1 together"
    assert done.stderr == f"sapper: {sentence}\n"
    assert sentence not in done.stdout
    assert "\nThe 2 at r1c1 needs two mines" in done.stdout
    assert "0  1  _ ›1‹ 1 \n1  1 ›2‹ _  1 \n" in done.stdout
    assert "  The 1 at r0c2 could be a 2.\n" in done.stdout


def test_contradiction_is_drawn(tmp_path: Path) -> None:
    path = tmp_path / "clash.svg"
    assert sapper("analyse", IMPOSSIBLE, "--svg", str(path)).returncode == 1
    assert ElementTree.fromstring(path.read_text()).tag.endswith("svg")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["3x3/2:01_/12_"], "expected 3 rows"),
        (["nothing-here.txt"], "no file of this name exists"),
        (["3x3/?:01_/12_/___"], "mine count is unknown"),
        (["3x3/?:01_/12_/___", "--density", "1.5"], "between 0 and 1"),
        ([CORNER, "--time", "-1ms"], "a time such as 2s or 500ms"),
        ([CORNER, "--svg", "/nowhere/at/all.svg"], "/nowhere/at/all.svg"),
        ([], "got nothing"),
        ([""], "empty"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_two(arguments: list[str], says: str) -> None:
    done = sapper("analyse", *arguments, stdin="" if not arguments else None)
    if not arguments:
        says = "empty"  # standard input is no terminal here, so it is read
    assert done.returncode == 2
    assert done.stderr.startswith("sapper: ")
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_unusual_characters_are_told() -> None:
    done = sapper("analyse", "-", "--mines", "2", stdin=".1#\n12#\n###\n")
    assert done.returncode == 0
    assert "note: '.' was taken for" in done.stderr


def test_colour_only_on_request() -> None:
    assert "\x1b[" not in sapper_process("analyse", CORNER).stdout
    assert "\x1b[" in sapper_process("analyse", CORNER, FORCE_COLOR="1").stdout
    assert "\x1b[4" not in sapper_process("analyse", CORNER, FORCE_COLOR="1", NO_COLOR="1").stdout


def test_large_boards_are_not_drawn_and_it_is_said() -> None:
    hidden = "/".join(["_" * 150] * 3)
    done = sapper("analyse", f"3x150/40:{hidden}")
    assert done.returncode == 0
    assert "too many to draw" in done.stderr
    assert "8.9 %" in done.stdout


def test_flags_are_marks_unless_trusted() -> None:
    marked = "1x3/1:F1_"
    assert json.loads(sapper("analyse", marked, "--json").stdout)["ways"] == "2"
    assert json.loads(sapper("analyse", marked, "--json", "--trust-flags").stdout)["ways"] == "1"
