"""Your own player: any class with `decide(position)`, or a function of a position.

It answers with a cell to open, a `Move` or a `Decision`. `OwnPlayer` turns the answer into a
`Decision` and an error into a `PlayerError` that names the line of your code.
"""

from __future__ import annotations

import inspect
import linecache
import reprlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from traceback import extract_tb
from types import CodeType
from typing import Any, NoReturn, Protocol

from sapper.board.cell import CellLike, cell_of
from sapper.board.position import Position
from sapper.errors import InputError, PlayerError, SapperError
from sapper.language import _
from sapper.players.decision import Decision, Move, Unjudged
from sapper.players.player import Player
from sapper.players.trace_steps import Step

__all__ = ["Answer", "Decider", "OwnPlayer", "make_player", "message_of"]

Answer = Decision | Move | CellLike
"""What a user's player may return: a cell to open, a move, or a decision with its reason."""


class Decider(Protocol):
    """A minimal player: an object with one method."""

    def decide(self, position: Position, /) -> Answer:
        """Return the next move, or the cell to open."""
        ...


class OwnPlayer(Player):
    """Plays for an object with `decide`, or for a function."""

    def __init__(self, name: str, made: object, decide: Callable[[Position], Any]) -> None:
        super().__init__()
        self._name, self._made, self._decide = name, made, decide
        self._log: list[Step] | None = None

    @property
    def log(self) -> list[Step] | None:
        """None, or the list of the steps; a user's `Player` may append to its own `log`."""
        return self._log

    @log.setter
    def log(self, steps: list[Step] | None) -> None:
        self._log = steps
        if isinstance(self._made, Player):
            self._made.log = steps

    def decide(self, position: Position) -> Decision:
        """Return the next move; raise `PlayerError` where your code fails."""
        with self._errors(getattr(self._made, "steps", self._decide)):
            answer = self._decide(position)
        return self._decision(answer)

    def decide_several(self, position: Position) -> Iterator[Decision]:
        """Yield the moves that a user's `Player` decides together, else the next move."""
        several: Callable[[Position], Any] = getattr(self._made, "decide_several", self.decide)
        if not isinstance(self._made, Player) or _is_inherited(several):
            yield self.decide(position)
            return
        with self._errors(several):
            answers = list(several(position))
        if not answers:
            raise PlayerError(f"{self._name} decided on no move{_defined(several)}")
        yield from map(self._decision, answers)

    @contextmanager
    def _errors(self, code: object) -> Iterator[None]:
        """Translate an error of your code; one of sapper keeps its class and gets a note."""
        try:
            yield
        except SapperError as error:
            error.add_note(f"raised by {self._name} {_line_of(error, code)}")
            raise
        except Exception as error:
            _fail(self._name, error, code)

    def _decision(self, answer: object) -> Decision:
        if isinstance(answer, Decision):
            return answer._replace(move=Move.of(answer.move))
        try:
            move = _move_of(answer)
        except InputError:
            raise PlayerError(
                f"{self._name} must return a cell such as (2, 3), a Move or a Decision, got "
                f"{reprlib.repr(answer)}{_defined(self._decide)}"
            ) from None
        return Unjudged(
            move, _("{name} gives no reason").format(name=self._name), None, move.kind in _MAY_LOSE
        )


_MAY_LOSE = ("open", "chord")


def make_player(
    name: str, make: Callable[..., object], is_function: bool, seed: int, chosen: Mapping[str, str]
) -> Player:
    """Return a new player: one of sapper as it is, any other wrapped.

    Raise `InputError` for an object without `decide`, `PlayerError` if it cannot be made.
    """
    if is_function:
        return OwnPlayer(name, make, make)
    if isinstance(_behind(make), type) and _behind(make).__module__.startswith("sapper."):
        made = make(seed=seed, **chosen)
        assert isinstance(made, Player)
        return made
    options: dict[str, Any] = {**chosen, "seed": seed} if _takes_seed(make) else {**chosen}
    try:
        made = make(**options)
    except SapperError:
        raise
    except Exception as error:
        _fail(name, error, make)
    if isinstance(made, Player) and type(made).__module__.startswith("sapper."):
        return made
    decide = getattr(made, "decide", None)
    if not callable(decide):
        raise InputError(f"{name} makes {reprlib.repr(made)}, which has no method decide(position)")
    return OwnPlayer(name, made, decide)


def _behind(make: Callable[..., object]) -> Any:
    while isinstance(make, partial):
        make = make.func
    return make


def _takes_seed(make: Callable[..., object]) -> bool:
    """Return whether a class or factory wants the seed of the game."""
    try:
        parameters = inspect.signature(make).parameters.values()
    except (TypeError, ValueError):  # a class without a readable signature
        return False
    return any(p.name == "seed" or p.kind is p.VAR_KEYWORD for p in parameters)


def _move_of(answer: Any) -> Move:
    if isinstance(answer, Move) or (isinstance(answer, str) and answer[:1] in "ofquc"):
        return Move.of(answer)
    return Move("open", cell_of(answer))


def _fail(name: str, error: Exception, code: object) -> NoReturn:
    """Raise `PlayerError` with the line where the code failed."""
    line, message = _line_of(error, code), message_of(error)
    raise PlayerError(f"{name} failed: {type(error).__name__}: {message}; {line}") from error


def message_of(error: BaseException) -> str:
    """Return the message and notes of an error, even of one with a broken `__str__`."""
    try:
        return "; ".join([str(error), *getattr(error, "__notes__", [])])
    except Exception:
        return "its message cannot be shown"


def _line_of(error: Exception, function: object) -> str:
    """Return the last line of the player's own file that an error went through."""
    frames = extract_tb(error.__traceback__)
    code = _code_of(function)
    own = [frame for frame in frames if code is not None and frame.filename == code.co_filename]
    if code is not None and not own:  # it could not even be called
        return f"see {_place(code.co_filename, code.co_firstlineno)}"
    frame = (own or frames)[-1]
    source = linecache.getline(frame.filename, frame.lineno or 0).strip()
    return f"in {_place(frame.filename, frame.lineno)}" + (f" ({source})" if source else "")


def _place(file: str, line: int | None) -> str:
    path = Path(file)
    return f"line {line}" + (f" of {path.name}" if path.is_file() else "")  # a notebook has no file


def _code_of(function: object) -> CodeType | None:
    """Return the code of a function, a method, or the `__init__` of a class."""
    function = _behind(function)  # type: ignore[arg-type]
    if isinstance(function, type):
        function = function.__init__  # type: ignore[misc]
    return getattr(inspect.unwrap(function), "__code__", None)  # type: ignore[arg-type]


def _is_inherited(method: object) -> bool:
    """Return whether a method is the one that every `Player` has."""
    return getattr(method, "__func__", None) is Player.decide_several


def _defined(function: object) -> str:
    code = _code_of(function)
    if code is None:
        return ""
    return f"; see {_place(code.co_filename, code.co_firstlineno)}"
