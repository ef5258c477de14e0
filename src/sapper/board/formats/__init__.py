"""The text formats of positions: one module per format, and `reading`, which tells them apart."""
