"""What a player thought: steps as data, and ways to show them."""
