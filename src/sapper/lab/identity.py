"""What a player is, in twelve digits: a ledger never mixes games of two signatures.

A player in Python is its sources: the module that makes it, every module of sapper that this one
imports, directly or not, and the modules that deal and play. A player in the core is what it
does: the figures of some fixed games, and the weights of its learned winning chance if it has
one. One that decides in the core in games played from Python is both. All with the version of
sapper, which stands for the rest of the core: what it counts is exact and does not change.
"""

from __future__ import annotations

import ast
import hashlib
import sys
from functools import lru_cache, partial
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from sapper import _core
from sapper.lab.chunk import play_chunk
from sapper.lab.run import Run
from sapper.players.registry import Strategy

__all__ = ["home_of", "modules_behind", "sapper_version", "signature_of"]

_PLAYED_BY = (
    "sapper.games.turns",
    "sapper.games.game",
    "sapper.games.dealing",
    "sapper.lab.chunk",
)
_FIXED = (("9x9/10", 24), ("16x16/40", 8), ("16x30/99", 24))
_TELLING = ("won", "steps", "guesses", "cleared", "last")
_SEED = 20261115


def sapper_version() -> str:
    """Return the version of sapper that is installed."""
    return version("sapper")


def signature_of(run: Run) -> str:
    """Return the signature of a run's player, as it would play this run."""
    digest = hashlib.sha256(f"{sapper_version()} {run.strategy}".encode())
    if run.native is None:
        digest.update(_sources(_module_of(run.player)))
    if run.player.native is not None:
        digest.update(_behaviour(run.strategy))
    return digest.hexdigest()[:12]


def home_of(strategy: Strategy) -> str:
    """Return the module that a process must import to know a strategy, or nothing."""
    module = _module_of(strategy)
    return "" if module.startswith("sapper.") or module not in sys.modules else module


def _module_of(strategy: Strategy) -> str:
    make = strategy.make
    while isinstance(make, partial):
        make = make.func
    return make.__module__


@lru_cache
def _behaviour(strategy: str) -> bytes:
    """Return figures of fixed games, and weights: nothing that platforms compute differently."""
    told: list[object] = []
    for board, games in _FIXED:
        run = Run.of(strategy, board, start="safe", first="corner", seed=_SEED)
        columns = play_chunk(run, 0, games).games
        told += [getattr(columns, name).tolist() for name in _TELLING]
    if run.is_scored:
        told.append(_core.shipped_weights())
    return repr(told).encode()


@lru_cache
def _sources(module: str) -> bytes:
    """Return the hash of a player's sources, in the order of their names."""
    digest = hashlib.sha256()
    for name in sorted(modules_behind(module, *_PLAYED_BY)):
        path = _file_of(name)
        assert path is not None
        digest.update(name.encode() + b"\0" + path.read_bytes())
    return digest.digest()


def modules_behind(*modules: str) -> set[str]:
    """Return these modules and every module of sapper that they import, directly or not."""
    todo, seen = list(modules), set[str]()
    while todo:
        name = todo.pop()
        path = _file_of(name)
        if name not in seen and path is not None:
            seen.add(name)
            imports = _Imports()
            imports.visit(ast.parse(path.read_bytes()))
            todo += imports.names
    return seen


class _Imports(ast.NodeVisitor):
    """Collects imports of sapper, but those for type checkers and those to draw a picture."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        if (node.module or "").startswith("sapper."):
            self.names += [node.module or "", *(f"{node.module}.{a.name}" for a in node.names)]

    def visit_Import(self, node: ast.Import) -> None:
        self.names += [a.name for a in node.names if a.name.startswith("sapper.")]

    def visit_If(self, node: ast.If) -> None:
        is_for_types = isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for each in node.orelse if is_for_types else [*node.body, *node.orelse]:
            self.visit(each)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        if node.name not in ("svg", "_repr_svg_"):  # no player calls these
            self.generic_visit(node)


@lru_cache
def _file_of(name: str) -> Path | None:
    """Return the source of a module; None if there is no such module or it is not Python."""
    try:
        found = find_spec(name)
    except (ImportError, ValueError):
        return None
    if found is None or found.origin is None or not found.origin.endswith(".py"):
        return None
    return Path(found.origin)
