"""Read a replay, measure it and review it: luck apart from skill.

    python examples/replays.py [FILE]

Any file that `sapper play` reads will do; `small.rawvf` lies beside this script.
"""

from __future__ import annotations

import sys
from pathlib import Path

from sapper import review
from sapper.games.replays import read_replay
from sapper.nouns import count_noun

SMALL = Path(__file__).with_name("small.rawvf")


def main(file: str = str(SMALL)) -> None:
    """Print what the replay is, its figures and what the review says."""
    replay = read_replay(Path(file).read_bytes(), name=file)
    clicks = count_noun(replay.clicks.total, "click")
    print(f"{replay.player} on {replay.layout.spec}: 3BV {replay.bbbv}, {clicks}")
    print(replay.game.text)
    print(replay.game.metrics)
    print(review(replay.game).text)


if __name__ == "__main__":
    main(*sys.argv[1:])
