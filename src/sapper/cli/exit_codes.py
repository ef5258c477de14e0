"""The exit codes of the command."""

from __future__ import annotations

from typing import Final

__all__ = [
    "BAD_INPUT",
    "CONTRADICTION",
    "INTERRUPTED",
    "OK",
    "OUTPUT_FAILED",
    "OUT_OF_BUDGET",
    "RUN_STOPPED",
]

OK: Final = 0
CONTRADICTION: Final = 1
"""No layout of mines fits the position."""
RUN_STOPPED: Final = 1
"""A laboratory run could not finish; finished games are kept."""
BAD_INPUT: Final = 2
OUT_OF_BUDGET: Final = 3
OUTPUT_FAILED: Final = 4
"""The output could not be written."""
INTERRUPTED: Final = 130
"""Stopped by Ctrl-C."""
