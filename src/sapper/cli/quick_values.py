"""Take values that need no conversion as they are.

Recent versions of typer convert every value with pydantic, whose import takes a third of the time
of a small command. Most values are texts, numbers or not given at all, and need no conversion.
"""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand

from sapper.cli.narrow_help import fit_help

__all__ = ["QuickCommand", "skip_conversions"]

_PLAIN = (str, int, float, bool)


class QuickCommand(TyperCommand):
    """A command that asks pydantic only about values that need it."""

    def get_params(self, ctx: Any) -> Any:
        """Return the parameters, that of `--help` included."""
        return skip_conversions(super().get_params(ctx))

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help, without frames on a narrow terminal."""
        fit_help(self, formatter)
        super().format_help(ctx, formatter)


def skip_conversions(parameters: Any) -> Any:
    """Return the parameters, changed to take plain values as they are.

    Other versions of typer convert values without pydantic, and are left alone. A flag takes no
    value, so the help shows none.
    """
    for parameter in parameters:
        if getattr(parameter, "is_flag", False):
            parameter.metavar = ""
        if getattr(parameter, "_runtime_param", ...) is None:
            parameter._runtime_param = _QuickValue()
    return parameters


class _QuickValue:
    """Stands for typer's conversion of one parameter, which it makes when it is needed."""

    _slow: Any = None

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return the value as it is where that is right, else what typer makes of it."""
        wanted, info = param.type_descriptor.annotation, param.type_descriptor.parameter_info
        if value is None:
            return () if param.multiple or param.nargs == -1 else None
        if wanted in _PLAIN and type(value) is wanted:
            return value
        if wanted == list[str] and isinstance(value, list | tuple):
            return list(value)
        if wanted is int and _is_small_number(value) and info.min is info.max is None:
            return int(value)
        return self._convert(value, param, ctx)

    def _convert(self, value: Any, param: Any, ctx: Any) -> Any:
        if self._slow is None:
            from typer._coercion import build_runtime_param

            self._slow = build_runtime_param(param.type_descriptor)
        return self._slow.coerce(value, param=param, ctx=ctx)


def _is_small_number(value: object) -> bool:
    return isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) < 19
