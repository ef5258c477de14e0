"""Players that are other programs: the engine protocol, docs/18-engine-protocol.md.

`messages` has its lines as values, `process` the program at the other end of the pipes, `player`
the player that asks it, `engines` finds the player of `engine:COMMAND`. `serving` speaks the
protocol for a player of ours, `checking` tries whether a program speaks it.
"""

from sapper.players.protocol.checking import check_engine
from sapper.players.protocol.engines import engine_player_spec
from sapper.players.protocol.findings import EngineCheck
from sapper.players.protocol.messages import PROTOCOL, About, Answer
from sapper.players.protocol.player import EnginePlayer
from sapper.players.protocol.running import close_engines
from sapper.players.protocol.serving import serve_player

__all__ = [
    "PROTOCOL",
    "About",
    "Answer",
    "EngineCheck",
    "EnginePlayer",
    "check_engine",
    "close_engines",
    "engine_player_spec",
    "serve_player",
]
