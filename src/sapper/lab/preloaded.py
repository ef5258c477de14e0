"""Imported last by the server that worker processes are forked from, and nowhere else.

It reads the sources that identities need, once for all workers of all pools: that takes a quarter
of a second, which every worker would spend before its first game.
"""

from __future__ import annotations

from contextlib import suppress

from sapper.lab.identity import read_sources

__all__: list[str] = []

with suppress(Exception):  # a worker that needs what cannot be read will say so
    read_sources()
