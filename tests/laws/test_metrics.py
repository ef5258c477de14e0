"""What holds for the metrics of every board."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper import Geometry, Layout
from sapper.board import BoardSpec, StartRule
from sapper.board.metrics import SCAN_ORDERS, ScanOrder
from sapper.games.dealing import deal

SHAPES = st.sampled_from(["grid", "torus", "hex"])


@st.composite
def layouts(draw: st.DrawFn, shape: str | None = None) -> Layout:
    name = draw(SHAPES) if shape is None else shape
    rows, columns = draw(st.integers(1, 12)), draw(st.integers(1, 12))
    spec = BoardSpec(rows, columns, draw(st.integers(0, (rows * columns - 1) // 2)), name)  # type: ignore[arg-type]
    mines = deal(spec, StartRule.RAW, (0, 0), seed=draw(st.integers(0, 10**6)))
    return Layout(spec.geometry, mines)


def turned(layout: Layout, turn: str) -> Layout:
    cells = np.frombuffer(layout.cells, dtype=np.uint8)
    board = cells.reshape(layout.geometry.rows, layout.geometry.columns)
    result = {"flip": np.fliplr(board), "tip": np.flipud(board), "transpose": board.T}[turn]
    return Layout(Geometry.of_shape(layout.geometry.shape, *result.shape), result.tobytes())


@given(layouts("grid"), st.sampled_from(["flip", "tip", "transpose"]))
def test_turning_the_board_keeps_the_figures(layout: Layout, turn: str) -> None:
    before, after = layout.metrics, turned(layout, turn).metrics
    for name in ("bbbv", "openings", "islands", "numbers", "zini_8way", "density", "zero_share"):
        assert getattr(after, name) == getattr(before, name)


@pytest.mark.parametrize(
    ("turn", "order", "same"),
    [
        ("flip", "columns", "columns-left"),
        ("flip", "rows", "rows-left"),
        ("tip", "columns", "columns-up"),
        ("tip", "rows-left", "rows-left-up"),
        ("transpose", "columns", "rows"),
        ("transpose", "columns-up", "rows-left"),
    ],
)
@given(layouts("grid"))
def test_a_turned_board_scanned_in_the_turned_order(
    turn: str, order: ScanOrder, same: ScanOrder, layout: Layout
) -> None:
    assert turned(layout, turn).metrics.zini_by_order[order] == layout.metrics.zini_by_order[same]


@given(layouts())
def test_bounds(layout: Layout) -> None:
    metrics = layout.metrics
    assert metrics.zini_8way <= metrics.zini == metrics.zini_by_order["columns"]
    assert metrics.zini_8way == min(metrics.zini_by_order[order] for order in SCAN_ORDERS)
    assert 1 <= max(metrics.zini_by_order.values()) <= metrics.bbbv  # a chord never costs more
    assert metrics.human_zini <= metrics.bbbv
    assert metrics.max_efficiency >= 1
    assert metrics.islands <= metrics.bbbv - metrics.openings
    assert metrics.openings <= metrics.numbers[0]
