"""`sapper lab`: the commands about what experiments leave behind, and what learners need."""

from __future__ import annotations

from sapper.cli.lazy_group import LazyGroup

__all__ = ["lab_command"]

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
