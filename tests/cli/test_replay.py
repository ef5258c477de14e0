"""Replays at the command: `sapper play` and `sapper review` of files of other programs."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.command import sapper
from tests.support.replay_files import FILM, WRITERS

LINE = "4x5/3 safe =08011 0 o0,0@0 f0,4@0.5 c0,3@0.98 o2,4@1.6"


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """A small file of every format, by its ending."""
    kinds = {"rmv": "rmv1", "avf": "avf", "evf": "evf4", "mvf": "mvf-2007"}
    for suffix, kind in kinds.items():
        (tmp_path / f"game.{suffix}").write_bytes(WRITERS[kind](FILM))
    return {suffix: str(tmp_path / f"game.{suffix}") for suffix in kinds}


def test_standard_input_is_read_as_bytes(files: dict[str, str]) -> None:
    for words in (["play", "-", "--json"], ["review", "-", "--json"]):
        done = sapper(*words, stdin=Path(files["rmv"]).read_bytes())
        assert json.loads(done.stdout)["game"] == LINE


def test_a_name_cannot_control_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "evil.rmv"
    evil = b"\x1b]0;owned\x07\x1b[2J\xc2\x9b31mEve\r\n\xe2\x80\xae"
    path.write_bytes(WRITERS["rmv1"](replace(FILM, player=evil)))
    for command in ("play", "review"):
        done = sapper(command, str(path))
        assert done.returncode == 0
        assert not set("\x1b\x07\x9b\r\u202e") & set(done.stdout + done.stderr)
    assert "\\u" not in sapper("play", str(path), "--json").stdout
