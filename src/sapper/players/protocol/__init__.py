"""Players that are other programs: the engine protocol, docs/reference/protocol.md.

`messages` has its lines as values, `process` the program at the other end of the pipes, `player`
the player that asks it, `engines` finds the player of `engine:COMMAND`. `serving` speaks the
protocol for a player of ours, `checking` tries whether a program speaks it.
"""
