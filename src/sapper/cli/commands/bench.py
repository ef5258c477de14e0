"""`sapper bench`: the engine's speed, and a signature of its behaviour."""

from __future__ import annotations

from sapper.cli.lazy_group import command
from sapper.cli.options import AS_JSON
from sapper.cli.terminal.console import print_document, result_console
from sapper.cli.terminal.live_lines import show_bar
from sapper.games.engine_signature import bench_engine

__all__ = ["bench_command"]


@command
@AS_JSON
def bench_command(as_json: bool) -> None:
    """Analyse fixed positions; print the speed and a signature of the engine's answers.

    The signature is the same on every machine and changes only when an answer changes.

    Examples:
      sapper bench

    """
    with show_bar("analysing") as watch:
        result = bench_engine(watch)
    if as_json:
        print_document(result)
        return
    console = result_console()
    console.print(f"positions  {result.positions}")
    console.print(f"speed      {result.positions_per_second:,.0f} positions/s")
    console.print(f"signature  {result.signature}")
