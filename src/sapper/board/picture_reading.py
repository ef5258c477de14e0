"""Read a position from a picture of a board: a screenshot of any program.

The core reads the pixels; decoding a file is Pillow's (the extra `pictures`). Nothing leaves the
machine. What the picture does not show for sure is marked: see `PictureReading.doubtful`.
"""

from __future__ import annotations

import io
import os
import warnings
from base64 import b64encode
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sapper import _core
from sapper.board.cell import FLAG, HIDDEN, MINE, QUESTION, Cell, join_names
from sapper.board.geometry import Geometry
from sapper.board.notebook_value import NotebookValue, View
from sapper.board.position import Position
from sapper.errors import InputError, ParseError
from sapper.language import N_, _

if TYPE_CHECKING:
    import numpy.typing as npt


__all__ = [
    "PictureReading",
    "Pixels",
    "decode_picture",
    "is_picture",
    "read_picture",
    "read_pixels",
]

_FACES: Final = bytes([*range(9), HIDDEN, FLAG, MINE, QUESTION])
_STARTS: Final = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8")
_USUAL_MINES: Final = {(8, 8): 10, (9, 9): 10, (16, 16): 40, (16, 30): 99, (30, 16): 99}
_TOP, _BOTTOM, _LEFT, _RIGHT = 1, 2, 4, 8
_MOST_NAMED: Final = 12

_PROBLEMS: Final = {
    "NO_BOARD": N_(
        "no board was found in the picture: its cells must be squares of 10 pixels or more"
    ),
    "SEVERAL_BOARDS": N_("the picture shows several boards: cut it to the one that is meant"),
    "TOO_MANY_CELLS": N_("the board in the picture has more than 10,000 cells"),
}


class Pixels(NamedTuple):
    """A decoded picture: rows from the top, four bytes a pixel (red, green, blue, opacity)."""

    width: int
    height: int
    data: bytes


@dataclass(frozen=True, eq=False, repr=False)
class PictureReading(NotebookValue):
    """A position read from a picture, and how sure each of its cells is.

    `confidences` and `doubtful` are about the position; `box` is where the picture has the board:
    left, top, right and bottom in pixels. `ring` cells were added around what is seen: at the top,
    bottom, left and right. `usual_mines` is the mine count that boards of this size usually have.
    """

    position: Position
    confidences: tuple[float, ...]
    doubtful: tuple[Cell, ...]
    box: tuple[float, float, float, float]
    ring: tuple[int, int, int, int]
    usual_mines: int | None
    flags: int
    notes: tuple[str, ...]
    pixels: Pixels = field(repr=False)

    document_as = (
        "position", "confidences", "doubtful", "box", "ring", "usual_mines", "flags", "notes",
    )  # fmt: skip

    def __repr__(self) -> str:
        size = f"{self.position.rows}x{self.position.columns}"
        return f"<PictureReading {size}: {len(self.doubtful)} doubtful>"

    def view(self) -> View:
        """Return the picture with the cells as they were read, doubtful ones outlined."""
        return View(str(self.position), self._overlay, self.notes)

    @cached_property
    def _overlay(self) -> str:
        from PIL import Image

        file = io.BytesIO()
        size = (self.pixels.width, self.pixels.height)
        Image.frombytes("RGBA", size, self.pixels.data).save(file, "PNG")
        left, top, right, bottom = self.box
        above, below, before, after = self.ring
        rows = self.position.rows - above - below
        columns = self.position.columns - before - after
        wide, high = (right - left) / columns, (bottom - top) / rows
        marks = "".join(
            f'<rect x="{left + (column - before) * wide:.1f}" y="{top + (row - above) * high:.1f}" '
            f'width="{wide:.1f}" height="{high:.1f}"/>'
            for row, column in self.doubtful
            if above <= row < above + rows and before <= column < before + columns
        )
        width, height = size
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{min(width, 800)}"><image width="{width}" height="{height}" '
            f'href="data:image/png;base64,{b64encode(file.getvalue()).decode()}"/>'
            f'<g fill="none" stroke="#d1248f" stroke-width="{max(1, wide / 10):.1f}">'
            f'<rect x="{left:.1f}" y="{top:.1f}" width="{right - left:.1f}" '
            f'height="{bottom - top:.1f}" stroke-opacity=".4"/>{marks}</g></svg>'
        )


def read_picture(
    picture: str | os.PathLike[str] | bytes | npt.NDArray[Any], mines: int | None = None
) -> PictureReading:
    """Return the position in a picture: the name of a file, its bytes, or an array of pixels.

    An array has rows of pixels with three or four values of 0 to 255. Raise `ParseError` for a
    picture without one board that can be read, `InputError` for what is no picture.
    """
    if isinstance(picture, str | os.PathLike):
        try:
            picture = Path(picture).read_bytes()
        except OSError as error:
            raise InputError(f"cannot read {str(picture)!r}: {error.strerror or error}") from None
    if isinstance(picture, bytes | bytearray):
        return read_pixels(decode_picture(bytes(picture)), mines)
    return read_pixels(_pixels_of_array(picture), mines)


