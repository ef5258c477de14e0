"""Players that are other programs: `engine:COMMAND` starts one and asks it by the protocol.

It never sees a game, only what `decide` gets. What it claims of its moves is shown, but not
trusted: like the bare move of any player, each is judged by the exact analysis of its position.

The command is split like a shell's words but never given to a shell. It comes from the user who
starts sapper: the command line, a call. The player's text does not contain it, that is
`engine:NAME/VERSION`; so a ledger, a link or a request cannot start a program.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from sapper.board.cell import Cell
from sapper.board.position import Position
from sapper.board.spec import BoardSpec, StartRule
from sapper.errors import EngineError, InputError
from sapper.language import _
from sapper.players.decision import Decision, Move, Unjudged
from sapper.players.player import Player
from sapper.players.protocol.messages import EngineAbout, EngineAnswer, EngineSaysError
from sapper.players.protocol.process import Command, EngineProcess, running_engine
from sapper.players.registry import ENGINE, PlayerSpec
from sapper.players.trace_steps import NoteStep

__all__ = [
    "PATIENCE_SECONDS",
    "EnginePlayer",
    "command_of",
    "engine_player_spec",
    "is_engine_text",
    "split_command",
    "with_move_time",
]

PATIENCE_SECONDS: Final = 60.0
"""For one answer, where no limit for a move is given."""

_MAY_LOSE: Final = ("open", "chord")


class EnginePlayer(Player):
    """Asks an engine for every move. `about` is what it must say of itself."""

    def __init__(
        self, seed: int = 0, *, command: Command, about: EngineAbout, move_time: float | None = None
    ) -> None:
        super().__init__(seed)
        self._command, self._about = command, about
        self._seconds = PATIENCE_SECONDS if move_time is None else move_time
        self._go = "go" if move_time is None else f"go ms {max(1, int(1000 * move_time))}"
        self._seed, self._new = seed, ""
        self._game = object()  # names this game to the process, which others may use too

    def begin_game(self, board: BoardSpec, start: StartRule, first: Cell | None) -> None:
        """Start the engine, which takes time of its own, and announce the game to it."""
        self._new = f"new {board} {start.value} {first or '-'} seed {self._seed}\n"
        self._engine()

    def decide(self, position: Position) -> Decision:
        """Return the next move; raise `EngineError` if the engine fails."""
        return next(self.decide_several(position))

    def decide_several(self, position: Position) -> Iterator[Decision]:
        """Yield the moves of the engine's answer."""
        yield from self._decisions(self.answers([position])[0])

    def answers(self, positions: Sequence[Position]) -> list[EngineAnswer]:
        """Return the answers to several positions, which are all written ahead.

        Raise `EngineError` if the engine fails at one of them, `InputError` for a graph.
        """
        if any(position.geometry.shape == "graph" for position in positions):
            raise InputError(
                "an engine gets a position as one line, which does not contain the neighbours of "
                "a graph: engines play on grid, torus and hex boards"
            )
        questions = [f"position {position}\n{self._go}\n" for position in positions]
        engine = self._engine()
        with engine.lock:
            if engine.game is not self._game:
                engine.game = self._game
                board = str(positions[0]).partition(":")[0]
                questions.insert(0, self._new or f"new {board} - - seed {self._seed}\n")
            lines = engine.ask("".join(questions), len(positions), self._seconds)
        return [self._parse(line, engine) for line in lines]

    def _engine(self) -> EngineProcess:
        """Return the running engine; raise `EngineError` if the command now starts another."""
        engine = running_engine(self._command)
        if engine.about != self._about:
            engine.end()
            raise EngineError(
                f"engine {self._about.label} was expected, and its command now starts "
                f"{engine.about.label}",
                problem="garbage",
            )
        return engine

    def _parse(self, line: str, engine: EngineProcess) -> EngineAnswer:
        if self.log is not None:
            self.log.append(NoteStep(f"{self._about.label} answers: {line}"))
        try:
            return EngineAnswer.parse(line)
        except EngineSaysError as error:
            raise EngineError(f"{engine.name} cannot decide: {error}", problem="error") from None
        except InputError as error:
            engine.end(at_once=True)
            raise EngineError(f"{engine.name}: {error}", problem="garbage") from None

    def _decisions(self, answer: EngineAnswer) -> Iterator[Decision]:
        is_guess = answer.kind in _MAY_LOSE and answer.claim != "certain"
        chance = answer.chance
        if not is_guess:
            chance = {"open": 0.0, "flag": 1.0}.get(answer.kind)
        elif chance in (0.0, 1.0):
            chance = None  # contradicts the word guess
        reason = f"{self._about.name}: {answer.note or _claim(answer)}"
        for cell in answer.cells:
            yield Unjudged(Move(answer.kind, cell), reason, chance, is_guess)


def _claim(answer: EngineAnswer) -> str:
    """Return what an engine says of its move, where it gives no reason."""
    parts = []
    if answer.claim is not None:
        parts.append(_("it says {claim}").format(claim=answer.claim))
    if answer.chance is not None:
        parts.append(_("chance {chance:g}").format(chance=answer.chance))
    return ", ".join(parts) or _("no reason given")


_SUMMARY: Final = "An engine: another program, asked through the engine protocol."


def is_engine_text(text: str) -> bool:
    """Return whether the text of a player names an engine."""
    return text.startswith(ENGINE)


def engine_player_spec(text: str) -> PlayerSpec:
    """Return the player of `engine:COMMAND`; the engine is started to say what it is.

    Raise `InputError` if the command is missing or does not start an engine.
    """
    command = split_command(text.removeprefix(ENGINE))
    try:
        about = running_engine(command, anew=True).about
    except EngineError as error:
        raise InputError(str(error)) from None
    author = f" By {about.author}." if about.author else ""
    return PlayerSpec(
        name=f"{ENGINE}{about.label}",
        summary=_SUMMARY + author,
        paper="engine",
        make=partial(EnginePlayer, command=command, about=about),
    )


def split_command(text: str) -> Command:
    """Return the words of a command; raise `InputError` if it is empty or quoted wrongly."""
    try:
        words = tuple(shlex.split(text))
    except ValueError as error:
        raise InputError(f"the command of an engine cannot be split: {error}: {text!r}") from None
    if not words:
        raise InputError("expected a command after engine:, such as 'engine:python3 my_engine.py'")
    return words


def command_of(spec: PlayerSpec | None) -> str | None:
    """Return `engine:COMMAND` of an engine's player; None for any other."""
    keywords = _keywords(spec.make) if spec is not None else None
    return None if keywords is None else ENGINE + shlex.join(keywords["command"])


def with_move_time(spec: PlayerSpec, seconds: float | None) -> PlayerSpec:
    """Return an engine's player with a limit for its moves; any other player as it is."""
    keywords = _keywords(spec.make)
    if keywords is None or seconds is None:
        return spec
    return replace(spec, make=partial(EnginePlayer, **{**keywords, "move_time": seconds}))


def _keywords(make: object) -> dict[str, Any] | None:
    """Return the arguments of an engine's player; None if another player is made."""
    is_engine = isinstance(make, partial) and make.func is EnginePlayer
    return make.keywords if is_engine else None  # type: ignore[attr-defined]
