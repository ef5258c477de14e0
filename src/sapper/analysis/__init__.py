"""ANALYSE: exact chances, certain cells and counts of a position."""

from sapper.analysis.analysis import Analysis, Component, analyse
from sapper.analysis.budget import Budget

__all__ = ["Analysis", "Budget", "Component", "analyse"]
