"""The modules of the package."""

from __future__ import annotations

from pathlib import Path

import sapper

PACKAGE = Path(sapper.__file__).parent


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))
