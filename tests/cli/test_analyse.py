"""The command `sapper analyse` as a person or a script meets it."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest

from sapper import __version__
from tests.support.command import sapper, sapper_process

CORNER = "3x3/2:01_/12_/___"
IMPOSSIBLE = "4x4/2:1_11/12_1/0111/0000"


def test_version() -> None:
    assert sapper_process("--version").stdout == f"sapper {__version__}\n"


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
@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_a_chance_cannot_be_taken_for_a_number(board: str, width: str, encoding: str) -> None:
    """Every cell of a heat map is an opened number, a sign, or has a percent sign."""
    text = f"{board}:" + "/".join(["1___________", "____________", "___________2"])
    done = sapper_process("analyse", text, COLUMNS=width, PYTHONIOENCODING=encoding)
    board_lines = [line for line in done.stdout.splitlines() if re.match("[0-2] ", line)]
    shown = re.findall(r"[<>]?[0-9]+%?|[^ 0-9]", " ".join(line[2:] for line in board_lines))
    assert [cell for cell in shown if not cell.endswith("%")] == ["1", "2"]
    assert len(shown) == 36
    assert "% chance of a mine" in done.stdout


@pytest.mark.parametrize("where", ["stdin", "dash", "file"])
def test_the_same_from_everywhere(where: str, tmp_path: Path) -> None:
    expected = json.loads(sapper_process("analyse", CORNER, "--json").stdout)
    if where == "file":
        path = tmp_path / "board.txt"
        path.write_text("01#\n12#\n###\n")
        done = sapper_process("analyse", str(path), "--mines", "2", "--json")
    else:
        done = sapper_process(
            "analyse", *(["-"] if where == "dash" else []), "--json", stdin=CORNER
        )
    got = json.loads(done.stdout)
    for varying in ("milliseconds", "notes"):
        del got[varying], expected[varying]
    assert got == expected


def test_json_has_everything() -> None:
    answer = json.loads(sapper("analyse", CORNER, "--json", "--fractions").stdout)
    assert answer["position"] == CORNER
    assert answer["ways"] == "4"
    assert answer["safe"] == answer["safest"] == [[2, 2]]
    assert answer["mines"] == answer["by_mine_count"] == []
    assert answer["chances"] == [[None, None, 0.5], [None, None, 0.5], [0.5, 0.5, 0.0]]
    assert [Fraction(f) for f in answer["fractions"][2]] == [Fraction(1, 2), Fraction(1, 2), 0]
    assert answer["components"][0]["fewest_mines"] == 2


def test_several_positions_give_one_object_each() -> None:
    lines = [CORNER, IMPOSSIBLE, "2x2/9:__/__", CORNER]
    done = sapper("analyse", "-", "--json", stdin="\n".join(lines))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == 4
    assert answers[1]["conflict"]["uses_mine_count"] is False
    assert "mines" in answers[2]["error"]
    assert answers[2]["kind"] == "input"
    assert answers[3]["ways"] == "4"
    assert done.returncode == 2


def test_contradiction_is_exit_code_one_with_a_sentence() -> None:
    done = sapper("analyse", IMPOSSIBLE)
    assert done.returncode == 1
    sentence = "no layout of mines fits the 1 at r0c2 and the 2 at r1c1 together"
    assert done.stderr == f"sapper: {sentence}\n"
    assert sentence not in done.stdout
    assert "\nThe 2 at r1c1 needs two mines" in done.stdout
    assert "0  1  _ ›1‹ 1 \n1  1 ›2‹ _  1 \n" in done.stdout
    assert "  The 1 at r0c2 could be a 2.\n" in done.stdout


def test_mine_count_contradiction_says_what_is_possible() -> None:
    done = sapper("analyse", "3x3/1:01_/12_/___")
    assert done.returncode == 1
    assert "(by the mine count): impossible." in done.stdout
    assert "  The board could have 2 mines instead of 1.\n" in done.stdout


def test_contradiction_as_data() -> None:
    done = sapper("analyse", "3x3/1:01_/12_/___", "--json")
    assert done.returncode == 1
    answer = json.loads(done.stdout)
    assert answer["conflict"]["summary"] == (
        "no layout of mines fits the mine count of 1 and the 2 at r1c1 together"
    )
    assert answer["conflict"]["numbers"] == [[1, 1]]
    assert answer["conflict"]["uses_mine_count"] is True
    assert answer["conflict"]["repairs"][0]["value"] == 2


def test_contradiction_is_drawn(tmp_path: Path) -> None:
    path = tmp_path / "clash.svg"
    assert sapper("analyse", IMPOSSIBLE, "--svg", str(path)).returncode == 1
    assert ElementTree.fromstring(path.read_text()).tag.endswith("svg")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["3x3/2:01_/12_"], "expected 3 rows"),
        (["3x3/2:01_/12_/__!"], "'!'"),
        (["nothing-here.txt"], "no file of this name exists"),
        (["3x3/?:01_/12_/___"], "mine count is unknown"),
        (["3x3/?:01_/12_/___", "--density", "1.5"], "between 0 and 1"),
        ([CORNER, "--mines", "4"], "4"),
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


def test_binary_file_is_told(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_bytes(b"\xff\xfe\x00")
    done = sapper("analyse", str(path))
    assert done.returncode == 2
    assert "UTF-8" in done.stderr


def test_budget_is_exit_code_three() -> None:
    lattice = "/".join("_2" * 30 if r % 2 else "_" * 60 for r in range(60))
    done = sapper("analyse", f"60x60/900:{lattice}", "--time", "5ms")
    assert done.returncode == 3
    assert "stopped by the budget" in done.stderr


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


def test_svg_is_written(tmp_path: Path) -> None:
    path = tmp_path / "heat.svg"
    assert sapper("analyse", CORNER, "--svg", str(path)).returncode == 0
    assert "✓" in "".join(ElementTree.fromstring(path.read_text()).itertext())


def test_flags_are_marks_unless_trusted() -> None:
    marked = "1x3/1:F1_"
    assert json.loads(sapper("analyse", marked, "--json").stdout)["ways"] == "2"
    assert json.loads(sapper("analyse", marked, "--json", "--trust-flags").stdout)["ways"] == "1"
