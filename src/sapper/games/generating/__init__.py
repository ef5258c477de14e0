"""Make boards worth playing: those that need no guess, of a grade, a 3BV or other figures."""

from sapper.games.generating.making import generate, generate_many
from sapper.games.generating.puzzle import Puzzle, PuzzleDocument

__all__ = ["Puzzle", "PuzzleDocument", "generate", "generate_many"]
