"""The tables and the verdict of experiments/coverage, from its stored results."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from experiments.coverage import run, sprt
from sapper.lab.table import Table, Value

__all__ = ["answer", "sprt_answer", "verdict"]

Row = Mapping[str, Any]
BAND = (93.0, 97.0)  # %
HALF = 50  # %: intervals printed in fewer samples are listed apart
FEW_APART = 5  # boards that only one player wins; with fewer, outcomes are too few to be exact
METHODS = {
    "win rate": "Wilson",
    "guesses right": "Wilson",
    "rollouts": "Wilson",
    "rollouts without luck": "Wilson, as many games as would be as precise",
    "calibration": "sum of the variances",
    "without luck": "regression, t",
    "control variate": "mean, t",
    "difference": "Tango",
    "difference without luck": "regression, t",
    "difference of control variates": "mean, t",
    "unpaired difference": "Newcombe",
}


def answer() -> str:
    """Return the coverage of every interval, and which rows are outside the band, in Markdown."""
    rows: list[Row] = json.loads(run.RESULT.read_text("utf-8"))["rows"]
    columns = ["interval", "method", "rows", "lowest %", "highest %", "printed in under half",
               f"under {FEW_APART} boards apart"]  # fmt: skip
    lines: list[list[Value]] = []
    for name, method in METHODS.items():
        of = [row for row in rows if row["interval"] == name]
        judged = [row["coverage"] for row in of if is_judged(row)]
        rare = [row for row in of if not is_judged(row) and not _has_few_apart(row)]
        few = [row for row in of if _has_few_apart(row)]
        lines.append([name, method, len(judged), f"{min(judged):.1f}", f"{max(judged):.1f}",
                      _span(rare), _span(few)])  # fmt: skip
    return f"{Table('', columns, lines).to_markdown()}\n\n{verdict(rows)}"


def verdict(rows: Sequence[Row]) -> str:
    """Return how many rows are within the band, and name those that are not."""
    judged = [row for row in rows if is_judged(row)]
    outside = [row for row in judged if not BAND[0] <= row["coverage"] <= BAND[1]]
    names = [
        f"{row['interval']}, {row['of']}, {row['games']:,} games: {row['coverage']:.1f} %"
        for row in outside
    ]
    lines = [f"Within {BAND[0]:g} to {BAND[1]:g} %: {len(judged) - len(outside)} of {len(judged)}."]
    return "\n".join([*lines, *(f"- outside: {name}" for name in names)])


def is_judged(row: Row) -> bool:
    """Return whether a row says how an interval does that is usually printed."""
    return bool(row["printed"] >= HALF) and not _has_few_apart(row)


def _has_few_apart(row: Row) -> bool:
    return row["interval"] == "difference" and bool(row["apart"] < FEW_APART)


def _span(rows: Sequence[Row]) -> str | None:
    """Return the coverage of some rows, and how many they are."""
    found = [row["coverage"] for row in rows if row["coverage"] is not None]
    if not rows:
        return None
    never = len(rows) - len(found)
    if not found:
        return f"never printed in {never}"
    return f"{min(found):.1f} to {max(found):.1f} in {len(found)}, never printed in {never}"


def sprt_answer() -> str:
    """Return the wrong verdicts and the boards of both kinds of test, in Markdown."""
    result = json.loads(sprt.RESULT.read_text("utf-8"))
    rows: list[Row] = result["rows"]
    columns = ["pair", "P1 − P0", "wrong on outcomes %", "on scores %", "boards on outcomes",
               "on scores", "saved"]  # fmt: skip
    lines: list[list[Value]] = []
    for row in rows:
        outcomes, scores = row["outcomes"], row["scores"]
        lines.append(
            [row["pair"], f"{row['points']:g}", *map(_errors, (outcomes, scores)),
             outcomes["boards"], scores["boards"],
             f"{outcomes['boards'] / scores['boards']:.1f} times"]
        )  # fmt: skip
    return f"{Table('', columns, lines).to_markdown()}\n\n{_most_wrong(rows, result['tests'])}"


def _most_wrong(rows: Sequence[Row], tests: int) -> str:
    """Return the largest share of wrong verdicts, and how far chance alone may go."""
    most = {
        on: max(max(row[on]["false_h0"], row[on]["false_h1"]) for row in rows)
        for on in ("outcomes", "scores")
    }
    error = 100 * (0.05 * 0.95 / tests) ** 0.5
    outcomes, scores = (f"{most[on]:.1f} % on {on}" for on in ("outcomes", "scores"))
    return (
        f"{tests:,} tests with each hypothesis true, so 5 % has a standard error of {error:.1f} "
        f"points.\nMost often wrong: {outcomes}, {scores}."
    )


def _errors(test: Row) -> str:
    return f"{test['false_h1']:.1f}, {test['false_h0']:.1f}"
