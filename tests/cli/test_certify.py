"""The command `sapper certify` as a person or a script meets it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sapper.board.layout import Layout
from sapper.games.certificates import make_certificate
from tests.support.command import sapper

HEAD = "3x3/2 from r0c2: grade chain, 1 move"


@pytest.fixture(scope="module")
def certificate() -> str:
    return make_certificate(Layout.parse("3x3/2=101"), (0, 2)).to_json()


@pytest.mark.parametrize("words", [["9x9/10 open 1 0 o4,4"], ["9x9/10", "open", "1", "0", "o4,4"]])
def test_a_game_is_certified(words: list[str]) -> None:
    done = sapper("certify", *words, "--json")
    answer = json.loads(done.stdout)
    assert answer["outcome"] == "valid"
    record = json.dumps({"game": "9x9/10 open 1 0 f0,0 o4,4"})
    assert json.loads(sapper("certify", record, "--json").stdout) == answer
    assert json.loads(sapper("certify", "9x9/10 open 1 0", "--json").stdout) == answer


def test_several_files_and_the_highest_exit_code(certificate: str, tmp_path: Path) -> None:
    good, bad, guess = (tmp_path / name for name in ("good", "bad", "guess"))
    good.write_text(certificate)
    bad.write_text(certificate.replace('"chain"', '"pair"', 1))
    guess.write_text("1x5/2=14\n")
    files = [str(good), str(bad)]
    done = sapper("certify", *files)
    assert done.returncode == 1
    assert f"{good}:\nvalid: {HEAD}\n\n{bad}:\ninvalid: " in done.stdout
    done = sapper("certify", *files, str(guess), "--first", "0,4", "--json")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [a.get("outcome", a.get("kind")) for a in answers] == ["valid", "invalid", "input"]
    assert [a["file"] for a in answers] == [str(good), str(bad), str(guess)]
    assert (answers[1]["move"], answers[1]["reason"]) == (
        None,
        "the grade must be chain, as its hardest move",
    )


def test_only_valid_certificates_are_written(certificate: str, tmp_path: Path) -> None:
    path, wrong = tmp_path / "made.json", certificate.replace('"chain"', '"pair"', 1)
    done = sapper("certify", wrong, "--output", str(path))
    assert (done.returncode, path.exists()) == (1, False)
    sapper("certify", wrong, certificate, "--output", str(path))
    assert path.read_text() == f"{certificate}\n"


def test_too_many_cells_have_an_exit_code_of_their_own(
    certificate: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sapper.games.certificates.checker._MOST_STATES", 0)
    done = sapper("certify", certificate)
    assert done.returncode == 3
    assert done.stdout.startswith("not checked: move 1: too many cells")
