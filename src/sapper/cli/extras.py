"""Notice a missing extra before the work, not after it."""

from __future__ import annotations

from importlib.util import find_spec

from sapper.errors import InputError

__all__ = ["need_extra"]

_LIBRARIES = {
    "web": ("fastapi", "orjson", "pydantic", "uvicorn"),
    "lab": ("matplotlib", "pyarrow"),
    "cluster": ("dask", "distributed"),
}


def need_extra(extra: str, what: str, *libraries: str) -> None:
    """Raise `InputError` unless the libraries of an extra, or some of them, are installed."""
    for library in libraries or _LIBRARIES[extra]:
        if not _is_installed(library):
            raise InputError(f"{what} needs the {extra} extra: pip install 'sapper[{extra}]'")


def _is_installed(library: str) -> bool:
    try:
        return find_spec(library) is not None
    except (ImportError, ValueError):
        return False
