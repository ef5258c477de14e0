"""What a file of Python says: its syntax tree without what cannot decide, and its imports."""

from __future__ import annotations

import ast
from typing import Final

__all__ = ["essence_of", "imported_names", "is_idle"]

_LANGUAGE: Final = "sapper.language"
_SILENT: Final = ("ctx", "kind", "type_comment")  # fields of a syntax tree that decide nothing
_TRANSLATES: Final = ("_", "_n", "N_")
# Methods that players do not call.
_PICTURES: Final = ("svg", "view", "metrics", "__repr__", "_repr_svg_", "_repr_html_")


def imported_names(tree: ast.Module, package: str, is_ours: bool) -> tuple[list[str], set[str]]:
    """Return the names that a module imports, and all names behind a dot (`sapper.analyse`).

    Left out is what only type checkers import, and in sapper pictures. Messages of errors are
    marked in the tree, so that `essence_of` leaves them out: call this first.
    """
    found = _Imports(package, is_ours)
    found.visit(tree)
    return found.names, found.attributes


def essence_of(node: ast.AST, is_ours: bool) -> str:
    """Return a tree as text, the same in every version of Python, without what cannot decide."""
    parts: list[str] = []
    _write_essence(node, is_ours, parts)
    return "".join(parts)


def _write_essence(node: ast.AST, is_ours: bool, parts: list[str]) -> None:
    parts.append(f"({type(node).__name__}")
    for name in node._fields:
        value = getattr(node, name, None)
        if value is None or value == [] or name in _SILENT:
            continue
        parts.append(f" {name}=")
        for each in value if isinstance(value, list) else (value,):
            if not isinstance(each, ast.AST):
                parts.append(f"{each!r},")
            elif not is_idle(each, is_ours):
                _write_essence(each, is_ours, parts)
    parts.append(")")


def is_idle(node: ast.AST, is_ours: bool) -> bool:
    """Return whether a node is a docstring; in sapper also a picture, or a text for people."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    if not is_ours:
        return False
    if isinstance(node, ast.ImportFrom):
        return node.module == _LANGUAGE
    return (isinstance(node, ast.FunctionDef) and node.name in _PICTURES) or (
        getattr(node, "is_message", False) or _is_translated(node)
    )


def _is_translated(node: ast.AST) -> bool:
    """Return whether a node is `_("a text")` or `_("a text {x}").format(x=x)`."""
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Attribute) and node.func.attr == "format":
        return _is_translated(node.func.value)
    return isinstance(node.func, ast.Name) and node.func.id in _TRANSLATES


class _Imports(ast.NodeVisitor):
    """Collects names, and marks messages of errors."""

    def __init__(self, package: str, is_ours: bool) -> None:
        self._package, self._is_ours = package, is_ours
        self.names: list[str] = []
        self.attributes: set[str] = set()

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        parents = self._package.split(".") if node.level else []
        base = parents[: len(parents) - node.level + 1]
        module = ".".join([*base, *([node.module] if node.module else [])])
        names = [f"{module}.{a.name}" for a in node.names]
        self.names += names if module == "sapper" else [module, *names]

    def visit_Import(self, node: ast.Import) -> None:
        self.names += [a.name for a in node.names]

    def visit_Attribute(self, node: ast.Attribute) -> None:
        self.attributes.add(node.attr)
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        called = getattr(node.func, "attr", getattr(node.func, "id", None))
        if called in ("import_module", "__import__") and node.args:
            name = getattr(node.args[0], "value", None)
            self.names += [name] if isinstance(name, str) else []
        if str(called).endswith("Error") or called == "whole_number":  # which raises its text
            _mark_messages(node)
        self.generic_visit(node)

    def visit_If(self, node: ast.If) -> None:
        is_for_types = isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for each in node.orelse if is_for_types else [*node.body, *node.orelse]:
            self.visit(each)

    def visit_Assert(self, node: ast.Assert) -> None:
        if node.msg is not None:
            _mark_messages(node.msg)
        self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        _mark_messages(node)
        self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        if not (self._is_ours and node.name in _PICTURES):
            self.generic_visit(node)


def _mark_messages(node: ast.AST) -> None:
    for each in ast.walk(node):
        if isinstance(each, ast.JoinedStr) or isinstance(getattr(each, "value", None), str):
            each.is_message = True  # type: ignore[attr-defined]
