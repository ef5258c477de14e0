"""What the command reads: texts, files, pipes, devices; one position or many, one bad or none."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from sapper import read_picture
from tests.support.command import COMMAND, sapper
from tests.support.drawn_pictures import draw_picture

CORNER = "3x3/2:01_/12_/___"
IMPOSSIBLE = "4x4/2:1_11/12_1/0111/0000"
MANY = f"# my boards\n\n{CORNER}\nrubbish\n   \n{IMPOSSIBLE}\n# the last\n{CORNER}\n"


def documents(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_a_named_pipe_is_read(tmp_path: Path) -> None:
    os.mkfifo(pipe := tmp_path / "pipe")
    writer = Thread(target=pipe.write_text, args=[f"{CORNER}\n"], daemon=True)
    writer.start()
    assert sapper("analyse", str(pipe)).returncode == 0
    writer.join(timeout=10)


def test_process_substitution_and_dev_stdin() -> None:
    quoted = " ".join(f"'{word}'" for word in COMMAND)
    script = f"{quoted} hint <(echo {CORNER}) && echo {CORNER} | {quoted} hint /dev/stdin"
    done = subprocess.run(
        ["bash", "-c", script], capture_output=True, text=True, check=True, timeout=300
    )
    assert done.stdout == 2 * "Yes: one safe cell can be proved.\n"


def test_a_missing_file_is_named_and_a_position_is_no_path() -> None:
    for name in ("boards", "a/b", "/no/such", "./01_", "x.mine", "my boards.txt", "~/b"):
        said = sapper("analyse", name).stderr
        assert said == f"sapper: '{name}' is no position, and no file of this name exists\n"
    for text in ("3x3/2", "01_/12_/___", "3x3/2:01_/12_/__!", "hex-3x3/2:01_/12_", "[[1,x]]"):
        assert "file" not in sapper("analyse", text).stderr


def test_a_position_is_read_as_one_where_a_file_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = Path(CORNER)
    path.parent.mkdir(parents=True)
    path.write_text("rubbish")
    assert json.loads(sapper("analyse", CORNER, "--json").stdout)["position"] == CORNER


def test_a_file_that_is_no_text_can_be_converted(tmp_path: Path) -> None:
    path = tmp_path / "x.mbf"
    assert sapper("convert", "3x3/2=101", str(path)).returncode == 0
    refused = sapper("explain", str(path)).stderr
    assert refused.startswith(f"sapper: {path} is neither text nor a picture")
    assert f"`sapper convert {path} --to line`" in refused
    assert sapper("convert", str(path), "--to", "line").stdout == "3x3/2:X10/121/01X\n"


def test_comments_above_a_block() -> None:
    block = "# from a game of mine\n01_\n12_\n___\n"
    done = sapper("explain", "--mines", "2", "--json", stdin=block)
    assert done.returncode == 0
    assert json.loads(done.stdout)["position"] == CORNER


def test_closed_input_is_said() -> None:
    done = subprocess.run(
        ["bash", "-c", '"$@" <&-', "-", *COMMAND, "hint"],
        capture_output=True, text=True, check=False,
    timeout=300)  # fmt: skip
    assert (done.returncode, "standard input" in done.stderr) == (2, True)


def test_one_bad_line_does_not_lose_the_others() -> None:
    done = sapper("analyse", "-", "--json", stdin=MANY)
    assert done.returncode == 2
    found = documents(done.stdout)
    assert [document["line"] for document in found] == [3, 4, 6, 8]
    assert [document.get("position") for document in found] == [CORNER, None, IMPOSSIBLE, CORNER]
    assert found[1]["kind"] == "input"
    assert found[2]["conflict"]["numbers"]
    assert done.stderr == (
        "sapper: line 4: expected a position such as 3x3/2:01_/12_/___, got 'rubbish'\n"
    )


def test_several_files_and_a_missing_one(tmp_path: Path) -> None:
    first, second = tmp_path / "a.txt", tmp_path / "b.txt"
    first.write_text(f"{CORNER}\nrubbish\n{CORNER}\n")
    second.write_text("01#\n12#\n###\n")
    done = sapper("analyse", str(first), "gone.txt", str(second), CORNER, "--mines", "2", "--json")
    places = [(document["file"], document.get("line")) for document in documents(done.stdout)]
    assert places == [
        (str(first), 1), (str(first), 2), (str(first), 3),
        ("gone.txt", None), (str(second), None), ("argument 4", None),
    ]  # fmt: skip
    assert f"sapper: {first}:2: expected a position" in done.stderr
    assert "sapper: gone.txt: 'gone.txt' is no position, and no file" in done.stderr
    assert done.returncode == 2


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_what_play_prints_can_be_piped_into_review(form: list[str]) -> None:
    played = ""
    for seed in ("1", "2"):
        played += sapper("play", "-p", "bfs", "--board", "5x5/4", "--seed", seed, *form).stdout
    done = sapper("review", "--games", "24", "--json", stdin=played)
    assert done.returncode == 0
    assert [document["game"].split()[2] for document in documents(done.stdout)] == ["1", "2"]


def without_times(text: str) -> list[str]:
    return [line for line in text.splitlines() if not line.endswith(" ms")]


def test_a_picture_is_a_position_for_every_command(tmp_path: Path) -> None:
    (tmp_path / "board.png").write_bytes(draw_picture(1).data)
    path = str(tmp_path / "board.png")
    position = str(read_picture(path, 40).position)
    for words in (
        ["analyse"],
        ["explain"],
        ["hint"],
        ["best"],
        ["papers", "trace", "-p", "greedy"],
    ):
        seen, expected = sapper(*words, path, "--mines", "40"), sapper(*words, position)
        assert seen.returncode == 0
        assert without_times(seen.stdout) == without_times(expected.stdout)
    assert sapper("convert", path).stdout == f"{read_picture(path).position}\n"


def test_a_picture_comes_by_standard_input_and_into_json(tmp_path: Path) -> None:
    (tmp_path / "board.png").write_bytes(draw_picture(1).data)
    quoted = " ".join(f"'{word}'" for word in COMMAND)
    script = f"{quoted} convert - < board.png; {quoted} analyse - --mines 40 --json < board.png"
    done = subprocess.run(
        ["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True, timeout=99
    )
    line, found = done.stdout.splitlines()
    assert line == json.loads(found)["picture"]["position"]
    assert json.loads(found)["position"] == line.replace("/?:", "/40:")
