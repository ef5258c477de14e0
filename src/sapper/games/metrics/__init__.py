"""What a game measures: time, clicks, efficiency, the players' indexes, and luck."""

from sapper.games.metrics.clicks import ClickCounts
from sapper.games.metrics.figures import GAME_FORMULAS, GameMetrics, game_metrics

__all__ = ["GAME_FORMULAS", "ClickCounts", "GameMetrics", "game_metrics"]
