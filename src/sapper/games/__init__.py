"""PLAY: the game that knows the mines, dealing, and the records of games."""

from sapper.games.dealing import deal, game_key
from sapper.games.game import Game, Status
from sapper.games.playing import Turn, play, turns
from sapper.games.record import Record, RecordedMove

__all__ = [
    "Game",
    "Record",
    "RecordedMove",
    "Status",
    "Turn",
    "deal",
    "game_key",
    "play",
    "turns",
]
