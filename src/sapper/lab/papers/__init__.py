"""Reproduce the papers' experiments and compare with the printed figures."""

from __future__ import annotations

from sapper.lab.papers.experiments import (
    QUICK_GAMES,
    Chapter,
    Reproduction,
    best_player,
    reproduce,
)
from sapper.lab.papers.growth import GrowthPoint

__all__ = ["QUICK_GAMES", "Chapter", "GrowthPoint", "Reproduction", "best_player", "reproduce"]
