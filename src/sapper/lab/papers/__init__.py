"""Reproduce the papers' experiments and compare with the printed figures."""

from sapper.lab.papers.reproduction import (
    BEST_PLAYER,
    QUICK_GAMES,
    Chapter,
    Reproduction,
    reproduce,
)

__all__ = [
    "BEST_PLAYER",
    "QUICK_GAMES",
    "Chapter",
    "Reproduction",
    "reproduce",
]
