"""Replays of other programs: read RMV, AVF, EVF, RAWVF and MVF, write RAWVF."""

from sapper.games.replays.mouse import Click
from sapper.games.replays.rawvf import write_rawvf
from sapper.games.replays.reading import is_replay, read_replay
from sapper.games.replays.replay import Replay, click_line, replay_rows

__all__ = [
    "Click",
    "Replay",
    "click_line",
    "is_replay",
    "read_replay",
    "replay_rows",
    "write_rawvf",
]
