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

from sapper.lab.module_files import file_of, is_installed, is_ours, loading_of, top_of, version_of

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
    r"|lab\.(identity|live_code|module_files|overrides|sources|fault_words|run_words)"
    r"|(?!board\.formats).*\b(columns|document|documents|graph|html|mermaid|outlines|page|picture"
    r"|plots|schema|step_sentences|svg|text|views|words))"
)  # modules of sapper that show results and never decide
_LANGUAGE: Final = "sapper.language"
_SILENT: Final = ("ctx", "kind", "type_comment")  # fields of a syntax tree that decide nothing
_TRANSLATES: Final = ("_", "_n", "N_")
# Methods that players do not call.
_PICTURES: Final = ("svg", "view", "metrics", "__repr__", "_repr_svg_", "_repr_html_")


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
    imports = _Imports(package, is_ours)
    imports.visit(tree)
    text = _essence(tree, is_ours)
    kept = None if is_ours else tree
    return _Source(hashlib.sha256(text.encode()).digest(), tuple(imports.found()), kept)


def _essence(node: ast.AST, is_ours: bool) -> str:
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
            elif not _is_idle(each, is_ours):
                _write_essence(each, is_ours, parts)
    parts.append(")")


def _is_idle(node: ast.AST, is_ours: bool) -> bool:
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
    """Collects imported modules, except those for type checkers and for pictures of sapper."""

    def __init__(self, package: str, is_ours: bool) -> None:
        self._package, self._is_ours = package, is_ours
        self._names: list[str] = []
        self._attributes: set[str] = set()

    def found(self) -> Iterator[str]:
        """Yield the modules that were imported, with their packages."""
        for name in dict.fromkeys(self._names):
            if name == "sapper":
                yield from (_module_of(f"sapper.{each}") for each in sorted(self._attributes))
            elif is_ours(name):
                yield _module_of(name)
            else:
                parts = name.split(".")
                yield from (".".join(parts[: i + 1]) for i in range(len(parts)))

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        parents = self._package.split(".") if node.level else []
        base = parents[: len(parents) - node.level + 1]
        module = ".".join([*base, *([node.module] if node.module else [])])
        names = [f"{module}.{a.name}" for a in node.names]
        self._names += names if module == "sapper" else [module, *names]

    def visit_Import(self, node: ast.Import) -> None:
        self._names += [a.name for a in node.names]

    def visit_Attribute(self, node: ast.Attribute) -> None:
        self._attributes.add(node.attr)
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        called = getattr(node.func, "attr", getattr(node.func, "id", None))
        if called in ("import_module", "__import__") and node.args:
            name = getattr(node.args[0], "value", None)
            self._names += [name] if isinstance(name, str) else []
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
