"""The lines of the engine protocol as values: what an engine is, and what it answers.

docs/reference/protocol.md is the specification. Any other text raises `InputError`, and the caller
adds the name of the engine.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, cast, get_args

from sapper.board.cell import Cell
from sapper.board.notebook_value import shorten
from sapper.errors import InputError
from sapper.players.decision import MoveKind

__all__ = [
    "PROTOCOL",
    "READY",
    "Claim",
    "EngineAbout",
    "EngineAnswer",
    "EngineOption",
    "EngineSaysError",
    "is_info",
]

PROTOCOL: Final = "sapper-engine 1"
"""The first line of both sides: the protocol and its version."""

READY: Final = "ready"
"""The last line of an engine's description of itself."""

Claim = Literal["certain", "guess"]
"""What an engine says of its move."""

_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,63}")
_VALUE: Final = re.compile(r"[!-~]{1,100}")
_ALLOWED: Final = {_NAME: ("letters, digits and . _ + -", 64), _VALUE: ("printable ASCII", 100)}
_CELL: Final = re.compile(r"r[0-9]{1,9}c[0-9]{1,9}")
_MOST_OPTIONS: Final = 64
_MOST_AUTHOR: Final = 200


class EngineOption(NamedTuple):
    """An option that an engine reports."""

    name: str
    value: str


class EngineSaysError(Exception):
    """The engine answered `error TEXT`: it cannot decide this position."""


@dataclass(frozen=True)
class EngineAbout:
    """What an engine says of itself: its name, version and options are its identity."""

    name: str
    version: str
    author: str = ""
    options: tuple[EngineOption, ...] = ()

    @classmethod
    def parse(cls, lines: Sequence[str]) -> EngineAbout:
        """Return the description of the lines from the protocol's to `ready`.

        Raise `InputError` for a line that does not belong there, and for one that is missing.
        """
        if not lines or lines[0] != PROTOCOL:
            raise InputError(f"expected the line {PROTOCOL!r} first, got {_quote(lines[:1])}")
        found: dict[str, str] = {}
        options: dict[str, str] = {}
        for line in lines[1:-1]:
            word, _other, rest = line.partition(" ")
            if word == "option":
                name, _other, value = rest.partition(" ")
                options[_checked(_NAME, name, "option")] = _checked(_VALUE, value, "option")
            elif word in ("name", "version", "author") and word not in found:
                found[word] = rest
            else:
                raise InputError(
                    "expected name, version, author, option or ready, each of the first three "
                    f"once, got {_quote([line])}"
                )
        if lines[-1] != READY:
            raise InputError(f"expected {READY!r} at the end, got {_quote(lines[-1:])}")
        if len(options) > _MOST_OPTIONS:
            raise InputError(f"expected at most {_MOST_OPTIONS} options, got {len(options)}")
        author = found.get("author", "")
        if len(author) > _MOST_AUTHOR or not author.isprintable():
            raise InputError(f"expected an author of at most {_MOST_AUTHOR} printable characters")
        return cls(
            _checked(_NAME, found.get("name", ""), "name"),
            _checked(_NAME, found.get("version", ""), "version"),
            author,
            tuple(EngineOption(*option) for option in sorted(options.items())),
        )

    @property
    def label(self) -> str:
        """The name, version and options in short: `mini/1.0` or `mini/1.0[depth=3]`."""
        options = ",".join(f"{name}={value}" for name, value in self.options)
        return f"{self.name}/{self.version}" + (f"[{options}]" if options else "")


@dataclass(frozen=True)
class EngineAnswer:
    """An engine's answer to `go`: one move, or several of one kind that are all certain."""

    kind: MoveKind
    cells: tuple[Cell, ...]
    chance: float | None = None
    claim: Claim | None = None
    note: str = ""

    @classmethod
    def parse(cls, line: str) -> EngineAnswer:
        """Return the answer of a line such as `move open r3c4 chance 0.12 guess`.

        Raise `EngineSaysError` for `error TEXT`, `InputError` for any other line.
        """
        head, _other, note = _split_note(line)
        words = head.split(" ")
        if words[0] == "error":
            raise EngineSaysError(shorten(_printable(line[6:]) or "it does not say why", 200))
        if words[0] != "move" or len(words) < 3 or words[1] not in get_args(MoveKind):
            raise InputError(f"expected 'move open r3c4' or 'error TEXT', got {_quote([line])}")
        cells, chance, claim = _read_move(iter(words[2:]), line)
        if len(cells) > 1 and claim != "certain":
            raise InputError(f"several cells need the word certain: {_quote([line])}")
        return cls(cast(MoveKind, words[1]), cells, chance, claim, _printable(note))


def is_info(line: str) -> bool:
    """Return whether a line of an engine is a remark, which answers nothing."""
    return line == "info" or line.startswith("info ")


def _split_note(line: str) -> tuple[str, str, str]:
    """Return a line before and after the word `note`; what follows it is free text."""
    return line.partition(" note ")


def _read_move(
    words: Iterator[str], line: str
) -> tuple[tuple[Cell, ...], float | None, Claim | None]:
    """Return the cells, the chance and the claim that follow the kind of a move."""
    cells: list[Cell] = []
    chance: float | None = None
    claim: Claim | None = None
    for word in words:
        if _CELL.fullmatch(word) and chance is None and claim is None:
            cells.append(Cell.parse(word))
        elif word == "chance" and chance is None:
            chance = _chance(next(words, ""), line)
        elif word in get_args(Claim) and claim is None:
            claim = cast(Claim, word)
        else:
            raise InputError(f"expected cells, chance P, certain or guess, got {_quote([line])}")
    if not cells:
        raise InputError(f"expected a cell such as r3c4, got {_quote([line])}")
    return tuple(cells), chance, claim


def _chance(text: str, line: str) -> float:
    try:
        chance = float(text)
    except ValueError:
        chance = math.nan
    if not 0 <= chance <= 1:
        raise InputError(f"expected a chance from 0 to 1, got {_quote([line])}")
    return chance


def _checked(pattern: re.Pattern[str], text: str, what: str) -> str:
    if not pattern.fullmatch(text):
        allowed, most = _ALLOWED[pattern]
        raise InputError(
            f"expected the {what} as one word of {allowed}, at most {most} characters, got "
            f"{_quote([text])}"
        )
    return text


def _printable(text: str) -> str:
    """Return a text of one line in which every other character is a space."""
    return "".join(c if c.isprintable() else " " for c in text).strip()


def _quote(lines: Sequence[str]) -> str:
    """Return a line for a message: short, and without control characters."""
    return repr(shorten(_printable(lines[0]), 80)) if lines else "nothing"
