"""The papers whose algorithms play here, by the short name that a strategy gives."""

from __future__ import annotations

from typing import Final

__all__ = ["PAPERS"]

PAPERS: Final = {
    "Huda": "S. Huda, 2025: greedy rules, and a hybrid with counting by dynamic programming",
    "anonymous": "greedy play by the matrix of exact probabilities (our copy names no author)",
    "Amadia": "D. R. Amadia, 2023: backtracking on a given position",
    "Sansani": "S. Sansani, 2010: breadth-first traversal",
}
