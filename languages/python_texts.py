"""Find the texts of Python code, as Babel asks for them.

Babel's own reader goes by tokens, of which an f-string has none before Python 3.12; this one reads
the syntax tree, so that it finds the same texts with every Python.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from typing import IO

__all__ = ["extract_python"]


def extract_python(
    file: IO[bytes],
    keywords: Collection[str],
    comment_tags: Collection[str],  # noqa: ARG001 (Babel gives them)
    options: Mapping[str, object],  # noqa: ARG001
) -> Iterator[tuple[int, str, tuple[str | None, ...], list[str]]]:
    """Yield the calls of the keywords: their lines, names and texts."""
    for node in ast.walk(ast.parse(file.read())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            texts = tuple(_text_of(argument) for argument in node.args)
            if node.func.id in keywords and any(texts):
                yield node.lineno, node.func.id, texts, []


def _text_of(argument: ast.expr) -> str | None:
    """Return a constant text; None for anything else, which is looked up but not found here."""
    is_text = isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    return argument.value if is_text else None  # type: ignore[attr-defined]
