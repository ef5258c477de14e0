"""The terminal: what is printed, how wide, in which signs, and how the command ends."""
