"""`sapper bench`: the engine's speed, and a signature of its behaviour."""

from __future__ import annotations

from sapper.cli.console import console_for, print_document
from sapper.cli.options import AsJson
from sapper.cli.progress_bar import show_bar
from sapper.games.engine_signature import bench_engine

__all__ = ["bench_command"]


def bench_command(
    as_json: AsJson = False,
) -> None:
    """Analyse fixed positions; print the speed and a signature of the engine's answers.

    The signature is the same on every machine and changes only when an answer changes.
    """
    with show_bar("analysing") as watch:
        result = bench_engine(watch)
    if as_json:
        print_document(result.to_dict())
        return
    console = console_for(False)
    console.print(f"positions  {result.positions}")
    console.print(f"speed      {result.positions_per_second:,.0f} positions/s")
    console.print(f"signature  {result.signature}")
