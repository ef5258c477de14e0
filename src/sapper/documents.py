"""Write results as plain data for JSON; docs/reference/documents.md lists all documents.

A class says how it is written in one attribute, `document_as`:

- names of fields and properties, which become the keys in this order (a pair of names is a key and
  the attribute it comes from);
- or a type, such as `str` or `list`: it is written as what that type makes of it.

Without the attribute, a dataclass or a named tuple is written by all its fields.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Set
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from operator import attrgetter
from pathlib import PurePath
from types import NoneType
from typing import Any, Final, TypeVar

__all__ = ["SCHEMA", "Digits", "Plain", "document", "document_keys", "json_text"]

SCHEMA: Final = 1
"""The version that every document bears: it grows when a key disappears or changes its meaning."""

T = TypeVar("T")
_Writer = Callable[[Any], Any]


class Digits(int):
    """A whole number of any length, which JSON carries as text."""

    document_as = str


class Plain(list[T]):
    """A list of plain data, which is written as it is: for lists too long to be looked through."""


def document(value: object) -> Any:
    """Return a value as plain data: dicts, lists, texts, numbers, None.

    >>> document(Fraction(1, 3)), document({"chance": float("nan")})
    ('1/3', {'chance': None})

    Raise `TypeError` for a value that cannot be written.
    """
    kind = type(value)
    write = _writers.get(kind)
    if write is None:
        write = _writers[kind] = _writer_of(kind)
    return write(value)


def json_text(
    value: object, *, place: Mapping[str, object] | None = None, indent: int | None = None
) -> str:
    """Return a value as JSON: the version of the schema, which of several it is, its document."""
    import json  # a command that prints words starts without it

    return json.dumps({"schema": SCHEMA, **(place or {}), **document(value)}, indent=indent)


def document_keys(kind: type) -> dict[str, str] | None:
    """Return the keys of the documents of a class, each with its attribute; None without keys."""
    names = getattr(kind, "document_as", None)
    if names is None and is_dataclass(kind):
        names = [field.name for field in fields(kind)]
    if names is None:
        names = getattr(kind, "_fields", None)
    if names is None or isinstance(names, type):
        return None
    return dict((name, name) if isinstance(name, str) else name for name in names)


def _writer_of(kind: type) -> _Writer:
    if (as_type := getattr(kind, "document_as", None)) is list:
        return _list
    if isinstance(as_type, type):
        return lambda value: document(as_type(value))
    keys = document_keys(kind)
    if keys is not None:
        return _write_attributes(keys)
    for base, write in _BY_BASE.items():
        if issubclass(kind, base):
            return write
    if hasattr(kind, "tolist"):  # an array, or a number of one
        return lambda value: document(value.tolist())
    raise TypeError(f"no document can be made of a {kind.__name__}")


def _write_attributes(keys: Mapping[str, str]) -> _Writer:
    getters = [(key, attrgetter(name)) for key, name in keys.items()]
    return lambda value: {key: document(get(value)) for key, get in getters}


def _same(value: Any) -> Any:
    return value


def _number(value: float) -> float | None:
    return None if value != value else float(value)  # noqa: PLR0124 (nan differs from itself)


def _list(values: Collection[Any]) -> list[Any]:
    return [document(each) for each in values]


def _sorted(values: Iterable[Any]) -> list[Any]:
    return _list(sorted(values))


def _mapping(values: Mapping[object, object]) -> dict[str, Any]:
    return {str(document(key)): document(each) for key, each in values.items()}


_writers: dict[type, _Writer] = dict.fromkeys((NoneType, bool, int, str, Plain), _same)

_BY_BASE: Final[dict[type, _Writer]] = {
    Enum: lambda value: document(value.value),
    str: str,
    int: int,
    float: _number,
    Fraction: str,
    PurePath: str,
    Mapping: _mapping,
    Set: _sorted,
    memoryview: lambda view: document(view.tolist()),
    Collection: _list,
}
"""How values of these types and of their subclasses are written; the first that fits counts."""
