"""Replays of other programs: read RMV, AVF, EVF, RAWVF and MVF, write RAWVF."""

from sapper.games.replays.mouse import Click
from sapper.games.replays.rawvf_writer import write_rawvf
from sapper.games.replays.reading import is_replay, read_replay
from sapper.games.replays.replay import Replay

__all__ = ["Click", "Replay", "is_replay", "read_replay", "write_rawvf"]
