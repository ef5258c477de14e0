"""REVIEW: a game walked through again, with luck apart from skill."""
