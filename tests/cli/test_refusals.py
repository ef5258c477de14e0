"""What a command cannot do is one sentence with an exit code, before the work."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from tests.support.command import sapper
from tests.support.drawn_pictures import draw_picture

CORNER = "3x3/2:01_/12_/___"
NINE = "9x9/10:" + "/".join(["_" * 9] * 9)
LARGE = "40x40/300:" + "/".join(["_" * 40] * 40)
TWO_GAMES = "'9x9/10 safe 1 0 o4,4\n9x9/10 safe 1 0 o4,4'"
REFUSED = [
    (f"analyse {CORNER} --svg /nowhere/at/all.svg", "/nowhere/at/all.svg"),
    ("analyse ''", "empty"),
    ("analyse 3x3/?:01_/12_/___", "for example --mines 10, or --density 0.2"),
    ("analyse 'won\nrecord 9x9/10 safe 1 0 o4,4'", "this is a game, not a position"),
    ("analyse", "empty"),  # standard input is no terminal here, so it is read
    ("best 3x3/?:01_/12_/___", "for example --mines 10, or --density 0.2"),
    (f"best {CORNER} --player brilliant", "'brilliant' is not one of 'champion', 'patient'"),
    (
        f"best {NINE} --player deep --time 0s",
        "expected a time above 0, such as 2s or 500ms, got '0s'",
    ),
    (f"best {NINE} --player deep --time 1 --games 9", "not both"),
    (f"best {LARGE} --player deep", "at most 1000 unknown"),
    ("best 3x3/?:01_/12_/___ --clicks", "for example --mines 10"),
    ("best 3x3/?:01_/12_/___ --clicks --density 0.2", "needs the mine count: --mines 10"),
    (f"best {CORNER} --clicks --games 9", "--clicks takes no --games"),
    (f"best {CORNER} --clicks --player champion", "--clicks takes no --player"),
    ("review '9x9/10 safe 1 0 o4,4' --clicks --games 9", "--clicks takes no --games"),
    ("review {folder} --clicks", "--clicks reviews games, not a folder"),
    ("certify nonsense", "'nonsense' is no certificate, and no file of this name exists"),
    ("certify 3x3/1=100 --first random", "'random' is no first cell: give r2c11"),
    ("convert {folder}", "is a directory: give a file, or - for standard input"),
    ("convert 3x3/2=044 y.avf", "sapper writes replays as .rawvf only, not as .avf"),
    (f"explain {CORNER} here", "expected a cell like r2c3 or 2,3"),
    (f"explain {CORNER} 2,2 --all", "either a cell or --all"),
    (f"explain {CORNER} --all --svg x.svg", "--svg draws one cell"),
    (f"explain '{CORNER}\n{CORNER}' --svg x.svg", "draws one position, but 2"),
    ("review '9x9/10 safe 1 0 o4,4' --clicks --svg x.svg", "not --clicks"),
    ("generate --json -o x.svg", "give either --json or --output, not both"),
    ("generate -o x.html", "--output writes one board, as .svg"),
    ("generate -o x.svg -n 2", "--output writes one board"),
    ("generate --technique subset", "--technique needs --positions"),
    ("generate --positions 2", "--positions needs a --technique"),
    ("generate --technique chain --positions 3 -o x.pdf", "--output writes one board, as .svg"),
    ("play expert", "expert is a board: sapper play --board expert"),
    ("run greedy --first here", "first cell"),
    ("run mine.py:first", "MODULE:NAME, without .py"),
    ("run ./mine.py", "MODULE:NAME, without .py"),
    ("run greedy --ledger {text}", "is not a ledger"),
    ("run greedy --cluster 'nowhere at all'", "Dask scheduler"),
    ("compare greedy", "two players"),
    ("compare greedy bfs --sprt 3 1", "P0 < P1"),
    ("lab dataset {text}/set --games 1", "cannot make the folder"),
    ("lab dataset {text} --games 1", "cannot make the folder"),
    ("lab dataset {folder} --games 1", "exists and holds no dataset"),
    ("lab dataset - --games 1", "a dataset is a folder of Parquet files"),
    ("lab dataset /dev/null --games 1", "a dataset is a folder of Parquet files"),
    ("lab report everybody --ledger {ledger}", "number of a run"),
    ("lab report --ledger {ledger} -o {folder}/no/such/folder", "cannot write"),
    ("lab report --ledger {ledger} --json --csv -", "only one result can be written"),
    ("metrics 5x5/4", "'5x5/4' is only a size: put cells behind it, as in"),
    ("metrics 3x3/1=010 --report x.csv", "--report needs a folder of replays"),
    ("metrics . --report x.txt", "expected a file that ends in .html, .csv, .parquet"),
    ("metrics {folder}", "has no replays"),
    ("metrics {folder} --report /nowhere/x.csv", "cannot write /nowhere/x.csv"),
    ("metrics . --all", "--all is for single boards and games"),
    ("review . --games -1", "1 to 1,000,000,000 games"),
    ("review . --svg x.svg", "--svg shows one game"),
    ("review '5x5/4 safe 1 0 o3,2' --drills x.txt", "--drills needs a folder of replays"),
    ("metrics '9x9/10 safe 1 0'", "dealt by its first open"),
    ("metrics 3x3/1=010 --time 0ms", "expected a time above 0, such as 2s or 500ms, got '0ms'"),
    (f"papers trace {CORNER} -p bfs --tree", "backtracking"),
    ("papers trace 3x3/2:___/___/___ --tree", "nothing to search"),
    ("play -p greedy '9x9/10 safe 1 0 o4,4'", "not both"),
    (f"review {TWO_GAMES} --svg x.svg", "--svg shows one game, but 2 were given"),
]


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
    done = sapper(*shlex.split(line.format(**places)), XDG_DATA_HOME=str(places["folder"]))
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
