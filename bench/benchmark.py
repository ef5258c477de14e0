"""Run one benchmark: print its tables and write them to `results/<name>.json`."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from time import perf_counter

from rich.console import Console

from bench.machine import machine
from sapper.documents import document
from sapper.lab.table import Table, Value

__all__ = ["NAMES", "Say", "run_benchmark", "summary"]

Say = Callable[[str], None]
"""Called with one line of progress."""

NAMES = (
    "analysis", "batch", "growth", "huge", "players", "laboratory", "champion", "web", "page",
    "wasm", "startup", "billion", "dataset", "generate", "gym", "server", "pictures",
)  # fmt: skip
_FOLDER = Path(__file__).parent


def run_benchmark(name: str, console: Console) -> None:
    """Run a benchmark, print its tables and write them to a file."""
    began = perf_counter()
    tables = _measure(name, console)
    for table in tables:
        _print(table, console)
    _write(name, tables, perf_counter() - began)


def summary(name: str) -> str:
    """Return the first line of a benchmark's docstring, without importing it."""
    text = (_FOLDER / f"{name}.py").read_text(encoding="utf-8")
    return (ast.get_docstring(ast.parse(text)) or "").partition("\n")[0]


def _measure(name: str, console: Console) -> list[Table]:
    with console.status(name) as status:

        def say(line: str) -> None:
            if console.is_terminal:
                status.update(f"{name}: {line}")
            else:
                console.print(f"{name}: {line}", highlight=False)

        tables: list[Table] = import_module(f"bench.{name}").tables(say)
        return tables


def _print(table: Table, console: Console) -> None:
    console.print(table)
    for note in table.notes:
        console.print(f"  {note}", style="dim", highlight=False, markup=False)
    console.print()


def _write(name: str, tables: list[Table], seconds: float) -> None:
    report = {
        "machine": machine(),
        "seconds": round(seconds, 1),
        "tables": [
            document(table) | {"rows": [list(map(_rounded, row)) for row in table.rows]}
            for table in tables
        ],
    }
    text = json.dumps(report, indent=1, ensure_ascii=False) + "\n"
    path = _FOLDER / "results" / f"{name}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _rounded(value: Value) -> Value:
    return float(f"{value:.4g}") if isinstance(value, float) else value
