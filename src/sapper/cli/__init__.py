"""SHOW: the command `sapper`. A door: it reads arguments, calls the rooms, prints."""

from sapper.cli.app import main

__all__ = ["main"]
