"""Read numbers and texts from bytes of unknown origin, never beyond their end."""

from __future__ import annotations

import re
import unicodedata
from contextlib import suppress

from sapper.errors import ReplayError
from sapper.language import _

__all__ = ["ByteReader", "clean_text", "decode_player", "decode_text"]

_LONGEST_TEXT = 200  # characters of a name; more is no name


class ByteReader:
    """A place in bytes that moves on with every number read; all numbers are big-endian."""

    def __init__(self, data: bytes, name: str, at: int = 0) -> None:
        self.data, self.at = data, at
        self._name = name

    @property
    def left(self) -> int:
        """The number of bytes that follow."""
        return len(self.data) - self.at

    def take(self, count: int) -> bytes:
        """Return the next bytes; raise `ReplayError` if there are fewer."""
        if not 0 <= count <= self.left:
            raise ReplayError(
                _(
                    "the {name} replay is cut off: expected {count:,} bytes at byte {at:,}, got "
                    "{left:,}"
                ).format(name=self._name, count=count, at=self.at, left=max(self.left, 0))
            )
        self.at += count
        return self.data[self.at - count : self.at]

    def number(self, size: int) -> int:
        """Return the next number of `size` bytes."""
        return int.from_bytes(self.take(size), "big")

    def signed(self, size: int) -> int:
        """Return the next number of `size` bytes, which may be negative."""
        return int.from_bytes(self.take(size), "big", signed=True)

    def prefixed(self, size: int = 1) -> bytes:
        """Return the next bytes, whose count stands before them in `size` bytes."""
        return self.take(self.number(size))

    def until_zero(self) -> bytes:
        """Return the bytes up to the next zero, which is read too."""
        end = self.data.find(b"\0", self.at)
        text = self.take((end if end >= 0 else len(self.data) + 1) - self.at)
        self.at += 1
        return text

    def check_time(self, last: int, time: int) -> None:
        """Raise `ReplayError` if the time of an event in milliseconds is before the last one."""
        if time < last:
            text = _("its time runs backwards, from {last} to {time} ms")
            raise self.refuse(text.format(last=last, time=time))

    def refuse(self, problem: str) -> ReplayError:
        """Return the error that says what is wrong with the replay."""
        return ReplayError(
            _("the {name} replay is damaged: {problem}").format(name=self._name, problem=problem)
        )


def decode_text(raw: bytes) -> str:
    """Return a text in an unknown code page.

    It is UTF-8, Chinese in GB 2312 if its bytes come in such pairs, or Windows-1252.
    """
    with suppress(UnicodeDecodeError):
        return clean_text(raw.decode("utf-8"))
    return clean_text(raw.decode("gb2312" if _is_gb2312(raw) else "cp1252", errors="replace"))


def decode_player(raw: bytes) -> tuple[str, tuple[str, ...]]:
    """Return the name of a player, and a note unless it is UTF-8."""
    with suppress(UnicodeDecodeError):
        return clean_text(raw.decode("utf-8")), ()
    return decode_text(raw), (_("the player's name is in an unknown code page"),)


def _is_gb2312(raw: bytes) -> bool:
    """Return whether all bytes beyond ASCII come in pairs, as those of Chinese names do."""
    return re.fullmatch(rb"(?:[\x00-\x7f]|[\xa1-\xf7][\xa1-\xfe])*", raw) is not None


def clean_text(text: str) -> str:
    """Return a text without control characters, safe to print in a terminal, and not too long."""
    shown = (" " if c.isspace() else c for c in text if c.isspace() or _is_shown(c))
    words = " ".join("".join(shown).split())
    return words if len(words) <= _LONGEST_TEXT else words[: _LONGEST_TEXT - 3] + "..."


def _is_shown(character: str) -> bool:
    """Return whether a character is none that controls, formats or stands for nothing."""
    return not unicodedata.category(character).startswith("C")
