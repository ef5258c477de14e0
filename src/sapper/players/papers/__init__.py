"""The algorithms of the five papers, plain and readable, each with its paper cited."""
