"""Random boards of every shape, as `st.from_type(Geometry)` and `st.from_type(Position)`."""

from hypothesis import strategies as st

from sapper.board import FLAG, HIDDEN, MINE, QUESTION, Geometry, Position
from sapper.board.geometry import SHAPES

SIZES = st.integers(1, 7)
MARKS = st.sampled_from([HIDDEN, FLAG, QUESTION, MINE])


@st.composite
def graphs(draw):
    rows, columns = draw(SIZES), draw(SIZES)
    size = rows * columns
    lists: list[set[int]] = [set() for _ in range(size)]
    for i, j in draw(st.lists(st.tuples(*[st.integers(0, size - 1)] * 2), max_size=30)):
        if i != j:
            lists[i].add(j)
            lists[j].add(i)
    return Geometry.graph(lists, rows=rows, columns=columns)


@st.composite
def positions(draw):
    geometry = draw(st.from_type(Geometry))
    # Sometimes only numbers, or no plain hidden cell: the cases that texts confuse.
    numbers = st.integers(0, geometry.largest_number)
    faces = draw(st.sampled_from([numbers, MARKS, numbers | MARKS, st.just(0) | MARKS]))
    cells = draw(st.lists(faces, min_size=geometry.size, max_size=geometry.size))
    return Position(geometry, draw(st.none() | st.integers(0, geometry.size)), bytes(cells))


st.register_type_strategy(
    Geometry,
    st.builds(Geometry.of_shape, st.sampled_from(SHAPES), SIZES, SIZES) | graphs(),
)
st.register_type_strategy(Position, positions())
