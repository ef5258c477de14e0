"""READ: geometry, cells, positions, and their formats as text and file."""
