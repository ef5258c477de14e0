"""A missing extra is noticed before the work."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.support.command import sapper
from tests.support.drawn_pictures import draw_picture

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
