"""Groups of commands that import a command when it is used, and print short help."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from importlib import import_module
from inspect import cleandoc
from typing import Any

import click

from sapper.files import is_standard_output, results_alone

__all__ = ["Command", "LazyGroup", "Table", "command"]

Table = Mapping[str, tuple[str, str]]
"""Names of commands, each with its module in `commands/` and the first sentence of its help."""


class _Formatter(click.HelpFormatter):
    """Writes help in two columns, the second below the first where that is narrow."""

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        """Write a list of definitions."""
        super().write_dl(list(rows), min(col_max, self.width // 3), col_spacing)


class _Context(click.Context):
    formatter_class = _Formatter


class Command(click.Command):
    """A command; where it writes data, what players print goes to standard error."""

    context_class = _Context

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        is_data = ctx.params.get("as_json") or any(map(is_standard_output, ctx.params.values()))
        with results_alone() if is_data else nullcontext():
            return super().invoke(ctx)


def command(function: Callable[..., Any]) -> Command:
    """Return a function with options as a command; its docstring is the help."""
    made = click.command(cls=Command)(function)
    made.help = _help(made.help or "").replace("Examples:\n", "\b\nExamples:\n")
    return made


def _help(text: str) -> str:
    """Return a help text in which indented blocks stay as they are."""
    return cleandoc(text).replace("\n\n  ", "\n\n\b\n  ")


class LazyGroup(click.Group):
    """A group of the commands in a table; `headings` say which stand together in its help."""

    context_class = _Context

    def __init__(
        self,
        name: str,
        table: Table,
        summary: str,
        *,
        headings: Mapping[str, tuple[str, ...]] | None = None,
        **options: Any,
    ) -> None:
        super().__init__(name, help=_help(summary), no_args_is_help=True, **options)
        self.table = table
        self.commands = dict.fromkeys(table, self)  # for the names that are like a wrong one
        self.headings = headings or {"Commands": tuple(table)}

    def list_commands(self, _ctx: click.Context) -> list[str]:
        """Return the names of the commands that the help shows."""
        return [name for names in self.headings.values() for name in names]

    def get_command(self, _ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of this name, imported; None if there is none."""
        name = {"analyze": "analyse"}.get(cmd_name, cmd_name)
        if name not in self.table:
            return None
        module = import_module(f"sapper.cli.commands.{self.table[name][0]}")
        found: click.Command = getattr(module, f"{name}_command")
        found.name = name
        return found

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands with their summaries, importing none."""
        for heading, names in self.headings.items():
            with formatter.section(heading):
                formatter.write_dl([(name, self.table[name][1]) for name in names])
