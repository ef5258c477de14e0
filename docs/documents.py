"""Describe the documents of docs/10-documents.md, from the typed dictionaries themselves."""

from __future__ import annotations

import ast
import inspect
import types
from textwrap import dedent
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

from sapper.errors import ErrorDocument
from sapper.web.schema import COMMANDS, EVENTS, ROUTES, Documents

__all__ = ["answers_table", "documents_list", "known_documents"]

_PLAIN = {str: "text", int: "integer", float: "number", bool: "boolean", type(None): "null"}


def answers_table() -> str:
    """Return which documents every command, route and event answers with."""
    senders: dict[Documents, list[str]] = {}
    for name, documents in COMMANDS.items():
        senders.setdefault(documents, []).append(_command(name))
    for name, documents in ROUTES.items():
        senders.setdefault(documents, []).append(f"`/api/{name}`")
    for name, documents in EVENTS.items():
        senders.setdefault(documents, []).append(f"event `{name}`")
    rows = sorted(
        f"| {' or '.join(map(_link, documents))} | {', '.join(names)} |"
        for documents, names in senders.items()
    )
    return "\n".join(["| document | answer of |", "| --- | --- |", *rows])


def _command(name: str) -> str:
    option = "--format json" if name == "trace" else "--json"
    return f"`sapper {name} {option}`"


def documents_list() -> str:
    """Return every document with its keys, by name."""
    return "\n\n".join(_describe(document) for document in known_documents())


def known_documents() -> list[Any]:
    """Return the typed dictionaries of all answers and those nested in them, by name."""
    found: dict[str, Any] = {}
    waiting = [ErrorDocument]
    waiting += [d for table in (COMMANDS, ROUTES, EVENTS) for row in table.values() for d in row]
    for document in waiting:
        if found.setdefault(document.__name__, document) is not document:
            raise ValueError(f"two documents are named {document.__name__}")
        waiting += [
            nested
            for hint in get_type_hints(document, include_extras=True).values()
            for nested in _nested(hint)
            if nested.__name__ not in found
        ]
    return [found[name] for name in sorted(found)]


def _nested(hint: Any) -> list[Any]:
    parts = [nested for part in get_args(hint) for nested in _nested(part)]
    return [hint] if is_typeddict(hint) else parts


def _link(document: Any) -> str:
    return f"[{_name(document)}](#{_name(document).lower()})"


def _name(document: Any) -> str:
    name: str = document.__name__
    return name.removesuffix("Document")


def _describe(document: Any) -> str:
    notes = _notes(document)
    rows = []
    exact = get_type_hints(document, include_extras=True)
    for name, hint in get_type_hints(document).items():
        note = f"; {notes[name]}" if name in notes else ""
        is_optional = get_origin(exact[name]) is NotRequired
        is_optional |= name not in document.__required_keys__
        rows.append(f"| `{name}` | {_kind(hint)}{'; may be absent' if is_optional else ''}{note} |")
    heading = f"### {_name(document)}\n\n{inspect.cleandoc(document.__doc__)}"
    return "\n".join([heading, "", "| key | value |", "| --- | --- |", *rows])


def _notes(document: Any) -> dict[str, str]:
    """Return the sentences that stand below some keys in the source, uncapitalised."""
    [body] = ast.parse(dedent(inspect.getsource(document))).body
    assert isinstance(body, ast.ClassDef)
    notes = {}
    for field, note in zip(body.body, body.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(note, ast.Expr):
            text = ast.literal_eval(note.value)
            notes[ast.unparse(field.target)] = text[0].lower() + text[1:].rstrip(".")
    return notes


def _kind(hint: Any) -> str:
    """Return a type in words."""
    origin, parts = get_origin(hint), get_args(hint)
    if is_typeddict(hint):
        return _link(hint)
    if origin is Literal:
        *names, last = (f"`{value}`" for value in parts)
        return f"{', '.join(names)} or {last}" if names else last
    if origin in (Union, types.UnionType):
        return " or ".join(map(_kind, parts))
    if origin in (list, dict):
        within = "list of" if origin is list else "object, by name:"
        return f"{within} {_kind(parts[-1])}".replace("list of list ", "list of lists ")
    if origin is tuple:
        is_cell = parts == (int, int)
        return "[row, column]" if is_cell else f"[{', '.join(map(_kind, parts))}]"
    return _PLAIN[hint]
