"""Make the tables of records and their sentences from `result.json` and `rivals.json`.

Every figure and every verdict is computed: a win rate, with luck taken out, is higher or lower than
the best known when the 95 % interval of the difference of the two rates excludes 0.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from experiments.records.rivals import Rival, also_measured, milliseconds, rivals
from sapper.lab.statistics.intervals import Estimate, unpaired_difference, wilson
from sapper.lab.table import Table, Value, format_difference, format_share, share_cells

__all__ = [
    "Record",
    "check_sentences",
    "full_tables",
    "read_records",
    "verdicts",
]

_HERE = Path(__file__).parent


@dataclass(frozen=True)
class Record:
    """One row of `result.json` and the best rate known before."""

    row: dict[str, Any]
    rival: Rival

    @property
    def place(self) -> str:
        """The board and the start."""
        return f"{self.row['board']} {self.row['start']}"

    @property
    def player(self) -> str:
        """The player, as Markdown."""
        return f"`{self.row['player']}`"

    @property
    def rate(self) -> Estimate:
        """The share of games won."""
        return wilson(self.row["wins"], self.row["games"])

    @property
    def difference(self) -> Estimate:
        """Our rate minus the best known."""
        return unpaired_difference(self.rate, self.rival.rate)

    @property
    def difference_without_luck(self) -> Estimate:
        """The same with luck taken out of our games: as unbiased, and narrower."""
        rate, error = self.row["without_luck_percent"], self.row["without_luck_error_95"]
        ours = Estimate(rate / 100, (rate - error) / 100, (rate + error) / 100)
        return unpaired_difference(ours, self.rival.rate)

    @property
    def verdict(self) -> str:
        """Whether ours is higher or lower, or no difference is shown."""
        return self.difference_without_luck.direction

    @property
    def digits(self) -> int:
        """The number of decimals: two, or three for a narrow interval."""
        return 2 if 100 * (self.rate.high - self.rate.low) >= 0.02 else 3


def read_records() -> list[Record]:
    """Return the stored rows in their order."""
    rows = json.loads((_HERE / "result.json").read_text(encoding="utf-8"))["rows"]
    return [Record(row, rivals()[row["board"], row["start"]]) for row in rows]


def full_tables(records: Sequence[Record]) -> str:
    """Return three tables: the rates, how they were measured, and the figures to compare with."""
    return "\n\n".join(
        table.to_markdown() for table in (_rates(records), _runs(records), _best_figures(records))
    )


def verdicts(records: Sequence[Record]) -> str:
    """Return which rates are higher, lower or not distinguishable, and by which evidence."""
    found: dict[str, list[str]] = {"higher": [], "lower": [], "no difference shown": []}
    for record in records:
        found[record.verdict].append(_name(record, records))
    heads = ("Higher than the best known", "Lower", "No difference shown")
    parts = [
        f"{head}: {', '.join(names)}." for head, names in zip(heads, found.values(), strict=True)
        if names
    ]  # fmt: skip
    return " ".join([*parts, *_exact_figures(records), *_times(records)])


def check_sentences(records: Sequence[Record]) -> str:
    """Return the checks of the games: corrections, calibration, longest decision."""
    corrections = "; ".join(
        f"{_name(r, records)} {r.row['mean_correction_percent']:+.3f} "
        f"± {r.row['mean_correction_error_95']:.3f}"
        for r in records
    )
    deviations = [r.row["calibration_of_guesses_in_errors"] for r in records]
    slowest = max(r.row["slowest_decision_ms_by_the_clock"] for r in records)
    return (
        "The mean correction of the control variate should be 0 within its error (points, "
        f"± 95 %): {corrections}. The number of guesses that survived differs from the sum of "
        f"their exact safeties by {min(deviations)} to {max(deviations)} standard errors. The "
        f"longest decision took {slowest:.0f} ms of wall-clock time, on a busy machine."
    )


def _rates(records: Sequence[Record]) -> Table:
    columns = ["player", "board, start", "won % (95 %)", "best known %", "difference (95 %)"]
    rows: list[list[Value]] = [
        [r.player, r.place, format_share(r.rate, r.digits), _best_known(r), _difference(r)]
        for r in records
    ]
    return Table("", columns, rows)


def _runs(records: Sequence[Record]) -> Table:
    columns = ["player", "board, start", "first cell", "games", "seed", "luck taken out",
               "difference", "ms a game"]  # fmt: skip
    rows: list[list[Value]] = [
        [
            r.player, r.place, "({}, {})".format(*r.row["first"]), r.row["games"],
            str(r.row["seed"]),
            f"{r.row['without_luck_percent']:.{r.digits}f} "
            f"± {r.row['without_luck_error_95']:.{r.digits}f}",
            _signed(r.difference_without_luck, r.digits),
            f"{r.row['cpu_ms_per_game']:.2f}",
        ]
        for r in records
    ]  # fmt: skip
    return Table("", columns, rows)


def _best_figures(records: Sequence[Record]) -> Table:
    used = dict.fromkeys([*(record.rival for record in records), *also_measured()])
    rows: list[list[Value]] = [
        [
            rival.solver, f"{rival.board} {rival.start}", rival.percent,
            share_cells(rival.rate, 3 if rival.rate.high - rival.rate.low < 0.002 else 1)[1]
            if rival.has_interval else None,
            rival.games, rival.origin,
        ]
        for rival in used
    ]  # fmt: skip
    return Table("", ["solver", "board, start", "won %", "95 %", "games", "figure"], rows)


def _exact_figures(records: Sequence[Record]) -> list[str]:
    """Return a sentence on each figure whose sampling error is not known."""
    unknown = dict.fromkeys(r.rival for r in records if not r.rival.has_interval)
    return [
        f"{rival.solver}'s {rival.percent} on {rival.board} {rival.start} is published without "
        "its number of games and is taken as exact."
        for rival in unknown
    ]


def _times(records: Sequence[Record]) -> list[str]:
    """Return the time per game where a rival's time is known, and the ratio of our players."""
    cost = {(r.place, r.row["player"]): r.row["cpu_ms_per_game"] for r in records}
    sentences = []
    for solver in dict.fromkeys(r.rival.solver for r in records):
        for place, (least, most) in milliseconds(solver).items():
            ours = [f"{ms:.2f} (`{who}`)" for (where, who), ms in cost.items() if where == place]
            theirs = f"{least:g}" if least == most else f"{least:g} to {most:g}"
            sentences.append(
                f"Milliseconds a game on {place}: {' and '.join(ours)}, {theirs} ({solver})."
            )
    ratios = [ms / cost[place, "champion"] for (place, who), ms in cost.items() if who == "patient"]
    if ratios:
        sentences.append(
            f"`patient` takes {min(ratios):.1f} to {max(ratios):.1f} times as long as `champion`."
        )
    return sentences


def _name(record: Record, records: Sequence[Record]) -> str:
    """Return board and start, with the player if there are several."""
    is_alone = sum(other.place == record.place for other in records) == 1
    return record.place if is_alone else f"{record.place} ({record.player})"


def _best_known(record: Record) -> str:
    return f"{record.rival.percent} ({record.rival.solver})"


def _difference(record: Record) -> str:
    return format_difference(record.difference, record.digits)


def _signed(difference: Estimate, digits: int) -> str:
    half = 50 * (difference.high - difference.low)
    return f"{100 * difference.value:+.{digits}f} ± {half:.{digits}f}"
