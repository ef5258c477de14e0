"""The native players: the core decides, these modules ask it and put its answer into words."""
