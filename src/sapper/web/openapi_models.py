"""Turn typed dictionaries into pydantic models, so that OpenAPI can describe them.

The models only describe; documents are sent as they are. Pydantic supports the standard library's
`TypedDict` only from Python 3.12 on, hence this translation.
"""

from __future__ import annotations

import types
from functools import cache
from typing import (
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from pydantic import BaseModel, ConfigDict, Field, create_model

from sapper.schema import SCHEMA

__all__ = ["model_of", "model_of_answer"]

_EXACTLY = ConfigDict(extra="forbid")


@cache
def model_of_answer(document: Any) -> type[BaseModel]:
    """Return the model of a document as it is sent: with the version of the schema."""
    fields: dict[str, Any] = {"schema_": (Literal[SCHEMA], Field(alias="schema"))}
    name = document.__name__.removesuffix("Document") + "Answer"
    return create_model(name, __base__=model_of(document), **fields)


@cache
def model_of(document: Any) -> type[BaseModel]:
    """Return the model of a typed dictionary and of those nested in it."""
    fields: dict[str, Any] = {}
    for name, hint in get_type_hints(document, include_extras=True).items():
        is_optional = get_origin(hint) is NotRequired
        kind = _translate(get_args(hint)[0] if is_optional else hint)
        is_required = name in document.__required_keys__ and not is_optional
        fields[name] = (kind, ...) if is_required else (kind | None, None)
    return create_model(document.__name__, __doc__=document.__doc__, __config__=_EXACTLY, **fields)


def _translate(hint: Any) -> Any:
    """Return the type with every typed dictionary in it replaced by its model."""
    if is_typeddict(hint):
        return model_of(hint)
    origin, parts = get_origin(hint), tuple(map(_translate, get_args(hint)))
    if origin in (list, tuple, dict):
        return origin[parts]
    if origin in (Union, types.UnionType):
        return Union[parts]  # noqa: UP007 (made of parts known only now)
    return hint
