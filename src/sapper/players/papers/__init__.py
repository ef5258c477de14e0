"""The algorithms of the five papers in plain Python, each with its source."""
