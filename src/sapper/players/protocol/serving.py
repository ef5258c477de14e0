"""Speak the engine protocol for a player of ours, so that it plays inside other programs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib.metadata import version
from itertools import islice, takewhile

from sapper import _core
from sapper.board.cell import Cell
from sapper.board.notebook_value import shorten
from sapper.board.position import Position
from sapper.board.spec import BoardSpec, StartRule
from sapper.errors import InputError, SapperError
from sapper.players.decision import Decision, Unjudged
from sapper.players.player import Player
from sapper.players.protocol.messages import EngineAbout, EngineAnswer, EngineOption
from sapper.players.registry import PlayerSpec

__all__ = ["about_player", "serve_player"]

_LONGEST_NOTE = 300
_MOST_CELLS = 10_000  # of one answer; the next one has the others


def about_player(spec: PlayerSpec, identity: str = "") -> EngineAbout:
    """Return what a player of ours says of itself.

    The core's digest tells builds apart, the identity that the laboratory gives a player its code.
    """
    options = {"core": _core.decision_digest()[:12], "player": spec.text}
    if identity:
        options["identity"] = identity
    pairs = tuple(EngineOption(*option) for option in sorted(options.items()))
    return EngineAbout("sapper", version("sapper"), "The sapper authors", pairs)


def serve_player(
    spec: PlayerSpec, lines: Iterable[str], write: Callable[[str], None], identity: str = ""
) -> None:
    """EngineAnswer the lines of a client until `quit` or their end; `write` gets whole lines."""
    session = _Session(spec)
    for line in lines:
        word, _, rest = line.strip().partition(" ")
        if word == "quit":
            return
        if line.strip().startswith("sapper-engine"):
            write("".join(f"{each}\n" for each in about_player(spec, identity).lines))
        elif word == "new":
            session.begin(rest)
        elif word == "position":
            session.position = rest
        elif word == "go":
            write(f"{session.answer()}\n")


class _Session:
    """The game under way: its player, and the position to decide."""

    def __init__(self, spec: PlayerSpec) -> None:
        self._spec = spec
        self._player: Player | None = None
        self.position = ""

    def begin(self, words: str) -> None:
        """Make a new player; what is not known or not understood of the game is left out."""
        board, start, first, *more = [*words.split(), "-", "-", "-"]
        pairs = dict(zip(more[::2], more[1::2], strict=False))
        seed = pairs.get("seed", "0")
        self.position = ""
        self._player = None
        try:
            self._player = self._spec.player(int(seed) if seed.isdecimal() else 0)
            cell = None if first == "-" else Cell.parse(first)
            self._player.begin_game(BoardSpec.parse(board), StartRule.parse(start), cell)
        except SapperError:
            pass  # positions are enough to decide

    def answer(self) -> str:
        """Return the line that answers `go`."""
        try:
            if not self.position:
                raise InputError("expected a position before go")
            if ":" not in self.position:  # one of the formats that are read from files
                raise InputError(
                    "expected a position such as 3x3/2:01_/12_/___, got "
                    f"{shorten(self.position, 80)!r}"
                )
            position = Position.parse(self.position)
            player = self._player or self._spec.player()
            self._player = player
            return _answer(list(player.decide_several(position))).text
        except SapperError as error:
            return f"error {' '.join(str(error).split())}"


def _answer(decisions: list[Decision]) -> EngineAnswer:
    """Return one answer for decisions that are certain and of one kind, else the first of them."""
    first = decisions[0]
    is_certain = not first.is_guess and not isinstance(first, Unjudged)
    same = takewhile(lambda d: d.move.kind == first.move.kind and not d.is_guess, decisions)
    certain = tuple(each.move.cell for each in islice(same, _MOST_CELLS))
    cells = certain if is_certain else (first.move.cell,)
    return EngineAnswer(
        first.move.kind,
        cells,
        None if isinstance(first, Unjudged) else first.chance,
        None if isinstance(first, Unjudged) else "certain" if is_certain else "guess",
        shorten(" ".join(first.reason.split()), _LONGEST_NOTE),
    )
