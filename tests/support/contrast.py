"""Contrast of two colours by WCAG, and the colours of the page's style sheet."""

from __future__ import annotations

import re
from pathlib import Path

import sapper.web

STATIC = Path(sapper.web.__file__).parent / "static"


def luminance(colour: str) -> float:
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted(map(luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


def colours(theme: str) -> dict[str, str]:
    """Return the colours of a theme by their names in the style sheet, without the two dashes."""
    text = (STATIC / "css" / "base.css").read_text("utf-8")
    at = ("light", "dark").index(theme)
    pairs = re.findall(r"--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)", text)
    return {name: both[at] for name, *both in pairs}
