"""Pictures of boards, drawn by a seed: themes, fonts, sizes, scaling, frames, crops, noise.

A theme is made of random choices that programs make: how covered and open cells look, with lines or
without, which font and colours the digits have, which shapes flags and mines. The picture is then
treated as screenshots are: scaled, blurred a little, saved as JPEG.
"""

from __future__ import annotations

import colorsys
import io
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import matplotlib
from PIL import Image, ImageDraw, ImageFilter, ImageFont

__all__ = ["DrawnPicture", "draw_picture", "random_rows"]

_FONTS = [
    Path(matplotlib.get_data_path()) / "fonts" / "ttf" / f"{name}.ttf"
    for name in (
        "DejaVuSans", "DejaVuSans-Bold", "DejaVuSansMono", "DejaVuSansMono-Bold", "DejaVuSerif",
        "DejaVuSerif-Bold", "STIXGeneral", "STIXGeneralBol",
    )
]  # fmt: skip
_CLASSIC = [
    (0, 0, 255), (0, 128, 0), (255, 0, 0), (0, 0, 128), (128, 0, 0), (0, 128, 128), (0, 0, 0),
    (128, 128, 128),
]  # fmt: skip
_SIZES = [(9, 9), (16, 16), (16, 30), (10, 8), (14, 18), (20, 24)]

Colour = tuple[int, int, int]


@dataclass(frozen=True)
class DrawnPicture:
    """A picture as the bytes of a file, and what it shows."""

    data: bytes
    rows: list[str]
    box: tuple[float, float, float, float]
    cell: float
    is_crop: bool


def random_rows(rng: random.Random, rows: int, columns: int) -> list[str]:
    """Return a position in the middle of a game: `_` covered, F flags, digits."""
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    mines = set(rng.sample(cells, int(rows * columns * rng.uniform(0.12, 0.2))))

    def around(cell: tuple[int, int]) -> list[tuple[int, int]]:
        r, c = cell
        return [
            (a, b)
            for a in range(max(0, r - 1), min(rows, r + 2))
            for b in range(max(0, c - 1), min(columns, c + 2))
            if (a, b) != cell
        ]

    number = {cell: sum(other in mines for other in around(cell)) for cell in cells}
    opened: set[tuple[int, int]] = set()

    def open_from(first: tuple[int, int]) -> None:
        waiting = [first]
        while waiting:
            cell = waiting.pop()
            if cell in opened or cell in mines:
                continue
            opened.add(cell)
            if number[cell] == 0:
                waiting += around(cell)

    zeros = [cell for cell in cells if number[cell] == 0 and cell not in mines]
    for _ in range(rng.randint(1, 4)):
        if zeros:
            open_from(rng.choice(zeros))
    for cell in cells:
        if cell not in mines and rng.random() < 0.3 and any(n in opened for n in around(cell)):
            open_from(cell)
    flags = {m for m in mines if any(n in opened for n in around(m)) and rng.random() < 0.5}

    def sign(cell: tuple[int, int]) -> str:
        return "F" if cell in flags else str(number[cell]) if cell in opened else "_"

    return ["".join(sign((r, c)) for c in range(columns)) for r in range(rows)]


def draw_picture(seed: int, *, cell: int | None = None) -> DrawnPicture:
    """Return the picture of a seed; `cell` is the size of its cells before it is scaled."""
    rng = random.Random(seed)
    rows, columns = rng.choice(_SIZES)
    size = cell or rng.choice([12, 14, 16, 18, 20, 22, 24, 25, 28, 30, 32, 36, 40, 48, 60, 90, 120])
    if size > 60:
        rows, columns = min(rows, 9), min(columns, 9)
    board = random_rows(rng, rows, columns)
    theme = _Theme(rng, size)
    left, top = rng.randint(5, 90), rng.randint(20, 120)
    width = columns * size + left + rng.randint(5, 120)
    height = rows * size + top + rng.randint(5, 90)
    image = Image.new("RGB", (width, height), theme.window)
    draw: Any = ImageDraw.Draw(image)
    _draw_window(draw, rng, theme, width, left, top)
    for r, row in enumerate(board):
        for c, sign in enumerate(row):
            theme.draw_cell(draw, left + c * size, top + r * size, sign, (r + c) % 2 == 1)
    crop = rng.random() < 0.1
    if crop:  # the picture is cut inside the board
        cut = size // 2
        image = image.crop((0, 0, left + (columns - 1) * size + cut, top + (rows - 1) * size + cut))
        board = [row[:-1] for row in board[:-1]]
    scale = rng.choice([1, 1, 1, 1.25, 0.8, 1.5])
    if size * scale < 12:
        scale = 1
    if scale != 1:
        wanted = (round(image.width * scale), round(image.height * scale))
        image = image.resize(wanted, Image.Resampling.BICUBIC)
    if rng.random() < 0.15 and size * scale >= 20:
        image = image.filter(ImageFilter.GaussianBlur(0.6))
    file = io.BytesIO()
    if rng.random() < 0.25:
        image.save(file, "JPEG", quality=rng.randint(60, 95))
    else:
        image.save(file, "PNG")
    box = (
        left * scale, top * scale,
        (left + len(board[0]) * size) * scale, (top + len(board) * size) * scale,
    )  # fmt: skip
    return DrawnPicture(file.getvalue(), board, box, size * scale, crop)


