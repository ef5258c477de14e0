"""The language in which people read: English, or a translation from a catalogue.

English text is its own key. `_` translates a text when it is shown, `_n` one that has a plural; a
text that is defined before it is shown is marked by `N_`, so that `make messages` finds it. Facts,
names in JSON and identities are the same in every language, and so is what only programmers read:
errors of a call or of an option are plain English.

The catalogues are those of gettext, compiled when sapper is built (`languages/compile.py`).

A program sets its language once (`set_language`); a server uses one for each request
(`use_language`), which other requests do not see.

>>> with use_language("id"):
...     _("Nothing is certain.")
'Tidak ada petak yang pasti aman.'
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from importlib import import_module
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Any, Final

from sapper.errors import InputError

__all__ = [
    "LANGUAGES",
    "N_",
    "_",
    "_n",
    "catalogue",
    "language",
    "language_of_environment",
    "language_of_header",
    "language_of_name",
    "local_number",
    "set_language",
    "use_language",
]

LANGUAGES: Final = {"en": "English", "id": "Bahasa Indonesia"}
"""The languages by their codes, each under its own name."""

_ENGLISH: Final = "en"
_COMMA_FOR_POINT: Final = str.maketrans(",.", ".,")
_OURS: Final = "SAPPER_LANGUAGE"
_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")

_of_program: str = _ENGLISH
_of_context: ContextVar[str | None] = ContextVar("language", default=None)


def _(message: str) -> str:
    """Return a text in the language in use."""
    code = language()
    if code == _ENGLISH:
        return message
    return message and _Text(catalogue(code).gettext(message))  # gettext has its header under ""


def _n(one: str, several: str, count: int) -> str:
    """Return a text for one or one for several in the language in use; `count` says which."""
    code = language()
    return (str if code == _ENGLISH else _Text)(catalogue(code).ngettext(one, several, count))


def local_number(figure: str) -> str:
    """Return a number as it is written in the language in use: 1,234.5 or 1.234,5."""
    return figure if language() == _ENGLISH else figure.translate(_COMMA_FOR_POINT)


class _Text(str):
    """A translated text, which is filled with numbers as its language writes them."""

    def format(self, *values: object, **named: object) -> str:
        return _LocalNumbers().vformat(self, values, named)


class _LocalNumbers(Formatter):
    def format_field(self, value: Any, format_spec: str) -> str:
        text = format(value, format_spec)
        return local_number(text) if isinstance(value, int | float) else text


def N_(message: str) -> str:  # noqa: N802 (the name that gettext uses)
    """Return the text as it is: a mark for texts that are translated later."""
    return message


def language() -> str:
    """Return the code of the language in use."""
    return _of_context.get() or _of_program


def set_language(code: str) -> None:
    """Use a language in the whole program; raise `InputError` for one that is not known."""
    global _of_program  # noqa: PLW0603 (one for the program)
    _of_program = _known(code)


@contextmanager
def use_language(code: str) -> Iterator[None]:
    """Use a language inside a `with`, in this thread or task only."""
    token = _of_context.set(_known(code))
    try:
        yield
    finally:
        _of_context.reset(token)


def language_of_name(name: str) -> str | None:
    """Return the code for a name such as `id`, `id_ID.UTF-8` or `en-GB`, None for another."""
    code = name.replace("_", "-").partition("-")[0].partition(".")[0].strip().lower()
    code = "id" if code == "in" else code  # the code of Indonesian until 1989
    return _ENGLISH if code in ("c", "posix") else code if code in LANGUAGES else None


def language_of_environment() -> str:
    """Return the language that the environment asks for; English if it asks for none of ours.

    Raise `InputError` for a `SAPPER_LANGUAGE` that is not known: it is meant for us alone.
    """
    if asked := os.environ.get(_OURS, ""):
        if code := language_of_name(asked):
            return code
        known = " or ".join(LANGUAGES)
        raise InputError(f"{_OURS}: expected a language ({known}), got {asked!r}")
    names = (os.environ.get(variable, "") for variable in _VARIABLES)
    return language_of_name(next(filter(None, names), "")) or _ENGLISH


def language_of_header(accept_language: str) -> str:
    """Return the language that an `Accept-Language` header prefers; English if none of ours.

    >>> language_of_header("ms, id;q=0.8, en;q=0.5")
    'id'
    """
    wanted = []
    for place, part in enumerate(accept_language.split(",")):
        name, *options = part.split(";")
        code = language_of_name(name)
        if code is not None:
            wanted.append((-_weight(options), place, code))
    weight, _place, code = min(wanted, default=(0.0, 0, _ENGLISH))
    return code if weight else _ENGLISH


@lru_cache
def catalogue(code: str) -> NullTranslations:
    """Return the translations of a language; none for English."""
    if code == _ENGLISH:
        return NullTranslations()
    return GNUTranslations(BytesIO(_read(f"locale/{code}.mo")))


def _read(name: str) -> bytes:
    """Return a file of the package, whose folder may be in an archive (as in a browser).

    An editable install has one folder for the sources and one for what is built.
    """
    from pkgutil import get_data

    for folder in import_module("sapper").__path__:
        with suppress(OSError):
            return Path(folder, name).read_bytes()
    found = get_data("sapper", name)
    if found is None:
        raise FileNotFoundError(f"sapper was built without its {name}")
    return found


def _known(code: str) -> str:
    if code not in LANGUAGES:
        raise InputError(f"expected a language ({' or '.join(LANGUAGES)}), got {code!r}")
    return code


def _weight(options: list[str]) -> float:
    """Return the weight of a part of an `Accept-Language` header: that of `q=`, or 1."""
    for option in options:
        name, _equals, value = option.partition("=")
        if name.strip() == "q":
            try:
                return float(value)
            except ValueError:
                return 0.0
    return 1.0
