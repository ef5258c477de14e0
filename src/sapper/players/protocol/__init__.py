"""Players that are other programs: the engine protocol, docs/reference/protocol.md.

`messages` has its lines as values, `process` the program at the other end of the pipes, `engines`
the player that asks it, by `engine:COMMAND`.
"""
