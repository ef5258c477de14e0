"""The native players: the core decides; these modules call it and explain its answers."""
