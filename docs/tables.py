"""Write the generated parts of README.md, docs/ and experiments/: results and documents.

    python -m docs.tables            list the documents that are out of date
    python -m docs.tables --write    update them (`make tables`)

A generated part of a document stands between `<!-- NAME -->` and `<!-- /NAME -->`. Edit the data
(`experiments/*/result.json`, `experiments/records/rivals.json`, `bench/results`,
`players/papers/sources.py`, the typed dictionaries of the documents) and never the text between
the marks: a test compares the two.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console

from docs import readme
from docs.documents import answers_table, documents_list
from docs.measurements import (
    cluster_sentence,
    cost_table,
    huge_sentence,
    least_sentence,
    player_table,
    speed_table,
    workers_sentence,
)
from docs.readme import wrap
from experiments.coverage import table as coverage
from experiments.deep import table as deep
from experiments.engines import table as engines
from experiments.learning import table as learning
from experiments.optimum import table as optimum
from experiments.records import table as records
from experiments.regret import table as regret
from experiments.tasks import table as tasks
from sapper.lab.statistics.intervals import Estimate, wilson
from sapper.lab.table import Table, Value, format_share

__all__ = ["BLOCKS", "DOCUMENTS", "main", "renew"]

ROOT = Path(__file__).parents[1]
_PLACES = ("one-machine", "dask-cluster")
DOCUMENTS = (
    ROOT / "README.md",
    ROOT / "README.id.md",
    ROOT / "docs" / "explain" / "evidence.md",
    ROOT / "docs" / "reference" / "documents.md",
    ROOT / "docs" / "how-to" / "learning.md",
    ROOT / "docs" / "how-to" / "language-models.md",
    *(ROOT / "docs" / "how-to" / f"{name}.md" for name in _PLACES),
    ROOT / "experiments" / "records" / "README.md",
    ROOT / "experiments" / "native_player" / "README.md",
    ROOT / "experiments" / "lost_games" / "README.md",
    ROOT / "experiments" / "coverage" / "README.md",
    ROOT / "experiments" / "deep" / "README.md",
    ROOT / "experiments" / "learning" / "README.md",
    ROOT / "experiments" / "engines" / "README.md",
    ROOT / "experiments" / "optimum" / "README.md",
    ROOT / "experiments" / "regret" / "README.md",
    ROOT / "experiments" / "tasks" / "README.md",
)
_MARK = re.compile(
    r"(?P<begin><!-- (?P<name>[a-z-]+) -->\n).*?(?P<end><!-- /(?P=name) -->)", re.DOTALL
)


def main() -> None:
    """Check the documents, or update them."""
    parser = argparse.ArgumentParser(
        prog="python -m docs.tables",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--write", action="store_true", help="update the documents")
    write = parser.parse_args().write
    console = Console(highlight=False, soft_wrap=True)
    stale = [path for path in DOCUMENTS if renew(text := path.read_text("utf-8")) != text]
    for path in stale:
        if write:
            path.write_text(renew(path.read_text("utf-8")), encoding="utf-8")
        console.print(f"{path.relative_to(ROOT)}: {'written' if write else 'out of date'}")
    if stale and not write:
        raise SystemExit("run: python -m docs.tables --write")


def renew(text: str) -> str:
    """Return a document with every generated part renewed."""
    return _MARK.sub(lambda part: f"{part['begin']}{BLOCKS[part['name']]()}\n{part['end']}", text)


def _records_full() -> str:
    rows = records.read_records()
    return f"{records.full_tables(rows)}\n\n{wrap(records.verdicts(rows))}"


def _records_answer() -> str:
    rows = records.read_records()
    return f"{wrap(records.verdicts(rows))}\n\n{wrap(records.check_sentences(rows))}"


def _native_rows() -> list[dict[str, Any]]:
    path = ROOT / "experiments" / "native_player" / "result.json"
    rows: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))["rows"]
    return rows


def _other_players() -> str:
    """Return the win rates of `fast` and `lookahead` where `champion` is measured too."""
    parts = [
        f"`{row['player']}` wins {format_share(_rate(row), unit=' %')} of {row['games']:,} games "
        f"(seed {row['seed']})"
        for row in _native_rows()
        if (row["board"], row["start"]) == ("16x30/99", "safe")
    ]
    return wrap(f"From the safe start of 16x30/99 {' and '.join(sorted(parts))}.")


def _native_player() -> str:
    columns = ["board, start, first cell", "player", "games", "won % (95 %)", "must", "reached",
               "ms a game"]  # fmt: skip
    rows: list[list[Value]] = [
        [
            "{board} {start} ({first[0]}, {first[1]})".format(**row), row["player"], row["games"],
            format_share(_rate(row)), f"{row['must_win_percent']}",
            "yes" if row["is_reached"] else "no", f"{row['cpu_ms_per_game']:.3f}",
        ]
        for row in _native_rows()
    ]  # fmt: skip
    return Table("", columns, rows).to_markdown()


def _lost_games() -> str:
    """Return one table of losses for each player and start."""
    path = ROOT / "experiments" / "lost_games" / "result.json"
    parts = []
    for row in json.loads(path.read_text("utf-8"))["rows"]:
        lost = row["lost_percent"]
        columns = ["when", *next(iter(lost.values())), "all"]
        cells: list[list[Value]] = [
            [when, *(f"{share:.2f}" for share in kinds.values()), f"{sum(kinds.values()):.2f}"]
            for when, kinds in lost.items()
        ]
        first = "({}, {})".format(*row["first"])
        parts += [
            f"`{row['player']}`, {row['start']} {first}, {row['games']:,} games, "
            f"{row['won_percent']:.2f} % won; lost, in % of all games:",
            Table("", columns, cells).to_markdown(),
        ]
    return "\n\n".join(parts)


def _rate(row: dict[str, Any]) -> Estimate:
    return wilson(row["wins"], row["games"])


BLOCKS: dict[str, Callable[[], str]] = {
    "records-full": _records_full,
    "records-answer": _records_answer,
    "other-players": _other_players,
    "cost": cost_table,
    "cost-cluster": lambda: wrap(cluster_sentence()),
    "cost-workers": lambda: wrap(workers_sentence()),
    "speed": lambda: readme.speed("en"),
    "speed-id": lambda: readme.speed("id"),
    "strength": lambda: readme.strength("en"),
    "strength-id": lambda: readme.strength("id"),
    "speed-table": lambda: f"{speed_table()}\n\n{wrap(least_sentence())}",
    "speed-players": player_table,
    "speed-huge": lambda: wrap(huge_sentence()),
    "native-player": _native_player,
    "lost-games": _lost_games,
    "coverage": coverage.answer,
    "coverage-sprt": coverage.sprt_answer,
    "learning-curve": learning.curve_table,
    "learning-comparison": learning.comparison_table,
    "learning-speed": learning.speed_table,
    "deep": deep.answer,
    "deep-opening": deep.opening_answer,
    "engines": engines.answer,
    "optimum": optimum.answer,
    "regret": lambda: wrap(regret.summary()),
    "regret-rollouts": regret.rollouts_answer,
    "regret-ends": regret.ends_answer,
    "regret-learning": regret.learning_answer,
    "tasks": tasks.answer,
    "papers": lambda: readme.papers("en"),
    "papers-id": lambda: readme.papers("id"),
    "answers": answers_table,
    "documents": documents_list,
}
"""The generated parts by name."""


if __name__ == "__main__":
    main()
