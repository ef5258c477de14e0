"""`sapper papers`: the commands about the five papers."""

from __future__ import annotations

from sapper.cli.lazy_group import LazyGroup

__all__ = ["papers_command"]

papers_command = LazyGroup(
    "papers",
    {
        "reproduce": ("reproduce", "Repeat the experiments and examples, beside their figures."),
        "trace": ("trace", "Show every step by which a player decides."),
        "layout": ("layout", "Find the mines where every cell has a number."),
    },
    "The five papers: their experiments, traces and layouts.",
)
