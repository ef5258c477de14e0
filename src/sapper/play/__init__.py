"""PLAY: the game that knows the mines, dealing, and the records of games."""

from sapper.play.dealing import deal, deal_slowly, game_key
from sapper.play.game import Game, Status
from sapper.play.match import play
from sapper.play.record import Record, RecordedMove

__all__ = [
    "Game",
    "Record",
    "RecordedMove",
    "Status",
    "deal",
    "deal_slowly",
    "game_key",
    "play",
]
