"""The five papers: authors, subjects, and what this project uses of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sapper.language import N_, _

__all__ = ["PAPERS", "Paper"]


@dataclass(frozen=True)
class Paper:
    """A paper; `subject` replaces authors and title where our copy does not name them."""

    name: str
    """The short name."""
    brought: str
    here: tuple[str, ...]
    """The players and commands that come from it."""
    authors: str = ""
    title: str = ""
    year: int | None = None
    subject: str = ""

    @property
    def topic(self) -> str:
        """The paper in one line: its short name, subject and contribution."""
        parts = (_(text) for text in (self.subject, self.brought) if text)
        return f"{self.name}: {', '.join(parts)}"

    @property
    def citation(self) -> str:
        """Author, title and year, or that our copy does not name them."""
        year = "" if self.year is None else f", {self.year}"
        if not self.authors:
            text = _("A paper on {subject}{year}; our copy names no author.")
            return text.format(subject=_(self.subject), year=year)
        return f"{self.authors}: {self.title}{year}."


PAPERS: Final = {
    "Huda": Paper(
        "Huda 2025",
        N_("greedy rules; the same with a CSP solved by dynamic programming"),
        ("greedy", "hybrid", "hybrid-global"),
        "S. Huda",
        "Peningkatan Akurasi Pengambilan Keputusan pada Solver Minesweeper Melalui Kombinasi "
        "Algoritma Greedy dan Analisis Pola Lokal Berbasis Program Dinamis",
        2025,
    ),
    "anonymous": Paper(
        "Probability",
        N_("the probability matrix, corner first, islands"),
        ("probability", "probability-naive", "probability-frontier"),
        subject=N_("greedy play by exact probability"),
    ),
    "Amadia": Paper(
        "Amadia 2023",
        N_("backtracking on a given position"),
        ("backtracking", "sapper papers trace"),
        "D. R. Amadia",
        "Penerapan Algoritma Runut-Balik pada Permainan Minesweeper",
        2023,
    ),
    "Sansani": Paper(
        "Sansani 2010",
        N_("breadth-first traversal"),
        ("bfs",),
        "S. Sansani",
        "Penerapan Algoritma BFS dalam Pemecahan Permainan Minesweeper",
        2010,
    ),
    "layout": Paper(
        "Layout 2022",
        N_("the layout problem"),
        ("sapper papers layout",),
        subject=N_("brute force against backtracking"),
        year=2022,
    ),
}
"""The papers by the key in `PlayerSpec.paper`."""
