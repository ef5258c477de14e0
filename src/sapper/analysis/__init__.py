"""ANALYSE: exact chances, certain cells and counts of a position."""

from sapper.analysis.analysis import Analysis, Component, analyse
from sapper.analysis.batch import AnalysisBatch, Outcome, Verdict, analyse_many
from sapper.analysis.budget import Budget

__all__ = [
    "Analysis",
    "AnalysisBatch",
    "Budget",
    "Component",
    "Outcome",
    "Verdict",
    "analyse",
    "analyse_many",
]