def is_picture(data: bytes) -> bool:
    """Return whether a file is a picture, by its first bytes."""
    return data.startswith(_STARTS) or (data[:4] == b"RIFF" and data[8:12] == b"WEBP")


def decode_picture(data: bytes) -> Pixels:
    """Return the pixels of a picture file; the first picture of several."""
    try:
        from PIL import Image, UnidentifiedImageError
    except ImportError:
        raise InputError(
            "pictures need the pictures extra: pip install 'sapper[pictures]'"
        ) from None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(data)) as image:
                _check_size(*image.size)
                return Pixels(*image.size, image.convert("RGBA").tobytes())
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise _too_large() from None
    except UnidentifiedImageError:
        raise ParseError(
            _("the file is no picture that can be opened (PNG, JPEG, GIF, WebP)")
        ) from None
    except (OSError, SyntaxError, ValueError, EOFError) as error:
        if isinstance(error, ParseError):
            raise
        raise ParseError(_("the picture file is damaged or incomplete")) from None


def read_pixels(pixels: Pixels, mines: int | None = None) -> PictureReading:
    """Return the position that pixels show."""
    if pixels.width < 1 or pixels.height < 1:
        raise InputError("expected a width and a height of at least 1 pixel")
    _check_size(pixels.width, pixels.height)
    if len(pixels.data) != 4 * pixels.width * pixels.height:
        raise InputError("expected four bytes for each pixel")
    found = _core.read_picture(pixels.data, pixels.width, pixels.height)
    if found.found.name in _PROBLEMS:
        raise ParseError(_(_PROBLEMS[found.found.name]))
    return _reading_of(found, pixels, mines)


def _reading_of(found: _core.PictureReading, pixels: Pixels, mines: int | None) -> PictureReading:
    above, below, before, after = (
        int(bool(found.ring & side)) for side in (_TOP, _BOTTOM, _LEFT, _RIGHT)
    )
    rows, columns = found.rows + above + below, found.columns + before + after
    faces = bytearray([HIDDEN]) * (rows * columns)
    confidences = [1.0] * (rows * columns)
    for i, sign in enumerate(found.signs):
        at = (i // found.columns + above) * columns + i % found.columns + before
        faces[at] = _FACES[sign]
        confidences[at] = 0.5 if found.is_doubtful else round(found.confidences[i], 3)
    doubtful = tuple(
        Cell(*divmod(i, columns)) for i, sure in enumerate(confidences) if sure < _core.SURE_READING
    )
    is_seen_whole = not found.ring
    return PictureReading(
        Position(Geometry.grid(rows, columns), mines, bytes(faces)),
        tuple(confidences),
        doubtful,
        found.box,
        (above, below, before, after),
        _USUAL_MINES.get((rows, columns)) if is_seen_whole else None,
        faces.count(FLAG),
        tuple(_notes(found, doubtful)),
        pixels,
    )


def _notes(found: _core.PictureReading, doubtful: tuple[Cell, ...]) -> list[str]:
    notes = []
    if found.is_doubtful:
        notes.append(_("A frequent kind of cell could not be told for sure: check every cell."))
    elif doubtful:
        text = _("Doubtful cells, to be checked: {cells}.")
        notes.append(text.format(cells=join_names(doubtful, _MOST_NAMED)))
    if found.changed:
        notes.append(
            _("The likeliest reading was impossible, so {count} of its signs were changed.").format(
                count=len(found.changed)
            )
        )
    if found.clashing:
        notes.append(_("No layout of mines fits the numbers as they were read."))
    if found.ring:
        notes.append(
            _("The picture shows a part of a board: a ring of covered cells was added around it.")
        )
    elif found.ends:
        notes.append(_("The picture ends with the board, which was taken for whole."))
    return notes


def _check_size(width: int, height: int) -> None:
    if width * height > _core.MOST_PIXELS:
        raise _too_large()


def _too_large() -> ParseError:
    text = _("the picture has more than {most} million pixels: cut it to the board")
    return ParseError(text.format(most=_core.MOST_PIXELS // 1_000_000))


def _pixels_of_array(array: npt.NDArray[Any]) -> Pixels:
    shape: tuple[int, ...] = getattr(array, "shape", ())
    if len(shape) != 3 or shape[2] not in (3, 4) or str(array.dtype) != "uint8":
        raise InputError("expected rows of pixels with three or four values of type uint8")
    import numpy as np

    if shape[2] == 3:
        array = np.concatenate([array, np.full((*shape[:2], 1), 255, np.uint8)], axis=2)
    return Pixels(shape[1], shape[0], np.ascontiguousarray(array).tobytes())
