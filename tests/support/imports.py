"""Modules that a test writes and imports."""

from __future__ import annotations

import importlib
import sys

__all__ = ["forget_modules"]


def forget_modules(prefix: str) -> None:
    """Let modules with names of this beginning be imported again, from files that may be new."""
    for name in [name for name in sys.modules if name.startswith(prefix)]:
        del sys.modules[name]
    importlib.invalidate_caches()
