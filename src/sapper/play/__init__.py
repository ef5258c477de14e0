"""PLAY: the game that knows the mines, dealing, and the records of games."""

from sapper.play.dealing import deal, deal_slowly, game_key
from sapper.play.game import Game, Status
from sapper.play.match import play
from sapper.play.record import Record, RecordedMove
from sapper.play.spec import PRESETS, BoardSpec, StartRule

__all__ = [
    "PRESETS",
    "BoardSpec",
    "Game",
    "Record",
    "RecordedMove",
    "StartRule",
    "Status",
    "deal",
    "deal_slowly",
    "game_key",
    "play",
]
