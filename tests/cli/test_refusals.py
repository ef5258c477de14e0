"""What a command cannot do is one sentence with an exit code, before the work."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from tests.support.command import sapper
from tests.support.drawn_pictures import draw_picture

TEXTS = {
    "corner": "3x3/2:01_/12_/___",
    "nine": "9x9/10:" + "/".join(["_" * 9] * 9),
    "large": "40x40/300:" + "/".join(["_" * 40] * 40),
    "newline": "\n",
}
TABLE = (Path(__file__).parents[1] / "data/refusals.txt").read_text("utf-8").splitlines()
REFUSED = [tuple(line.split(" => ")) for line in TABLE if not line.startswith("#")]


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("refusals")
    (folder / "text").write_text("no ledger " * 200)
    ledger = folder / "ledger"
    words = ("--board", "4x4/3", "--games", "2", "--workers", "1", "--ledger", str(ledger))
    assert sapper("run", "fast", *words).returncode == 0
    return {"folder": folder, "text": folder / "text", "ledger": ledger}


@pytest.mark.parametrize(("line", "says"), REFUSED, ids=[line[:40] for line, _ in REFUSED])
def test_a_refusal_is_one_sentence(line: str, says: str, places: dict[str, Path]) -> None:
    done = sapper(*shlex.split(line.format(**TEXTS, **places)), XDG_DATA_HOME=str(places["folder"]))
    assert done.returncode == 2, done
    assert done.stderr.startswith("sapper: ")
    assert done.stderr.count("sapper: ") == 1
    assert says in " ".join(done.stderr.split())
    assert bool(done.stdout) == ("--json" in line)


LAB = ["--games", "10", "--workers", "1"]


@pytest.mark.parametrize(
    ("library", "words", "message"),
    [
        ("uvicorn", ["serve", "--port", "0"], "`sapper serve` needs the web extra"),
        ("matplotlib", ["lab", "report"], "the page of `sapper lab report` needs the lab extra"),
        ("pyarrow", ["lab", "report", "--parquet", "x"], "`sapper lab report --parquet` needs the"),
        ("distributed", ["run", "bfs", "--cluster", "tcp://h:1"], "--cluster needs the cluster"),
    ],
)
def test_nothing_is_done_without_it(
    library: str, words: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    ledger = tmp_path / "ledger"
    if words[0] != "serve":
        words = [*words, "--ledger", str(ledger)]
    done = sapper(*words)
    assert done.returncode == 2
    assert done.stderr.startswith(f"sapper: {message}")
    assert done.stderr.endswith("]'\n")
    assert "pip install 'sapper[" in done.stderr
    assert not ledger.exists()


def test_comparing_and_csv_need_no_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for library in ("matplotlib", "pyarrow"):
        monkeypatch.setitem(sys.modules, library, None)
    ledger = str(tmp_path / "ledger")
    assert sapper("compare", "bfs", "fast", *LAB, "--ledger", ledger).returncode == 0
    written = str(tmp_path / "games.csv")
    done = sapper("lab", "report", "--csv", written, "--ledger", ledger)
    assert done.returncode == 0
    assert f"2 runs written to {written}" in done.stderr


def test_a_picture_needs_pillow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "board.png").write_bytes(draw_picture(1).data)
    monkeypatch.setitem(sys.modules, "PIL", None)
    done = sapper("analyse", str(tmp_path / "board.png"))
    assert done.returncode == 2
    needed = "pictures need the pictures extra: pip install 'sapper[pictures]'"
    assert done.stderr == f"sapper: {needed}\n"
