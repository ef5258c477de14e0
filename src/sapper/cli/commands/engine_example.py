"""`sapper engine example`: an engine to begin with, in Python or C++."""

from __future__ import annotations

from importlib.resources import files

import click

from sapper.cli.lazy_group import command

__all__ = ["example_command"]

_ENDINGS = {"python": "py", "cpp": "cpp"}


@command
@click.argument("language", type=click.Choice(list(_ENDINGS)))
def example_command(language: str) -> None:
    """Print a small engine to begin with, in Python or C++. It speaks the whole protocol.

    Examples:
      sapper engine example python > plain.py && sapper play -p "engine:python3 plain.py"
      sapper engine example cpp > plain.cpp && g++ -std=c++20 -O2 -o plain plain.cpp

    """
    source = files("sapper.players.protocol") / "examples" / f"plain.{_ENDINGS[language]}"
    click.echo(source.read_text("utf-8"), nl=False)
