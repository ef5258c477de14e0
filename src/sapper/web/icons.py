"""Draw the icon of the page as PNG files, which some systems need to install it.

The shapes are those of `static/icon.svg`, on its grid of 32 units; every pixel is the mean of some
samples. PNG: https://www.w3.org/TR/png/
"""

from __future__ import annotations

import struct
import zlib
from typing import Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["icon_png"]

_GRID: Final = 32
_SAMPLES: Final = 4  # per pixel and axis
_GROUND: Final = (0x0F, 0x6A, 0x73)
_POLE: Final = (0xFF, 0xFF, 0xFF)
_FLAG: Final = (0xF4, 0xB8, 0x60)
_RADIUS: Final = 7.0  # of the corners
_WIDTH: Final = 2.4  # of the pole and its foot
_LINES: Final = (((12.0, 7.0), (12.0, 25.0)), ((8.5, 25.0), (16.5, 25.0)))

Mask = NDArray[np.bool_]
Floats = NDArray[np.float64]


def icon_png(size: int, *, has_corners: bool = True) -> bytes:
    """Return the icon with this many pixels in a row; without corners it fills the square."""
    steps = (np.arange(size * _SAMPLES) + 0.5) * _GRID / (size * _SAMPLES)
    x, y = np.meshgrid(steps, steps)
    picture = np.zeros((*x.shape, 4), np.float64)
    picture[_rounded(x, y) if has_corners else np.full(x.shape, True)] = (*_GROUND, 255)
    for begin, end in _LINES:
        picture[_near(x, y, begin, end)] = (*_POLE, 255)
    picture[_flag(x, y)] = (*_FLAG, 255)
    pixels = picture.reshape(size, _SAMPLES, size, _SAMPLES, 4).mean(axis=(1, 3))
    solid = np.maximum(pixels[..., 3:], 1) / 255  # colours without the empty samples
    pixels[..., :3] /= solid
    return _png(np.rint(pixels).astype(np.uint8))


def _rounded(x: Floats, y: Floats) -> Mask:
    """Return what is inside of the square with round corners."""
    across = np.maximum(np.abs(x - _GRID / 2) - (_GRID / 2 - _RADIUS), 0)
    down = np.maximum(np.abs(y - _GRID / 2) - (_GRID / 2 - _RADIUS), 0)
    inside: Mask = across**2 + down**2 <= _RADIUS**2
    return inside


def _near(x: Floats, y: Floats, begin: tuple[float, float], end: tuple[float, float]) -> Mask:
    """Return what is on a line with round ends, which runs down or across."""
    across = x - np.clip(x, begin[0], end[0])
    down = y - np.clip(y, begin[1], end[1])
    inside: Mask = across**2 + down**2 <= (_WIDTH / 2) ** 2
    return inside


def _flag(x: Floats, y: Floats) -> Mask:
    """Return what is inside of the triangle (12, 6.5), (24, 12), (12, 17.5)."""
    inside: Mask = (x >= 12) & (np.abs(y - 12) <= 5.5 * (24 - x) / 12)
    return inside


def _png(pixels: NDArray[np.uint8]) -> bytes:
    """Return pixels (rows, columns, RGBA) as a PNG file."""
    rows, columns, _colours = pixels.shape
    plain = b"".join(b"\0" + row.tobytes() for row in pixels)  # 0: no filter
    head = struct.pack(">IIBBBBB", columns, rows, 8, 6, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(plain, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
