"""Positions read from pictures that are drawn here, and pictures that show none."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from sapper import ParseError, PictureReading, Position, analyse, read_picture
from sapper.analysis.doubt import certain_by_doubt
from sapper.analysis.picture import heat_svg
from sapper.answers import answer
from sapper.errors import InputError
from tests.support.drawn_pictures import DrawnPicture, draw_picture

_READ_WHOLE = [1, 2, 4, 5, 6, 8, 10, 11, 12, 13, 14, 15]


def _seen(reading: PictureReading) -> list[str]:
    """Return the rows that the picture shows, without an added ring."""
    above, below, before, after = reading.ring
    rows = str(reading.position).partition(":")[2].split("/")
    rows = rows[above : len(rows) - below]
    return [row[before : len(row) - after] for row in rows]


def _file(image: Image.Image, kind: str = "PNG") -> bytes:
    file = io.BytesIO()
    image.save(file, kind)
    return file.getvalue()


def _image(drawn: DrawnPicture) -> Image.Image:
    return Image.open(io.BytesIO(drawn.data)).convert("RGB")


@pytest.mark.parametrize("seed", _READ_WHOLE)
def test_drawn_boards_are_read_whole(seed: int) -> None:
    drawn = draw_picture(seed)
    reading = read_picture(drawn.data)
    assert _seen(reading) == drawn.rows
    assert np.allclose(reading.box, drawn.box, atol=0.2 * drawn.cell)


def test_files_bytes_and_arrays_are_read_alike(tmp_path: Path) -> None:
    drawn = draw_picture(1)
    (tmp_path / "board.png").write_bytes(drawn.data)
    reading = read_picture(drawn.data, mines=20)
    assert reading.position.mines == 20
    assert read_picture(tmp_path / "board.png", 20).position == reading.position
    assert read_picture(np.asarray(_image(drawn)), 20).position == reading.position


def test_a_crop_has_a_ring_of_covered_cells() -> None:
    image = _image(draw_picture(1))
    left, _, right, bottom = read_picture(_file(image)).box
    cell = (right - left) / len(draw_picture(1).rows[0])
    cut = image.crop((0, 0, int(right - 1.5 * cell), int(bottom - 1.5 * cell)))
    reading = read_picture(_file(cut))
    assert reading.ring[1] == reading.ring[3] == 1
    assert any("ring" in note for note in reading.notes)
    assert _seen(reading) == [row[:-2] for row in draw_picture(1).rows[:-2]]


def test_a_notebook_shows_the_picture() -> None:
    html = read_picture(draw_picture(1).data)._repr_html_()
    assert "data:image/png;base64," in html
    assert "<rect" in html


def test_what_depends_on_doubtful_cells_is_said() -> None:
    position = Position.parse("3x3/2:01_/12_/___")
    found = analyse(position)
    assert found.safe
    assert certain_by_doubt(found, []) == []
    cells = [cell for cell in position.geometry.cells() if not position.is_covered(cell)]
    assert certain_by_doubt(found, cells) == sorted(found.safe | found.mines)
    body = {"position": str(position), "doubtful": [[0, 1], [1, 0], [1, 1]]}
    for question in ("analyse", "explain", "best"):
        said = answer(question, body)
        assert [2, 2] in said["certain_by_doubt"]
        assert any("r2c2" in note for note in said["notes"])


def test_a_proof_says_the_doubt_of_all_that_it_names() -> None:
    body = {"position": "4x5/5:001__/002__/224__/__3_2", "doubtful": [[2, 3]]}
    said = answer("hint", {**body, "level": 4})
    named = [each["cell"] for each in said["proof"]["highlights"]]
    doubted = answer("analyse", body)["certain_by_doubt"]
    assert said["certain_by_doubt"] == [cell for cell in doubted if cell in named] != []


def test_a_picture_of_chances_marks_what_is_certain_by_doubt() -> None:
    found = analyse("3x3/2:01_/12_/___")
    plain, marked = heat_svg(found), heat_svg(found, unsure=found.safe)
    assert "✓?" not in plain
    assert marked.count("✓?") == len(found.safe)


def test_a_hint_says_its_doubt_and_names_no_other_cell() -> None:
    body = {"position": "3x4/3:01__/12__/____", "doubtful": [[0, 1], [1, 1]]}
    for level in (1, 2, 3, 4):
        said = answer("hint", {**body, "level": level})
        cell = said["cell"]
        assert said["certain_by_doubt"] == ([cell] if cell else [])
        assert ("only if the doubtful cells" in said["text"]) == (level < 3)
        assert bool(said["notes"]) == (level > 2)
    plain = answer("hint", {**body, "doubtful": []})
    assert "doubtful" not in plain["text"]


@pytest.mark.parametrize(
    ("image", "message"),
    [
        (Image.new("RGB", (300, 200), "white"), "no board"),
        (Image.effect_noise((300, 200), 80), "no board"),
        (Image.new("RGB", (1, 1)), "no board"),
        (Image.new("1", (10_000, 5_000)), "million pixels"),
        (Image.new("1", (30_000, 30_000)), "million pixels"),
    ],
)
def test_pictures_without_a_board_are_refused(image: Image.Image, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        read_picture(_file(image))


def test_a_large_picture_is_read_at_half_its_size() -> None:
    drawn = draw_picture(8)
    image = Image.new("RGB", (3600, 2600), "white")
    image.paste(_image(drawn), (700, 400))
    reading = read_picture(_file(image))
    left, top, right, bottom = drawn.box
    assert _seen(reading) == drawn.rows
    box = (left + 700, top + 400, right + 700, bottom + 400)
    assert np.allclose(reading.box, box, atol=0.2 * drawn.cell)


@pytest.mark.parametrize(("seed", "scale"), [(1, 1.25), (360, 0.75)])
def test_several_boards_are_refused(seed: int, scale: float) -> None:
    image = _image(draw_picture(seed, cell=24 if seed == 1 else None))
    other = image.resize((round(image.width * scale), round(image.height * scale)))
    both = Image.new("RGB", (image.width + other.width + 20, 2 * image.height))
    both.paste(image, (0, 0))
    both.paste(other, (image.width + 20, 0))
    with pytest.raises(ParseError, match="several boards"):
        read_picture(_file(both))


def _patched(seed: int, model: str, sign: str, every: int, start: int = 0) -> bytes:
    """Return the picture in which some cells with a sign look like the first with another."""
    drawn = draw_picture(seed)
    image = _image(drawn)
    size = round(drawn.cell)
    cells = [(r, c) for r, row in enumerate(drawn.rows) for c in range(len(row))]

    def boxes(shown: str) -> list[tuple[int, int, int, int]]:
        corners = [
            (round(drawn.box[0]) + c * size, round(drawn.box[1]) + r * size)
            for r, c in cells
            if drawn.rows[r][c] == shown
        ]
        return [(x, y, x + size, y + size) for x, y in corners]

    patch = image.crop(boxes(model)[0])
    for box in boxes(sign)[start::every]:
        image.paste(patch, box)
    return _file(image)


def _two_on_one_lattice() -> bytes:
    image = _image(draw_picture(8))
    both = Image.new("RGB", (image.width + 20 * 36, image.height), image.getpixel((5, 40)))
    both.paste(image.crop((15, 0, image.width, image.height)), (15 + 20 * 36, 0))
    both.paste(image.crop((0, 0, 21 + 16 * 36 + 6, image.height)), (0, 0))
    return _file(both)


# What is unsure, in a picture that nothing else would mark.
_UNSURE = {
    "two boards on one lattice": _two_on_one_lattice,
    "a board found too large": lambda: draw_picture(281).data,
    "small cells": lambda: draw_picture(813).data,
    "more flags than numbers": lambda: _patched(8, "F", "_", 1),
    "no cell is empty": lambda: _patched(8, "_", "0", 1),
    "many broken numbers": lambda: _patched(14, "F", "_", 3),
    "numbers clash": lambda: _patched(14, "3", "1", 99, start=3),
    "a frequent look": lambda: draw_picture(204).data,
}


@pytest.mark.parametrize("kind", _UNSURE)
def test_a_reading_that_cannot_be_trusted_is_marked_whole(kind: str) -> None:
    reading = read_picture(_UNSURE[kind]())
    assert len(reading.doubtful) >= sum(map(len, _seen(reading)))


def test_damaged_files_are_refused() -> None:
    data = draw_picture(1).data
    with pytest.raises(ParseError, match="damaged"):
        read_picture(data[: len(data) // 2])
    with pytest.raises(ParseError, match="no picture"):
        read_picture(b"no picture at all")
    with pytest.raises(InputError, match="rows of pixels"):
        read_picture(np.zeros((3, 3)))
