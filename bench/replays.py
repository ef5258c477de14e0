"""Replays: the speed of reading them, and ms_toollib as referee.

The folder with the replays is given by the variable SAPPER_SAMPLES; without it, small replays that
the tests write are read. ms_toollib aborts on some files and leaves a crash.log behind, so each
file has a child process of its own, in a folder of its own.

    SAPPER_SAMPLES=FOLDER python -m bench replays
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from bench.benchmark import Say
from bench.peer import is_installed
from sapper.errors import ReplayError
from sapper.games.replays import Replay, read_replay
from sapper.lab.table import Table
from tests.support.replay_files import FILM, WRITERS

REPEATS = 5
_SUFFIXES = (".rmv", ".avf", ".evf", ".rawvf", ".mvf")
_ASK = """
import json, sys, time
import ms_toollib as ms
path, kind = sys.argv[1:]
began = time.perf_counter()
video = getattr(ms, kind)(path)
video.parse()
video.analyse()
seconds = time.perf_counter() - began
video.current_event_id = len(video.events) - 1
print(json.dumps({
    "board": f"{video.row}x{video.column}/{video.mine_num}", "bbbv": video.bbbv,
    "time": video.rtime, "events": len(video.events),
    "clicks": [video.left, video.right, video.double], "seconds": seconds}))
"""
_FIGURES = ("board", "bbbv", "time", "events", "clicks")


def tables(say: Say) -> list[Table]:
    """Return the seconds per file, and where the two programs differ."""
    with TemporaryDirectory() as folder:
        named = os.environ.get("SAPPER_SAMPLES")
        samples = Path(named) if named else _write_samples(Path(folder))
        files = sorted(path for path in samples.iterdir() if path.suffix.lower() in _SUFFIXES)
        rows = []
        for path in files:
            say(path.name)
            rows.append(_row(path))
    read = sum(row[3] != "refused" for row in rows)
    return [
        Table(
            f"Replays: {read} of {len(rows)} read",
            ["replay", "bytes", "ms", "board", "3BV", "s", "events", "clicks", "ms_toollib",
             "its ms"],
            rows,
            [
                f"Milliseconds for reading and playing, the least of {REPEATS}; clicks are left, "
                "right and chords.",
                "ms_toollib counts the time of every game from the release of its first click; "
                "Clone 0.97 from the press, up to 0.01 s earlier.",
            ],
        )
    ]  # fmt: skip


def _write_samples(folder: Path) -> Path:
    for name, write in WRITERS.items():
        kind = name.partition("-")[0].rstrip("01234")
        (folder / f"{name}.{kind}").write_bytes(write(FILM))
    return folder


def _row(path: Path) -> list[Any]:
    data = path.read_bytes()
    seconds, replay = _read(data, path.name)
    asked = _ask(path)
    verdict, theirs = _compare(replay, asked)
    if replay is None:
        return [path.name, len(data), 1000 * seconds, "refused", "", "", "", "", verdict, theirs]
    ours = _figures(replay)
    clicks = "+".join(map(str, ours["clicks"]))
    figures = [ours["board"], ours["bbbv"], ours["time"], ours["events"], clicks]
    return [path.name, len(data), 1000 * seconds, *figures, verdict, theirs]


def _read(data: bytes, name: str) -> tuple[float, Replay | None]:
    least, replay = float("inf"), None
    for _ in range(REPEATS):
        began = perf_counter()
        try:
            replay = read_replay(data, name=name)
        except ReplayError:
            replay = None
        least = min(least, perf_counter() - began)
    return least, replay


def _figures(replay: Replay) -> dict[str, Any]:
    clicks = replay.clicks
    return {
        "board": str(replay.layout.spec),
        "bbbv": replay.bbbv,
        "time": replay.clicks_made[-1].time if replay.clicks_made else 0.0,
        "events": replay.mouse_events,
        "clicks": [clicks.left, clicks.right, clicks.chord],
    }


def _ask(path: Path) -> dict[str, Any] | str:
    """Return what ms_toollib says of a file, or why it says nothing."""
    suffix = path.suffix[1:].lower()
    if not is_installed():
        return "not installed"
    if suffix == "rawvf":
        return "no reader"
    with TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-c", _ASK, str(path.resolve()), f"{suffix.title()}Video"],
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    if done.returncode:
        return f"ended with {done.returncode}"
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answer


def _compare(replay: Replay | None, asked: dict[str, Any] | str) -> tuple[str, Any]:
    if isinstance(asked, str):
        return asked, ""
    if replay is None:
        return "read", 1000 * asked["seconds"]
    ours = _figures(replay)
    other = [name for name in _FIGURES if not _is_equal(ours[name], asked[name])]
    words = [f"{name} {asked[name]}" for name in other]
    return ", ".join(words) or "equal", 1000 * asked["seconds"]


def _is_equal(ours: Any, theirs: Any) -> bool:
    if isinstance(ours, float):
        return abs(ours - theirs) < 0.0005
    return bool(ours == theirs)
