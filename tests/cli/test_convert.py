"""`sapper convert` on the command line."""

from __future__ import annotations

from pathlib import Path

from tests.support.command import sapper, sapper_process

ID = "?b=1&m=vjt0hd287g9b0s1s0"
LINE = "9x9/35=1f9f4116890782560e078"


def test_from_a_text_to_files_and_back(tmp_path: Path) -> None:
    for name in ("board.mbf", "board.abf", "board.json"):
        file = tmp_path / name
        assert sapper("convert", ID, str(file)).returncode == 0
        assert sapper("convert", str(file), "--to", "layout").stdout == LINE + "\n"
    assert sapper("convert", ID, str(tmp_path / "board.svg")).returncode == 0
    assert (tmp_path / "board.svg").read_text("utf-8").startswith("<svg")


def test_what_is_lost_is_said_on_standard_error() -> None:
    game = f"{LINE.replace('=', ' raw =')} 0 o4,4"
    done = sapper("convert", game, "-", "--to", "layout")
    note = "note: not kept: the start rule raw\nnote: not kept: the first cell r4c4\n"
    assert (done.stdout, done.stderr) == (LINE + "\n", note)
    done = sapper("convert", game, "--to", "game")
    assert (done.stdout, done.stderr) == (game + "\n", "")
    game = game.replace(" o4,4", " guess=1 o4,4")
    for target in ("rawvf", "layout", "line"):
        done = sapper("convert", game, "--to", target)
        assert "note: not kept: the mode in which a guess never kills\n" in done.stderr


def test_binary_output_in_a_pipe() -> None:
    done = sapper_process("convert", "3x3/2=044", "--to", "mbf")
    assert done.stdout.encode() == bytes([3, 3, 0, 2, 0, 2, 2, 0])
