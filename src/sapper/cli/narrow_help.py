"""Help without frames where they would cut the names of options."""

from __future__ import annotations

import shutil
from functools import partial
from typing import Any

__all__ = ["fit_help"]

_NARROW = 60  # columns; below this, frames and their columns leave no room for names


def fit_help(command: Any, formatter: Any) -> None:
    """Let a command print plain help, as wide as the terminal, if that is narrow."""
    columns = shutil.get_terminal_size().columns
    if columns < _NARROW:
        command.rich_markup_mode = None
        formatter.width = columns
        formatter.write_dl = partial(formatter.write_dl, col_max=columns // 2)
