"""Playing the games of runs, and what becomes of those that a player does not play to their end."""
