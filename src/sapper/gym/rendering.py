"""Pictures of a position: text, pixels or SVG.

Pixels are drawn here in plain NumPy: tiles where the SVG has them, digits from a small font.
"""

from __future__ import annotations

import reprlib
from typing import Any, Final, get_args

import numpy as np
import numpy.typing as npt

from sapper.board.cell import MINE, is_covered, is_number
from sapper.board.outlines import plan_of
from sapper.board.position import Position
from sapper.board.svg import NUMBER_COLOURS, OPEN_COLOUR
from sapper.errors import InputError
from sapper.gym.rules import RenderMode

__all__ = ["RENDER_MODES", "check_mode", "render"]

RENDER_MODES: Final = list(get_args(RenderMode))

_CELL = 16  # pixels
_GROUND, _COVERED, _MINE, _INK = "#c9d1d9", "#7d91a6", "#e5735c", "#1f2328"
# Five rows of three pixels for each digit, as octal digits.
_DIGITS = ("75557", "26227", "71747", "71717", "55711", "74717", "74757", "71111", "75757", "75717")
_SCALE = 2  # pixels of the picture for each of the font


def check_mode(mode: str | None) -> str | None:
    """Return the render mode; raise `InputError` for an unknown one."""
    if mode is not None and mode not in RENDER_MODES:
        raise InputError(
            f"expected render mode {', '.join(RENDER_MODES)}, got {reprlib.repr(mode)}"
        )
    return mode


def render(position: Position, mode: str) -> Any:
    """Return a picture of the position: a text, or an array of height x width x 3 bytes."""
    if mode == "ansi":
        return position.pretty()
    return position.svg() if mode == "svg" else _pixels(position)


def _pixels(position: Position) -> npt.NDArray[np.uint8]:
    plan = plan_of(position.geometry, float(_CELL))
    picture = np.empty((round(plan.height), round(plan.width), 3), np.uint8)
    picture[:] = _bytes(_GROUND)
    half = _CELL // 2 - 1
    for index, face in enumerate(position.faces):
        x, y = map(round, plan.centre(index))
        picture[y - half : y + half, x - half : x + half] = _bytes(_tile_colour(face))
        if is_number(face) and face > 0:
            _write(picture, x, y, str(face), _bytes(NUMBER_COLOURS.get(face, _INK)))
    return picture


def _tile_colour(face: int) -> str:
    if is_covered(face):
        return _COVERED
    return _MINE if face == MINE else OPEN_COLOUR


def _write(
    picture: npt.NDArray[np.uint8], x: int, y: int, text: str, colour: npt.NDArray[np.uint8]
) -> None:
    """Write a number with its middle at (x, y); one of two digits is half as wide."""
    across = _SCALE if len(text) == 1 else 1
    dots = np.concatenate([np.pad(_dots(digit), ((0, 0), (0, 1))) for digit in text], axis=1)
    dots = dots[:, :-1].repeat(_SCALE, axis=0).repeat(across, axis=1)
    height, width = dots.shape
    top, left = y - height // 2, x - width // 2
    picture[top : top + height, left : left + width][dots] = colour


def _dots(digit: str) -> npt.NDArray[np.bool_]:
    rows = (int(row) for row in _DIGITS[int(digit)])
    return np.array([[bool(row & bit) for bit in (4, 2, 1)] for row in rows])


def _bytes(colour: str) -> npt.NDArray[np.uint8]:
    return np.frombuffer(bytes.fromhex(colour[1:]), np.uint8)
