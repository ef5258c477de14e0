"""Where the code of modules lies: their files, and whether these are installed.

Nothing is imported to answer that, except the package of a module that is not installed.
"""

from __future__ import annotations

import sys
import sysconfig
from functools import cache, lru_cache
from importlib.machinery import ModuleSpec
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Final

__all__ = ["file_of", "is_installed", "is_ours", "loading_of", "top_of", "version_of"]

_INSTALLED: Final = {
    Path(sysconfig.get_path(name)).resolve()
    for name in ("stdlib", "platstdlib", "purelib", "platlib")
}


def file_of(name: str) -> Path | None:
    """Return the file of a module, or None: built in, frozen, a script, or not found."""
    return _find_ours(name) if is_ours(name) else _find(name)


def _find(name: str) -> Path | None:
    if name == "__main__":
        return None
    try:
        spec = loading_of(name) if name in sys.modules else _search(name)
    except Exception:  # finding a submodule imports its package, which may raise anything
        return None
    if spec is None or spec.origin is None or not spec.has_location:
        return None
    path = Path(spec.origin)
    return path if path.is_file() else None  # an editable install may list a file that was moved


def _search(name: str) -> ModuleSpec | None:
    if "." in name and not is_ours(name) and is_installed(top_of(name)):
        return None  # would import a package that nobody needs yet
    return find_spec(name)


_find_ours = lru_cache(maxsize=None)(_find)


def is_ours(name: str) -> bool:
    """Return whether a module is one of sapper."""
    return top_of(name) == "sapper"


def top_of(name: str) -> str:
    """Return the package or module of a name, without what is inside."""
    return name.partition(".")[0]


def is_installed(name: str) -> bool:
    """Return whether a module belongs to Python or to an installed package, or has no file."""
    path = file_of(top_of(name)) or file_of(name)
    return path is None or _lies_among_installed(path)


@cache
def _lies_among_installed(path: Path) -> bool:
    folders = path.resolve().parents
    return any(f in _INSTALLED or f.name.endswith("-packages") for f in folders)


def loading_of(name: str) -> ModuleSpec | None:
    """Return the spec of a loaded module, another one after a reload; None if it is not loaded."""
    return getattr(sys.modules.get(name), "__spec__", None)


def version_of(package: str) -> str:
    """Return the version of an installed package; empty if it has none."""
    try:
        return version(package)
    except PackageNotFoundError:  # the package has another name than the module
        return str(getattr(sys.modules.get(package), "__version__", ""))
