"""The identity of a player, twelve hexadecimal digits: a ledger never mixes two identities.

A player in Python is identified by its sources: the file that defines it, every module of sapper,
of its own package or beside its file that it imports, directly or indirectly, and the modules that
deal and play. They are read when a class is first used; a reload makes a new class. A player
without a file (notebook, standard input) is identified by its pickled code, which may differ
between sessions; then its games are not reused. A native player is identified by its behaviour: the
results of some fixed games, and the weights of its learned winning chance if it has one. A native
player that chooses its own first cell is identified by both. The version of sapper is always
included and covers the rest of the core.
"""

from __future__ import annotations

import ast
import hashlib
import os
import sys
from collections.abc import Callable
from functools import cache, lru_cache, partial
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from pickle import PicklingError
from types import FunctionType
from typing import NamedTuple

from sapper import _core
from sapper.lab.chunk import play_chunk
from sapper.lab.process_pool import pickle_by_value
from sapper.lab.run import Run
from sapper.players.registry import Strategy

__all__ = ["identity_of", "modules_behind", "sapper_version"]

_PLAYED_BY = (
    "sapper.games.playing",
    "sapper.games.game",
    "sapper.games.dealing",
    "sapper.lab.chunk",
)
_FIXED_GAMES = (("9x9/10", 24), ("16x16/40", 8), ("16x30/99", 24))
_COMPARED = ("won", "steps", "guesses", "cleared", "last")  # the same on all platforms
_SEED = 20261115


def sapper_version() -> str:
    """Return the installed version of sapper."""
    return version("sapper")


def identity_of(run: Run) -> str:
    """Return the identity of the player of a run.

    The ledger stores it in its column `signature`.
    """
    digest = hashlib.sha256(f"{sapper_version()} {run.strategy}".encode())
    if run.native is None:
        digest.update(_code_of(run.player) + run.limits.key.encode())
    if run.player.native is not None:
        digest.update(_fixed_games(run.player))
    return digest.hexdigest()[:12]


def _code_of(strategy: Strategy) -> bytes:
    """Return the sources of a player, and the values that its factory binds.

    What cannot be pickled gets a random identity: its games are never used again.
    """
    make, bound = _unbind(strategy.make)
    try:
        if _file_of(make.__module__) is not None:
            return _hash_sources_of(make) + pickle_by_value((make.__qualname__, bound))
        return _hash_sources() + pickle_by_value(strategy.make)
    except (TypeError, AttributeError, PicklingError):
        return os.urandom(16)


def _unbind(make: Callable[..., object]) -> tuple[Callable[..., object], list[object]]:
    """Return the class or function behind partials, and all values bound on the way to it."""
    bound: list[object] = []
    while isinstance(make, partial):
        bound += [make.args, sorted(make.keywords.items())]
        make = make.func
    if isinstance(make, FunctionType):
        cells = [cell.cell_contents for cell in make.__closure__ or ()]
        bound += [make.__defaults__, sorted((make.__kwdefaults__ or {}).items()), cells]
        bound += [make.__code__.co_firstlineno, make.__code__.co_code, make.__code__.co_names]
    return make, bound


@lru_cache
def _fixed_games(strategy: Strategy) -> bytes:
    """Return the results of fixed games, and the weights if the games are scored."""
    results: list[object] = []
    for board, count in _FIXED_GAMES:
        run = Run.of(strategy, board, start="safe", first="corner", seed=_SEED)
        games = play_chunk(run, 0, count).games
        results += [getattr(games, name).tolist() for name in _COMPARED]
    if run.is_scored:
        results.append(_core.shipped_weights())
    return repr(results).encode()


@lru_cache
def _hash_sources_of(make: Callable[..., object]) -> bytes:
    return _hash_sources(make.__module__)


def _hash_sources(*modules: str) -> bytes:
    """Return the hash of all sources that these modules and the game loop use."""
    digest = hashlib.sha256()
    for name in sorted(modules_behind(*modules, *_PLAYED_BY)):
        digest.update(name.encode() + b"\0" + _read(name).digest)
    return digest.digest()


def modules_behind(*modules: str) -> set[str]:
    """Return these modules and all that count as their sources, directly or indirectly."""
    todo, seen = list(modules), set[str]()
    while todo:
        name = todo.pop()
        if name not in seen and _file_of(name) is not None:
            seen.add(name)
            todo += [each for each in _read(name).imports if _is_source(each, name)]
    return seen


def _is_source(imported: str, importer: str) -> bool:
    """Return whether an import is of sapper, of the same package, or of a file beside it."""
    top, path = imported.partition(".")[0], _file_of(importer)
    if top in ("sapper", importer.partition(".")[0]):
        return imported != "sapper"
    if "." in importer or path is None or path.parent.name.endswith("-packages"):
        return False
    found = _file_of(top)
    return found in (path.parent / f"{top}.py", path.parent / top / "__init__.py")


class _Source(NamedTuple):
    """The hash of a file and the modules that it imports."""

    digest: bytes
    imports: list[str]


def _read(module: str) -> _Source:
    path = _file_of(module)
    assert path is not None
    state = path.stat()
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    return _parse(path, package, (state.st_mtime_ns, state.st_size))


@cache
def _parse(path: Path, package: str, _state: tuple[int, int]) -> _Source:
    """Return what a file says; read again when its time or size has changed."""
    text = path.read_bytes()
    imports = _Imports(package)
    imports.visit(ast.parse(text))
    return _Source(hashlib.sha256(text).digest(), imports.names)


class _Imports(ast.NodeVisitor):
    """Collects imported modules, except those for type checkers and for pictures."""

    def __init__(self, package: str) -> None:
        self._package = package
        self.names: list[str] = []

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        parents = self._package.split(".") if node.level else []
        base = parents[: len(parents) - node.level + 1]
        module = ".".join([*base, *([node.module] if node.module else [])])
        self.names += [module, *(f"{module}.{a.name}" for a in node.names)]

    def visit_Import(self, node: ast.Import) -> None:
        self.names += [a.name for a in node.names]

    def visit_If(self, node: ast.If) -> None:
        is_for_types = isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for each in node.orelse if is_for_types else [*node.body, *node.orelse]:
            self.visit(each)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        if node.name not in ("svg", "view", "_repr_svg_"):  # players do not call these
            self.generic_visit(node)


def _file_of(name: str) -> Path | None:
    """Return the Python source file of a module, or None."""
    return _find_ours(name) if name.startswith("sapper.") else _find(name)


def _find(name: str) -> Path | None:
    if name == "__main__":
        path = Path(getattr(sys.modules[name], "__file__", None) or "")
        return path if path.is_file() else None
    try:
        found = find_spec(name)
    except Exception:  # finding a submodule imports its package, which may raise anything
        return None
    if found is None or found.origin is None or not found.origin.endswith(".py"):
        return None
    path = Path(found.origin)
    return path if path.is_file() else None  # an editable install may list a file that was moved


_find_ours = lru_cache(maxsize=None)(_find)
