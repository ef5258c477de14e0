"""What a module is in memory beside what its file says.

A notebook may set `MyPlayer.depth = 5` or replace a function of an imported module, and a file may
have been edited since it was imported. Then the games are played by what is in memory. So literals
and functions, of a module and of its classes, are compared with the file, and those that differ are
read. A name that the module itself counts up (`calls += 1`), fills when it is first needed, or
collects in (`memory[key] = value`) is its state and no override. Functions with assertions are not
compared: pytest rewrites them.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from types import CodeType, FunctionType
from typing import Any, Final, NamedTuple

from sapper.lab.identity.live_code import hash_code
from sapper.lab.identity.sources import tree_of

__all__ = ["overrides_of"]

_COLLECTIONS: Final = (dict, list, set)
_LITERAL: Final = (bool, int, float, complex, str, bytes, tuple, type(None), *_COLLECTIONS)
_READING: Final = {  # what does not change a collection: some methods, and functions of it
    *("copy", "count", "get", "index", "items", "keys", "values"),
    *("all", "any", "dict", "enumerate", "len", "list", "max", "min", "reversed", "set", "sorted"),
    *("sum", "tuple", "zip"),
}
_ABSENT: Final = object()


class _Said(NamedTuple):
    """What a file says of a name: the hash of a function's code, or a literal."""

    path: tuple[str, ...]
    code: str | None
    literal: object


def overrides_of(module: str) -> Iterator[tuple[str, object]]:
    """Yield the names of a loaded module that differ from its file, with their values."""
    loaded, tree = sys.modules.get(module), tree_of(module)
    if loaded is None or tree is None:
        return
    for said in _all_said(tree):
        value = _value_of(vars(loaded), said.path)
        if value is not _ABSENT and _differs(value, said):
            yield ".".join(said.path), value


def _value_of(scope: Mapping[str, Any], path: tuple[str, ...]) -> object:
    *outer, last = path
    for name in outer:
        found = scope.get(name)
        if not isinstance(found, type):
            return _ABSENT
        scope = vars(found)
    return scope.get(last, _ABSENT)


def _differs(value: object, said: _Said) -> bool:
    if said.code is not None:
        return not isinstance(value, FunctionType) or hash_code(value.__code__) != said.code
    if type(value) is not type(said.literal):
        return True
    return value != said.literal if isinstance(value, set) else repr(value) != repr(said.literal)


@lru_cache(maxsize=256)
def _all_said(tree: ast.Module) -> tuple[_Said, ...]:
    code = compile(tree, "player", "exec", dont_inherit=True)
    hashes = {inner.co_qualname: hash_code(inner) for inner in _codes_in(code)}
    return tuple(_said_in(tree.body, (), hashes, _state_in(tree)))


def _codes_in(code: CodeType) -> Iterator[CodeType]:
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield inner
            yield from _codes_in(inner)


class _State(NamedTuple):
    """The names that the functions of a module change, and those that they may write into."""

    changed: set[str]
    touched: set[str]


def _state_in(tree: ast.Module) -> _State:
    state = _State(set(), set())
    empty = {name for name, value in _all_assigned(tree) if _is_none(value)}
    for function in (n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)):
        for node in ast.walk(function):
            if isinstance(node, ast.AugAssign):
                state.changed.add(_name_of(node.target))
            elif isinstance(node, ast.Global):
                state.changed.update(empty.intersection(node.names))
            elif isinstance(node, ast.Attribute) and _is_set_in_class(node):
                state.changed.update(empty.intersection([node.attr]))
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.Name | ast.Attribute) and not _only_reads(node, child):
                    state.touched.add(_name_of(child))
    return state


def _is_set_in_class(node: ast.Attribute) -> bool:
    return isinstance(node.ctx, ast.Store) and _name_of(node.value) != "self"


def _name_of(node: ast.AST) -> str:
    return str(getattr(node, "id", getattr(node, "attr", "")))


def _only_reads(node: ast.AST, part: ast.expr) -> bool:
    """Return whether a node leaves a collection, one of its parts, as it is."""
    if isinstance(node, ast.Subscript):
        return isinstance(node.ctx, ast.Load)
    if isinstance(node, ast.Attribute):
        return node.attr in _READING
    if isinstance(node, ast.Call):
        return node.func is not part and _name_of(node.func) in _READING
    return isinstance(node, ast.Compare | ast.For | ast.comprehension)


def _is_none(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is None


def _all_assigned(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """Yield the assignments of a module and of its classes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef):
            for statement in node.body:
                yield from _assigned(statement)


def _said_in(
    body: Iterable[ast.stmt], outer: tuple[str, ...], hashes: Mapping[str, str], state: _State
) -> Iterator[_Said]:
    """Yield what a file says in a module or class, of names that it says once."""
    body = list(body)
    bound = Counter(name for statement in body for name in _bound_in(statement))
    for statement in body:
        if isinstance(statement, ast.ClassDef) and bound[statement.name] == 1:
            yield from _said_in(statement.body, (*outer, statement.name), hashes, state)
        elif isinstance(statement, ast.FunctionDef) and bound[statement.name] == 1:
            path = (*outer, statement.name)
            if not statement.decorator_list and not _asserts(statement):
                yield _Said(path, hashes.get(".".join(path)), None)
        for name, value in _assigned(statement):
            if bound[name] == 1 and _is_literal(value) and not _is_state(name, value, state):
                yield _Said((*outer, name), None, ast.literal_eval(value))


def _is_state(name: str, value: ast.expr, state: _State) -> bool:
    is_collection = isinstance(ast.literal_eval(value), _COLLECTIONS)
    return name in state.changed or (is_collection and name in state.touched)


def _bound_in(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield statement.name
        return
    for node in ast.walk(statement):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name


def _asserts(function: ast.FunctionDef) -> bool:
    return any(isinstance(node, ast.Assert) for node in ast.walk(function))


def _assigned(statement: ast.stmt) -> Iterator[tuple[str, ast.expr]]:
    """Yield the name and the value of a plain assignment."""
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target, value = statement.targets[0], statement.value
    elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
        target, value = statement.target, statement.value
    else:
        return
    if isinstance(target, ast.Name):
        yield target.id, value


def _is_literal(value: ast.expr) -> bool:
    try:
        return type(ast.literal_eval(value)) in _LITERAL
    except (ValueError, TypeError, SyntaxError):
        return False
