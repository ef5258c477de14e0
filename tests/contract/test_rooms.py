"""No peeking by construction: the room that decides does not know the room that has the mines."""

import ast
from pathlib import Path

import sapper.strategies

ROOM = Path(sapper.strategies.__file__).parent
ALLOWED = (
    "sapper.board",
    "sapper.analysis",
    "sapper.explain",
    "sapper.strategies",
    "sapper.errors",
)


def imports_of(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} uses a relative import"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_strategies_look_only_back():
    modules = sorted(ROOM.rglob("*.py"))
    assert len(modules) > 15
    for path in modules:
        for name in imports_of(path):
            if name.startswith("sapper"):
                assert name.startswith((*ALLOWED, "sapper._core")), f"{path.name} imports {name}"
