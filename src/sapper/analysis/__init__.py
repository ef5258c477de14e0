"""ANALYSE: exact chances, certain cells and counts of a position; `batch` does many at once."""

from sapper.analysis.analysis import Analysis, Component, analyse
from sapper.analysis.budget import Budget

__all__ = ["Analysis", "Budget", "Component", "analyse"]
