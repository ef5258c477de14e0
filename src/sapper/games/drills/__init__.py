"""Positions to practise one technique: see `drills`."""

from sapper.games.drills.drill import Drill, drills

__all__ = ["Drill", "drills"]
