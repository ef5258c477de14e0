"""The sources behind a player: which modules count, and a hash of what they say.

Counted are modules of sapper that can decide, and of the others those that are not installed (a
file beside the player, a folder on the path) or belong to the player's own package, with everything
that they import, also inside functions. Of other installed packages the version counts. A file is
read when its module is first seen; a reload reads it again. Hashed is the syntax tree without
comments and docstrings, and for modules of sapper without messages and pictures.
"""

from __future__ import annotations

import ast
import hashlib
import re
import sys
from collections.abc import Iterable, Iterator
from functools import lru_cache, partial
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Final, NamedTuple

from sapper.lab.identity.module_files import (
    file_of,
    is_installed,
    is_ours,
    loading_of,
    top_of,
    version_of,
)
from sapper.lab.identity.syntax import essence_of, imported_names

__all__ = [
    "hash_files",
    "hash_modules",
    "imports_of",
    "is_shown",
    "modules_behind",
    "own_modules",
    "tree_of",
]

_SHOWS: Final = re.compile(
    r"sapper\.(language|percent|schema|processors|players\.(papers\.sources|tracing(\..+)?)"
    r"|lab\.(identity(\..+)?|playing.faults|run_words)"
    r"|(?!board\.formats).*\b(columns|document|documents|graph|html|mermaid|outlines|page|picture"
    r"|plots|schema|step_sentences|svg|text|views|words))"
)  # modules of sapper that show results and never decide


def hash_modules(modules: Iterable[str], home: str) -> bytes:
    """Return the hash of the sources behind modules, and of the versions of installed packages.

    `home` is the module of the player, whose own package counts even if it is installed.
    """
    roots = {_module_of(name) if is_ours(name) else name for name in modules}
    behind = modules_behind(*filter(partial(_is_root, home=home), roots))
    others = {top_of(name) for name in roots if not _is_root(name, home)}
    packages = others.union(*map(_packages_of, behind)) - {*sys.stdlib_module_names, "__main__"}
    versions = [f"{package} {version_of(package)}\0" for package in sorted(packages)]
    return hash_files(behind) + hashlib.sha256("".join(versions).encode()).digest()


def hash_files(modules: Iterable[str]) -> bytes:
    """Return the hash of what these modules say, without what they import."""
    digest = hashlib.sha256()
    for name in sorted(modules):
        digest.update(name.encode() + b"\0" + _read(name).digest)
    return digest.digest()


def modules_behind(*modules: str) -> set[str]:
    """Return these modules and all that count as their sources, directly or indirectly."""
    todo, seen = list(modules), set[str]()
    while todo:
        name = todo.pop()
        if name not in seen and _counts(name):
            seen.add(name)
            todo += [each for each in _read(name).imports if _is_source(each, name)]
    return seen


def own_modules(modules: Iterable[str], home: str) -> list[str]:
    """Return those modules behind some that are not sapper's, by name."""
    roots = [name for name in modules if not is_ours(name) and _is_root(name, home)]
    return sorted(name for name in modules_behind(*roots) if not is_ours(name))


def is_shown(name: str) -> bool:
    """Return whether a module of sapper shows results or computes identities: it never decides."""
    return _SHOWS.fullmatch(name) is not None


def imports_of(name: str) -> list[str]:
    """Return the modules that a module imports, whether they count or not."""
    return [each for each in _read(name).imports if file_of(each) is not None]


def _counts(name: str) -> bool:
    if is_ours(name):
        return not is_shown(name) and _is_module(file_of(name))
    return file_of(name) is not None


def _is_module(path: Path | None) -> bool:
    """Return whether a file of sapper can decide: a package only passes names on."""
    return path is not None and path.suffix == ".py" and path.name != "__init__.py"


def _is_source(imported: str, importer: str) -> bool:
    """Return whether an import counts; sapper itself imports only what is installed."""
    return is_ours(imported) if is_ours(importer) else _is_root(imported, importer)


def _is_root(name: str, home: str) -> bool:
    """Return whether a module is one of sapper, of the same package, or not installed."""
    return is_ours(name) or top_of(name) == top_of(home) or not is_installed(name)


class _Source(NamedTuple):
    """The hash of a file, the modules that it imports, and, if a user's, its syntax tree."""

    digest: bytes
    imports: tuple[str, ...]
    tree: ast.Module | None


_loaded: dict[str, tuple[ModuleSpec, _Source]] = {}


def tree_of(name: str) -> ast.Module | None:
    """Return the syntax tree of a module, or None if it is not written in Python."""
    return _read(name).tree


def _read(name: str) -> _Source:
    """Return what a module says; read once for each time that it is loaded."""
    spec = loading_of(name)
    if spec is not None and name in _loaded and _loaded[name][0] is spec:
        return _loaded[name][1]
    path = file_of(name)
    assert path is not None
    state = path.stat()
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    source = _parse(path, package, is_ours(name), (state.st_mtime_ns, state.st_size))
    if spec is not None:
        _loaded[name] = spec, source
    return source


@lru_cache(maxsize=4096)
def _parse(path: Path, package: str, is_ours: bool, _state: tuple[int, int]) -> _Source:
    """Return what a file says; read again when its time or size has changed."""
    content = path.read_bytes()
    try:
        tree = ast.parse(content) if path.suffix == ".py" else None
    except SyntaxError:
        tree = None
    if tree is None:
        return _Source(hashlib.sha256(content).digest(), (), None)
    names, attributes = imported_names(tree, package, is_ours)
    text = essence_of(tree, is_ours)
    kept = None if is_ours else tree
    return _Source(
        hashlib.sha256(text.encode()).digest(), tuple(_modules_of(names, attributes)), kept
    )


def _modules_of(names: Iterable[str], attributes: Iterable[str]) -> Iterator[str]:
    """Yield the modules that imported names come from, with their packages."""
    for name in dict.fromkeys(names):
        if name == "sapper":
            yield from (_module_of(f"sapper.{each}") for each in sorted(attributes))
        elif is_ours(name):
            yield _module_of(name)
        else:
            parts = name.split(".")
            yield from (".".join(parts[: i + 1]) for i in range(len(parts)))


def _module_of(name: str) -> str:
    """Return the module that defines a name of sapper, which its packages only pass on."""
    package, _, attribute = name.rpartition(".")
    if file_of(name) is not None:
        return name
    return _passed_on(package).get(attribute, package)


@lru_cache(maxsize=64)
def _passed_on(package: str) -> dict[str, str]:
    """Return the names that a package of sapper imports, with their modules."""
    path = file_of(package)
    if path is None or path.name != "__init__.py":
        return {}
    nodes = [n for n in ast.walk(ast.parse(path.read_bytes())) if isinstance(n, ast.ImportFrom)]
    found = {a.name: node.module for node in nodes for a in node.names if node.module}
    return {name: _module_of(f"{module}.{name}") for name, module in found.items()}


def _packages_of(name: str) -> set[str]:
    """Return the installed packages that a module of a user imports."""
    if is_ours(name):
        return set()
    tops = {top_of(each) for each in _read(name).imports if not _is_source(each, name)}
    return tops - {*sys.stdlib_module_names}
