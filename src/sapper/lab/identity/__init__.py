"""Whose games are these: the identity of a player, which changes whenever its decisions could.

`identity` computes it, from `sources` (what files say; `module_files` finds and `syntax` reads
them), `live_code` (code and values in memory) and `overrides` (where memory differs from files).
"""

from sapper.lab.identity.identity import (
    Worker,
    check_identity,
    identity_here,
    identity_of,
    read_sources,
    sapper_version,
    this_worker,
)

__all__ = [
    "Worker",
    "check_identity",
    "identity_here",
    "identity_of",
    "read_sources",
    "sapper_version",
    "this_worker",
]
