"""Positions to practise one technique: see `drills`."""

from sapper.games.drills.drill import Drill
from sapper.games.drills.finding import drills

__all__ = ["Drill", "drills"]
