"""The page, with the scripts of its first view named in its head: they come together."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

__all__ = ["MODULES", "STATIC", "page_html", "scripts_of_first_view"]

STATIC: Final = Path(__file__).parent / "static"
_FIRST: Final = ("main.js", "views/play/play.js")  # main loads views when they are shown
MODULES: Final = "<!-- modules -->"
"""Where the page names the scripts of its first view."""

_IMPORT: Final = re.compile(r'^import [^;]*?"(\..*?)";', re.MULTILINE)


def page_html() -> str:
    """Return the page."""
    lines = (
        f'<link rel="modulepreload" href="/static/js/{name}">' for name in scripts_of_first_view()
    )
    return (STATIC / "index.html").read_text(encoding="utf-8").replace(MODULES, "\n".join(lines))


def scripts_of_first_view() -> list[str]:
    """Return the scripts that Play needs, by their imports; each below the folder `js`."""
    folder = STATIC / "js"
    found = [(folder / name).resolve() for name in _FIRST]
    for script in found:  # it grows
        for name in _IMPORT.findall(script.read_text(encoding="utf-8")):
            imported = (script.parent / name).resolve()
            if imported not in found:
                found.append(imported)
    return [script.relative_to(folder.resolve()).as_posix() for script in found]
