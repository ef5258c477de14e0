"""Which reasoning a board needs: see `grade_of`."""

from sapper.games.grades.grade import Grade
from sapper.games.grades.grading import Grading, grade_of

__all__ = ["Grade", "Grading", "grade_of"]
