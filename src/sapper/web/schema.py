"""Models of all documents for pydantic, made from the classes that `sapper.document` writes.

OpenAPI and docs/reference/documents.md are made from them, and tests hold every answer to them.
They only describe: answers are written by `sapper.document`, without pydantic.
"""

from __future__ import annotations

import inspect
import sys
import types
from collections.abc import Callable, Collection, Mapping
from enum import Enum
from fractions import Fraction
from functools import cache, cached_property
from pathlib import PurePath
from typing import (
    Any,
    ClassVar,
    Final,
    Literal,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from pydantic import BaseModel, ConfigDict, Field, create_model

from sapper.documents import SCHEMA, document_keys

__all__ = ["answer_model", "described", "document_model"]

_EXACTLY: Final = ConfigDict(extra="forbid", protected_namespaces=())
_PLAIN: Final = (bool, int, float, str, type(None))


@cache
def answer_model(
    kind: Any, name: str = "", more: tuple[tuple[str, Any], ...] = ()
) -> type[BaseModel]:
    """Return the model of an answer: a document with the version of the schema, and `more` keys."""
    added: dict[str, Any] = {key: (described(hint) | None, None) for key, hint in more}
    added["schema_"] = (Literal[SCHEMA], Field(alias="schema"))
    base = document_model(kind)
    name = f"{name or base.__name__}Answer"
    return create_model(name, __base__=base, __doc__=kind.__doc__, **added)


@cache
def document_model(kind: Any) -> type[BaseModel]:
    """Return the model of the documents of a class."""
    keys: dict[str, Any] = {
        key: (described(_type_of(kind, name)), Field(description=_note_of(kind, name)))
        for key, name in (document_keys(kind) or {}).items()
    }
    return create_model(kind.__name__, __doc__=kind.__doc__, __config__=_EXACTLY, **keys)


def described(hint: Any) -> Any:
    """Return the type that a value of a type has in JSON."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Literal:
        return hint
    if origin is ClassVar:
        return described(parts[0])
    if origin in (Union, types.UnionType):
        return Union[tuple(map(described, parts))]  # noqa: UP007 (made of parts known only now)
    if origin is tuple and parts[-1] is not ...:
        return tuple[tuple(map(described, parts))]  # type: ignore[misc]
    kind = origin or hint
    if not isinstance(kind, type) or kind in _PLAIN:
        return hint if kind in _PLAIN else Any
    return _described_class(kind, parts)


def _described_class(kind: type, parts: tuple[Any, ...]) -> Any:
    written = getattr(kind, "document_as", None)
    if written is list and (names := getattr(kind, "_fields", None)):
        return tuple[tuple(described(_type_of(kind, name)) for name in names)]  # type: ignore[misc]
    if document_keys(kind) is not None:
        return document_model(kind)
    found: Any = written
    if found is None and issubclass(kind, Enum):
        found = Literal[tuple(each.value for each in kind)]
    elif found is None:
        item = described(parts[-1 if issubclass(kind, Mapping) else 0]) if parts else Any
        found = next((made(item) for base, made in _BY_BASE.items() if issubclass(kind, base)), Any)
    return found


_BY_BASE: Final[Mapping[Any, Callable[[Any], Any]]] = {
    (Fraction, PurePath): lambda _item: str,
    Mapping: lambda item: dict[str, item],  # type: ignore[valid-type]
    (Collection, memoryview): lambda item: list[item],  # type: ignore[valid-type]
}
"""How `sapper.document` writes values of these types and of their subclasses."""


def _type_of(kind: type, name: str) -> Any:
    """Return the type of a field or a property; `name` may go through others, with dots."""
    first, _dot, rest = name.partition(".")
    found = inspect.getattr_static(kind, first, None)
    if isinstance(found, property | cached_property):
        function: Any = found.fget if isinstance(found, property) else found.func
        hint = get_type_hints(function).get("return", Any)
    else:
        hint = _field_type(kind, first)
    return _type_of(hint, rest) if rest else hint


def _field_type(kind: type, name: str) -> Any:
    """Return the type of one field; others may have types that only type checkers import."""
    owners = (base for base in kind.__mro__ if name in inspect.get_annotations(base))
    if (owner := next(owners, None)) is None:  # an attribute that a class makes itself
        return get_type_hints(kind.__init__)[name]  # type: ignore[misc]
    names = vars(sys.modules[owner.__module__])
    alone = type(name, (), {"__annotations__": {name: inspect.get_annotations(owner)[name]}})
    return get_type_hints(alone, globalns=names)[name]


def _note_of(kind: type, name: str) -> str | None:
    """Return what the docstring of a property says."""
    found = inspect.getattr_static(kind, name, None)
    is_property = isinstance(found, property | cached_property)
    return (inspect.getdoc(found) or "").partition("\n")[0] if is_property else None
