"""Notice a missing extra before the work, not after it."""

from __future__ import annotations

from importlib import import_module

from sapper.errors import InputError

__all__ = ["need_extra"]

_LIBRARIES = {
    "web": ("pydantic", "starlette", "uvicorn"),
    "lab": ("matplotlib", "pyarrow"),
    "cluster": ("dask", "distributed"),
}


def need_extra(extra: str, what: str, *libraries: str) -> None:
    """Raise `InputError` unless the libraries of an extra, or some of them, are installed."""
    try:
        for library in libraries or _LIBRARIES[extra]:
            import_module(library)
    except ImportError:
        raise InputError(f"{what} needs the {extra} extra: pip install 'sapper[{extra}]'") from None
