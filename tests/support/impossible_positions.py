"""Positions that no layout fits, although one number or two settle a cell."""

SETTLED_BUT_IMPOSSIBLE = (
    "2x3/4:___/_11",
    "3x3/2:___/_11/_2_",
    "2x4/3:_11_/1___",
    "2x3/3:1__/1_1",
    "3x3/1:___/_13/1__",
    "torus-4x4/6:___2/3_2_/3___/__3_",
    "torus-1x5/1:00_0_",
)
