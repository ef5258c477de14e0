"""Pictures: the time to read a screenshot of an expert board, beside decoding its PNG."""

from __future__ import annotations

import io
from time import process_time

from PIL import Image

from bench.benchmark import Say
from sapper.board.picture_reading import decode_picture, read_pixels
from sapper.lab.table import Table, Value
from tests.support.drawn_pictures import draw_picture

__all__ = ["tables"]

_RUNS = 15
_SIZE = (1920, 1080)
_CELLS = (16, 24, 32)
_SEED = 23  # its board is an expert one


def tables(say: Say) -> list[Table]:
    """Return the milliseconds of one thread for boards of several cell sizes on a full screen."""
    rows: list[list[Value]] = []
    for cell in _CELLS:
        say(f"cells of {cell} pixels")
        data = _screenshot(cell)
        pixels = decode_picture(data)
        decoding = _fastest(lambda data=data: decode_picture(data))
        reading = _fastest(lambda pixels=pixels: read_pixels(pixels))
        rows.append([cell, round(decoding, 1), round(reading, 1), round(reading / decoding, 1)])
    return [
        Table(
            "A screenshot of 1920x1080: milliseconds of processor time (wanted: at most 30)",
            ["pixels of a cell", "decoding the PNG", "reading it", "times"],
            rows,
            [f"The fastest of {_RUNS} runs, after one that draws the outlines of digits."],
        )
    ]


def _screenshot(cell: int) -> bytes:
    image = Image.open(io.BytesIO(draw_picture(_SEED, cell=cell).data)).convert("RGB")
    screen = Image.new("RGB", _SIZE, (40, 60, 80))
    screen.paste(image, (100, 60))
    file = io.BytesIO()
    screen.save(file, "PNG")
    return file.getvalue()


def _fastest(call: object) -> float:
    assert callable(call)
    times = []
    for _ in range(_RUNS + 1):
        began = process_time()
        call()
        times.append(process_time() - began)
    return 1000 * min(times[1:])