def _draw_window(
    draw: Any, rng: random.Random, theme: _Theme, width: int, left: int, top: int
) -> None:
    small = ImageFont.truetype(_FONTS[0], 13)
    draw.rectangle([0, 0, width, min(18, top - 4)], fill=theme.title)
    draw.text((6, 1), "Mines 10   Time 0:42   Game  Help", font=small, fill=(240, 240, 240))
    if top > 60 and rng.random() < 0.7:
        draw.rectangle([left, 28, left + 60, 50], outline=(120, 120, 120), fill=(200, 40, 40))
        draw.text((left + 8, 31), "0 1 7", font=small, fill=(0, 0, 0))


class _Theme:
    """How one program draws."""

    def __init__(self, rng: random.Random, size: int) -> None:
        self.size = size
        hue, dark = rng.random(), rng.random() < 0.3
        saturation = rng.choice([0, 0, 0.1, 0.5])

        def colour(s: float, v: float) -> Colour:
            red, green, blue = colorsys.hsv_to_rgb(hue, s, v)
            return int(255 * red), int(255 * green), int(255 * blue)

        self.style = rng.choice(["bevel", "bevel", "lines", "gap", "checker"])
        self.covered = colour(saturation, 0.42 if dark else 0.72)
        self.open = colour(saturation * 0.25, 0.2 if dark else 0.93)
        if self.style == "bevel" and rng.random() < 0.6:
            self.open = self.covered
        self.window = colour(0, 0.12 if dark else rng.choice([0.85, 0.97, 1]))
        self.title = colour(0.3, 0.4)
        self.line = _times(self.open, 1.6 if dark else 0.8)
        height = max(9, int(size * rng.uniform(0.6, 0.85)))
        self.font = ImageFont.truetype(rng.choice(_FONTS), height)
        self.digits = self._digits(rng, dark)
        self.pole = (230, 230, 230) if dark else (0, 0, 0)
        self.flag = rng.choice(["triangle", "triangle", "square", "pennant"])
        self.edge = max(1, int(size * rng.uniform(0.06, 0.12)))
        self.gap = max(1, size // 20)

    def _digits(self, rng: random.Random, dark: bool) -> list[Colour]:
        if rng.random() < 0.2:
            return [(235, 235, 235) if dark else (20, 20, 20)] * 8
        if rng.random() < 0.6 and not dark:
            return _CLASSIC
        hues = [colorsys.hsv_to_rgb(rng.random(), 0.7, 0.9 if dark else 0.6) for _ in range(8)]
        return [(int(255 * r), int(255 * g), int(255 * b)) for r, g, b in hues]

    def draw_cell(self, draw: Any, x: int, y: int, sign: str, is_odd: bool) -> None:
        end, is_covered = self.size - 1, sign in "_F"
        base = self.covered if is_covered else self.open
        if self.style == "checker" and is_odd:
            base = _times(base, 0.93)
        if self.style == "gap":
            inner = [x + self.gap, y + self.gap, x + end - self.gap, y + end - self.gap]
            draw.rounded_rectangle(inner, radius=self.size // 8, fill=base)
        else:
            draw.rectangle([x, y, x + end, y + end], fill=base)
        if self.style == "lines" or (self.style == "bevel" and not is_covered):
            line = self.line if self.style == "lines" else _times(self.open, 0.7)
            draw.line([x, y, x + end, y], fill=line)
            draw.line([x, y, x, y + end], fill=line)
        if self.style == "bevel" and is_covered:
            for k in range(self.edge):
                light, shade = _times(self.covered, 1.3), _times(self.covered, 0.65)
                draw.line([x + k, y + k, x + end - k, y + k], fill=light)
                draw.line([x + k, y + k, x + k, y + end - k], fill=light)
                draw.line([x + k, y + end - k, x + end - k, y + end - k], fill=shade)
                draw.line([x + end - k, y + k, x + end - k, y + end - k], fill=shade)
        if sign in "12345678":
            middle = (x + self.size / 2, y + self.size / 2)
            draw.text(middle, sign, font=self.font, fill=self.digits[int(sign) - 1], anchor="mm")
        if sign == "F":
            self._draw_flag(draw, x, y)

    def _draw_flag(self, draw: Any, x: int, y: int) -> None:
        def at(*shares: float) -> list[tuple[float, float]]:
            pairs = zip(shares[::2], shares[1::2], strict=True)
            return [(x + a * self.size, y + b * self.size) for a, b in pairs]

        red = (225, 30, 25)
        if self.flag == "square":
            draw.rectangle(at(0.3, 0.3, 0.68, 0.68), fill=red)
        elif self.flag == "triangle":
            draw.polygon(at(0.52, 0.2, 0.52, 0.52, 0.24, 0.36), fill=red)
            draw.line(at(0.54, 0.2, 0.54, 0.76), fill=self.pole, width=max(1, self.size // 14))
            draw.line(at(0.3, 0.78, 0.72, 0.78), fill=self.pole, width=max(1, self.size // 9))
        else:
            draw.polygon(at(0.3, 0.18, 0.75, 0.38, 0.3, 0.55), fill=red)
            draw.line(at(0.3, 0.18, 0.3, 0.82), fill=red, width=max(1, self.size // 12))


def _times(colour: Colour, factor: float) -> Colour:
    red, green, blue = (min(255, int(level * factor)) for level in colour)
    return red, green, blue
