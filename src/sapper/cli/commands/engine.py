"""`sapper engine`: the commands about the engine protocol."""

from __future__ import annotations

from sapper.cli.lazy_group import LazyGroup

__all__ = ["engine_command"]

engine_command = LazyGroup(
    "engine",
    {
        "serve": ("engine_serve", "Let a player of sapper play inside another program."),
        "check": ("engine_check", "Check whether a program speaks the protocol."),
    },
    "The protocol for engines: speak it, check it (docs/reference/protocol.md).",
)
