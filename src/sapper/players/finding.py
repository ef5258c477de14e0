"""Find the player that a caller means: by name, by path, as a class or as a function.

    champion  greedy:guess=density      a registered player
    mymodule:MyPlayer                   a class or function in a module that Python can import
    engine:./my_engine --fast           another program, asked through the engine protocol

`player_spec_of` imports code that a path names, and starts programs. The server therefore never
calls it: a name in a request goes to `registry.player_spec`, which knows only registered players.
The player of a ledger that is an engine is not looked up here either.
"""

from __future__ import annotations

import importlib
import inspect
import os
import reprlib
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from traceback import extract_tb
from types import ModuleType
from typing import Any

from sapper.board.position import Position
from sapper.errors import InputError
from sapper.players.own_player import Answer, Decider
from sapper.players.registry import ENGINE, PlayerSpec, is_registered, player_spec

__all__ = [
    "PlayerLike",
    "make_player_spec",
    "player_spec_apart",
    "player_spec_of",
]

PlayerLike = PlayerSpec | str | Callable[..., Decider] | Callable[[Position], Answer]
"""A player, its name or path, a class with `decide(position)`, or a function of a position."""


def player_spec_of(player: PlayerLike) -> PlayerSpec:
    """Return the player that a caller means.

    >>> player_spec_of("greedy:guess=density").text
    'greedy:guess=density'

    Raise `InputError` for an unknown name, a path that cannot be imported, a command that starts no
    engine, and any other value.
    """
    if isinstance(player, PlayerSpec):
        return player
    if not isinstance(player, str):
        return make_player_spec(player)
    if player.startswith(ENGINE):
        from sapper.players.protocol.engines import engine_player_spec

        return engine_player_spec(player)
    if player.removeprefix("./").partition(":")[0].endswith(".py"):
        raise InputError(f"a player of yours is MODULE:NAME, without .py, got {player!r}")
    return _import_player_spec(player) if _is_path(player) else player_spec(player)


def player_spec_apart(text: str) -> PlayerSpec:
    """Return the player of a text; what is imported for it may end only a process of its own."""
    return (
        replace(player_spec_of(text), plays_apart=True) if _is_path(text) else player_spec_of(text)
    )


def make_player_spec(player: object, *, name: str | None = None) -> PlayerSpec:
    """Return the specification of a class with `decide(position)` or of a function of a position.

    Its name is that of the class (or its attribute `name`), with the module in front where Python
    can import it from there. Raise `InputError` for anything else.
    """
    if isinstance(player, PlayerSpec):
        return player
    if isinstance(player, type):
        if not callable(getattr(player, "decide", None)):
            raise InputError(f"{player.__name__} has no method decide(position)")
    elif hasattr(player, "decide"):
        kind = type(player).__name__
        raise InputError(f"give the class {kind}, not an object: every game gets a new player")
    elif not inspect.isroutine(player):
        raise InputError(
            "expected a player, its name, a class with decide(position) or a function of a "
            f"position, got {reprlib.repr(player)}"
        )
    made: Any = player
    return PlayerSpec(
        name=name or _name_of(made),
        summary=_summary(made),
        paper="yours",
        make=made,
        is_function=not isinstance(player, type),
    )


def _import_player_spec(path: str) -> PlayerSpec:
    """Return the player at `module:name`; raise `InputError` if it is missing."""
    module, _other, attribute = path.partition(":")
    found: Any = _import(module)
    for part in attribute.split("."):
        if not hasattr(found, part):
            raise InputError(f"module {module!r} has no {attribute}{_players_in(found)}")
        found = getattr(found, part)
    return make_player_spec(found, name=path)


def _is_path(text: str) -> bool:
    module, colon, attribute = text.partition(":")
    is_python = all(part.isidentifier() for part in [*module.split("."), *attribute.split(".")])
    return bool(colon) and is_python and not is_registered(module)


def _import(module: str) -> ModuleType:
    """Return a module, also one of the current folder, where `sapper` itself does not lie."""
    with suppress(FileNotFoundError):  # the folder was deleted
        if not {"", os.getcwd()} & {*sys.path}:
            sys.path.append(os.getcwd())  # last: a file here replaces no installed module
    importlib.invalidate_caches()
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is not None and (module + ".").startswith(error.name + "."):
            raise InputError(
                f"there is no module {module!r} in this folder or among the installed ones"
            ) from None
        raise _broken(module, error) from error
    except Exception as error:
        raise _broken(module, error) from error


def _broken(module: str, error: Exception) -> InputError:
    line = error.lineno if isinstance(error, SyntaxError) else _last_line(error)
    return InputError(
        f"the module {module!r} cannot be imported: {type(error).__name__}: {error}; line {line}"
    )


def _last_line(error: Exception) -> int | None:
    frames = [f for f in extract_tb(error.__traceback__) if not f.filename.startswith("<frozen")]
    return frames[-1].lineno


def _players_in(module: object) -> str:
    """Return the classes with `decide` that a module defines, for a message."""
    names = [
        name
        for name, value in vars(module).items()
        if isinstance(value, type)
        and hasattr(value, "decide")
        and not inspect.isabstract(value)
        and not name.startswith("_")
    ]
    return f"; its players are {', '.join(names)}" if names else ""


def _name_of(player: Any) -> str:
    named = getattr(player, "name", None)
    if isinstance(named, str):
        return named
    name, module = player.__qualname__, player.__module__
    if module == "__main__" or "<" in name:
        return str(player.__name__)
    return f"{module}:{name}"


def _summary(player: Any) -> str:
    text = inspect.getdoc(player) or "Your own player."
    return text.strip().partition("\n")[0]
