"""Find the player of `engine:COMMAND`: start the program and ask what it is.

The command is split like a shell's words but never given to a shell. It comes from the user who
starts sapper: the command line, a call, `sapper serve --engine`. The player's text does not contain
it, that is `engine:NAME/VERSION`; so a ledger, a link or a request cannot start a program.
"""

from __future__ import annotations

import shlex
from dataclasses import replace
from functools import partial
from typing import Any, Final

from sapper.errors import EngineError, InputError
from sapper.players.protocol.engine_player import EnginePlayer
from sapper.players.protocol.process import Command, running_engine
from sapper.players.registry import ENGINE, PlayerSpec

__all__ = [
    "command_of",
    "engine_player_spec",
    "engine_problem",
    "is_engine_text",
    "split_command",
    "with_move_time",
]

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
        raise InputError(
            f"{error}; `sapper engine check {shlex.quote(shlex.join(command))}` says more"
        ) from None
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


def engine_problem(spec: PlayerSpec) -> str | None:
    """Return why an engine's player cannot be played here, as a clause; None if it can.

    A cluster has other machines than the one that the command was given on.
    """
    keywords = _keywords(spec.make)
    if keywords is None:
        return None
    command, wanted = keywords["command"], keywords["about"]
    try:
        found = running_engine(command).about
    except EngineError as error:
        return f"{error}; its command is {shlex.join(command)}"
    if found == wanted:
        return None
    there = f"the command {shlex.join(command)} starts {found.label} there"
    return f"{there}, and not {wanted.label}"


def _keywords(make: object) -> dict[str, Any] | None:
    """Return the arguments of an engine's player; None if another player is made."""
    is_engine = isinstance(make, partial) and make.func is EnginePlayer
    return make.keywords if is_engine else None  # type: ignore[attr-defined]
