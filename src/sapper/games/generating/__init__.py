"""Make boards worth playing: those that need no guess, of a grade, a 3BV or other figures."""

from sapper.games.generating.generator import generate, generate_many
from sapper.games.generating.puzzle import Puzzle

__all__ = ["Puzzle", "generate", "generate_many"]
