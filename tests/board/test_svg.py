"""Pictures: well-formed, escaped, readable; told when a board is too large for one."""

from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.board import Cell, Geometry, Position
from sapper.board.svg import NUMBER_COLOURS, OPEN_COLOUR, draw
from sapper.errors import CellError, InputError
from tests.support.contrast import contrast

SVG = "{http://www.w3.org/2000/svg}"


def texts(svg):
    return [element.text for element in ET.fromstring(svg).iter(SVG + "text")]


@given(st.from_type(Position))
def test_every_board_is_well_formed(position):
    svg = position.svg()
    assert svg in position._repr_html_()
    ET.fromstring(position._repr_html_())
    svg = position.svg(coordinates=False)
    shown = [str(n) for _, n in position.numbers() if n > 0]
    assert sorted(texts(svg)) == sorted(shown + ["?"] * str(position).partition(":")[2].count("Q"))


@given(st.text(), st.text())
def test_labels_and_fills_are_escaped(label, fill):
    position = Position.parse("1x2/1:F_")
    svg = draw(position, labels={Cell(0, 0): label}, fills={Cell(0, 1): fill})
    ET.fromstring(svg)


def test_cells_of_every_shape_lie_inside_the_picture():
    graph = Geometry.graph([[1], [0]], rows=2)
    for geometry in (Geometry.grid(3, 5), Geometry.hex(3, 5), Geometry.hex(1, 2), graph):
        position = Position(geometry, None, bytes([1]) * geometry.size)
        root = ET.fromstring(position.svg(cell_size=20, coordinates=False))
        width, height = float(root.get("width")), float(root.get("height"))
        places = [(float(t.get("x")), float(t.get("y"))) for t in root.iter(SVG + "text")]
        assert len(set(places)) == geometry.size
        assert all(10 < x < width - 10 and 10 < y < height - 4 for x, y in places)


def test_what_cannot_be_drawn_is_an_error():
    position = Position.parse("1x2/1:__")
    with pytest.raises(CellError):
        draw(position, labels={Cell(1, 0): "x"})
    with pytest.raises(CellError):
        draw(position, fills={Cell(0, 2): "red"})
    with pytest.raises(InputError, match="cell size of at least 4, got 0"):
        draw(position, cell_size=0)


def test_a_huge_board_is_told_not_drawn():
    position = Position.hidden(Geometry.grid(101, 100), 10)
    told = position._repr_html_()
    assert "<svg" not in told
    assert "not drawn automatically: 10100 cells are more than 10000" in told
    ET.fromstring(told)
    ET.fromstring(position.svg())  # who asks for it gets it


def test_numbers_have_the_contrast_that_wcag_asks_for():
    for colour in NUMBER_COLOURS.values():
        assert contrast(colour, OPEN_COLOUR) >= 4.5


@pytest.mark.parametrize(
    "geometry",
    [
        Geometry.grid(3, 12),
        Geometry.torus(4, 4),
        Geometry.hex(5, 4),
        Geometry.graph([[1], [0]], rows=2),
        Geometry.graph([[1, 4], [0, 2], [1, 3], [2, 4], [3, 0]]),
    ],
)
def test_rows_and_columns_are_numbered(geometry):
    position = Position.hidden(geometry, 1)
    root = ET.fromstring(position.svg())
    (group,) = (g for g in root.iter(SVG + "g") if g.get("class") == "coordinates")
    numbers = [text.text for text in group]
    is_ring = geometry.shape == "graph" and geometry.rows == 1
    rows = [] if is_ring else [str(row) for row in range(geometry.rows)]
    assert numbers == rows + [str(column) for column in range(geometry.columns)]
    width, height = float(root.get("width")), float(root.get("height"))
    places = [(float(text.get("x")), float(text.get("y"))) for text in group]
    assert len(set(places)) == len(places)
    assert all(4 < x < width - 4 and 8 < y < height - 2 for x, y in places)
    assert "coordinates" not in position.svg(coordinates=False)
