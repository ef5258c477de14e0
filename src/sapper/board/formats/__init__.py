"""The text formats of positions: one module each; `reading` recognises the format."""
