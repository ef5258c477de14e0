"""Check the imports: every room imports only earlier rooms."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import sapper

PACKAGE = Path(sapper.__file__).parent

FLOORS = {
    "errors": -2, "language": -1,
    "nouns": 0, "percent": 0, "processors": 0, "schema": 0, "_core": 0,
    "files": 1, "board": 1, "analysis": 2, "proofs": 3, "players": 4, "games": 5,
    "reviews": 6, "lab": 7, "tasks": 8, "web": 9, "gym": 9, "cli": 10, "__main__": 11,
}  # fmt: skip
"""A room may import itself and rooms of lower floors; cli may also import web."""


ASKED_BY_ANALYSIS = frozenset({"solve", "numbers", "components", "exact", "sample"})
"""The core's functions that only `sapper.analysis.question.Question` may call."""


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def room_of(module: Path) -> str:
    """Return the room of a module; the front door itself is the room `sapper`."""
    parts = module.relative_to(PACKAGE).with_suffix("").parts
    return "sapper" if parts == ("__init__",) else parts[0]


def violations(room: str, source: str) -> Iterator[str]:
    """Yield a sentence for every forbidden import and every forbidden call of the core."""
    if room != "analysis":
        for name in _forbidden_core_functions(source):
            yield f"{room} calls the core's {name}; ask a sapper.analysis.question.Question"
    for name in _imports(source):
        if name.startswith("."):
            yield f"{room} uses the relative import {name}"
            continue
        first, _, rest = name.partition(".")
        if first != "sapper" or room == "sapper":
            continue
        other = rest.partition(".")[0]
        if other not in FLOORS:  # a name of the front door, which knows all rooms
            if room in FLOORS and FLOORS[room] < FLOORS["web"]:
                yield f"{room} imports {name} through the front door"
        elif other != room and FLOORS[other] >= FLOORS[room]:
            yield f"{room} imports {name}, which stands above or beside it"


def _forbidden_core_functions(source: str) -> Iterator[str]:
    """Yield the functions of `ASKED_BY_ANALYSIS` that a source uses directly."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and ast.unparse(node.value).endswith("_core"):
            names = [node.attr]
        elif isinstance(node, ast.ImportFrom) and node.module == "sapper._core":
            names = [alias.name for alias in node.names]
        else:
            continue
        yield from (name for name in names if name in ASKED_BY_ANALYSIS)


def _imports(source: str) -> Iterator[str]:
    """Yield the full names of all imports, except those for type checkers."""
    tree = ast.parse(source)
    hidden = {
        id(inner) for node in ast.walk(tree) if _is_for_types(node) for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if id(node) in hidden:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            yield from (f"{module}.{alias.name}" for alias in node.names)


def _is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) in {
        "TYPE_CHECKING",
        "typing.TYPE_CHECKING",
    }
