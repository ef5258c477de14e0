"""Judge a change of a player in pairs: the same boards, before and after it.

    python experiments/value/pair.py play before.npz      with the sapper of before installed
    python experiments/value/pair.py play after.npz       with the sapper of after installed
    python experiments/value/pair.py compare before.npz after.npz

`play` takes --player too, so that one build can also stand against itself: champion, patient.

Both play 16x30/99 from the safe corner and from the open (3,3) with the seed kept for tuning. What
is compared is the outcome, and the outcome with luck taken out, which tells a tenth of a point from
far fewer games.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.progress import track

from sapper.board.spec import BoardSpec, StartRule
from sapper.games.native import play_games

BOARD = "16x30/99"
STARTS = {StartRule.SAFE: (0, 0), StartRule.OPEN: (3, 3)}
SEED = 5
CHUNK = 5_000
console = Console(highlight=False, soft_wrap=True)


def main() -> None:
    """Play one side or compare two."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    jobs = parser.add_subparsers(dest="job", required=True)
    job = jobs.add_parser("play", help="play one side and store it")
    job.add_argument("file", type=Path)
    job.add_argument("--games", type=int, default=40_000)
    job.add_argument("--player", choices=("champion", "patient"), default="champion")
    job.add_argument("--workers", type=int, default=2)
    job = jobs.add_parser("compare", help="compare two stored sides")
    job.add_argument("before", type=Path)
    job.add_argument("after", type=Path)
    asked = parser.parse_args()
    if asked.job == "play":
        if asked.games < 1 or asked.workers < 1:
            parser.error("expected at least one game and one worker")
        np.savez_compressed(asked.file, allow_pickle=False, **played(asked))
        return
    for file in (asked.before, asked.after):
        if not file.is_file():
            parser.error(f"{file} is not there: play that side first")
    compare(asked.before, asked.after)


def played(asked: argparse.Namespace) -> dict[str, npt.NDArray[np.generic]]:
    """Return outcome and score of every game of both starts."""
    spec = BoardSpec.parse(BOARD)
    stored: dict[str, npt.NDArray[np.generic]] = {}
    for start, first in STARTS.items():
        chunks = range(0, asked.games, CHUNK)
        tables = [
            play_games(
                spec, start, first, SEED, at, min(CHUNK, asked.games - at), asked.player,
                asked.workers,
            )
            for at in track(chunks, f"{BOARD} {start.value}", console=console)
        ]  # fmt: skip
        stored[f"{start.value}.won"] = np.concatenate([table.won for table in tables])
        stored[f"{start.value}.score"] = np.concatenate([table.score for table in tables])
    return stored


def compare(before: Path, after: Path) -> None:
    """Print what the change gains, in points with its 95 % error."""
    with np.load(before) as old, np.load(after) as new:
        for start, first in STARTS.items():
            for what, name in (("won", "plain"), ("score", "luck taken out")):
                a, b = old[f"{start.value}.{what}"], new[f"{start.value}.{what}"]
                count = min(len(a), len(b))
                if count < 2:
                    raise SystemExit("expected at least two games on both sides")
                gain = 100 * (b[:count].astype(float) - a[:count].astype(float))
                error = 1.96 * gain.std(ddof=1) / np.sqrt(count)
                console.print(
                    f"{BOARD} {start.value} {first}, {count:,} boards, {name}: "
                    f"{100 * a[:count].mean():.2f} -> {100 * b[:count].mean():.2f}, "
                    f"{gain.mean():+.3f} +-{error:.3f} points"
                )


if __name__ == "__main__":
    main()
