"""`sapper papers`, `sapper lab`, `sapper engine`: groups of commands."""

from __future__ import annotations

from sapper.cli.lazy_group import LazyGroup

__all__ = ["engine_command", "lab_command", "papers_command"]

papers_command = LazyGroup(
    "papers",
    {
        "reproduce": ("reproduce", "Repeat the experiments and examples, beside their figures."),
        "trace": ("trace", "Show every step by which a player decides."),
        "layout": ("layout", "Find the mines where every cell has a number."),
    },
    "The five papers: their experiments, traces and layouts.",
)
lab_command = LazyGroup(
    "lab",
    {
        "report": ("report", "Write a page, or data, about the runs in a ledger."),
        "ledger": ("ledger", "Show the runs in a ledger, or check their games."),
        "dataset": ("dataset", "Write positions with exact answers, as Parquet files."),
        "tasks": ("tasks", "Questions with exact answers for language models."),
        "optimal": ("optimal", "The winning chance of optimal play on a small board."),
    },
    "Reports, ledgers, datasets, tasks, optimal play.",
)
engine_command = LazyGroup(
    "engine",
    {
        "example": ("engine_example", "Print an engine to begin with, in Python or C++."),
    },
    "The protocol for engines: an example to begin with.",
)
