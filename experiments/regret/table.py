"""The tables and sentences of experiments/regret, from its stored result."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from sapper.lab.statistics import mean_error
from sapper.lab.table import Table, Value

__all__ = ["ends_answer", "learning_answer", "rollouts_answer", "summary"]

RESULT = Path(__file__).parent / "result.json"
BANDS = (0, 2_000, 4_000, 8_000, 16_000)  # layouts left
GAMES = 8_000  # whose ends were searched: `ENDS` of plan.py
PLAYERS = ("champion", "patient")
Row = Mapping[str, Any]


def summary() -> str:
    """Return the main figures in sentences."""
    stored = _stored()
    lost = {row["start"]: _range(row["expected"], 0) for row in stored["rollouts"]}
    gains = {
        (row["player"], row["start"]): _plus_minus([row["points"], row["error"]])
        for row in stored["choices"]
    }
    falls, error = stored["learning"]["held_out"]["falls"]
    return (
        "If the best of the close candidates were chosen at every guess, `champion` would win "
        f"{lost['open']} points more from the open start and {lost['safe']} from the safe one. Of "
        f"this `patient` gains {gains['patient', 'open']} and {gains['patient', 'safe']} at the "
        f"same guesses; weights trained on differences {gains['learned', 'open']} and "
        f"{gains['learned', 'safe']}. On held-out games their error of differences "
        f"{_verdict(falls, error)}."
    )


def _verdict(falls: float, error: float) -> str:
    if falls > error:
        return "falls by more than its error"
    return "rises by more than its error" if -falls > error else "does not change beyond its error"


def rollouts_answer() -> str:
    """Return what is lost by start, and the error of differences by stage of the game."""
    rows: Sequence[Row] = _stored()["rollouts"]
    columns = [
        "start", "games", "guesses compared", "a game", "candidates", "confirmed",
        "error of a difference", "lost a game", "found by halves", "should be found",
    ]  # fmt: skip
    lines: list[list[Value]] = [
        [
            row["start"], f"{row['games']:,}", row["guesses"], f"{row['guesses_per_game']:.2f}",
            row["candidates"], f"{100 * row['confirmed']:.0f} %", _root(*row["squared_error"]),
            _range(row["expected"], 0), _plus_minus(row["found_by_halves"]),
            _range(row["expected"], 1),
        ]
        for row in rows
    ]  # fmt: skip
    stages = Table("", ["open cells from", *(f"{row['start']} start" for row in rows)], [
        [f"{100 * each[0]['from']:.0f} %",
         *(f"{_root(*one['squared_error'])} ({one['guesses']} guesses)" for one in each)]
        for each in zip(*(row["stages"] for row in rows), strict=True)
    ])  # fmt: skip
    return f"{Table('', columns, lines).to_markdown()}\n\n{stages.to_markdown()}"


def ends_answer() -> str:
    """Return what is lost shortly before the players search the end exactly."""
    rows: Sequence[Row] = _stored()["ends"]
    columns = ["layouts", "guesses", "searched", *(f"`{name}` wrong" for name in PLAYERS),
               *(f"`{name}` loses" for name in PLAYERS), "ms a search"]  # fmt: skip
    lines: list[list[Value]] = []
    for low, high in pairwise(BANDS):
        these = [row for row in rows if low < row["layouts"] <= high]
        known = [row for row in these if row["champion"] is not None]
        losses = [_losses(known, name) for name in PLAYERS]
        seconds = np.mean([row["seconds"] for row in these])
        lines.append(
            [f"{low:,} to {high:,}", len(these), len(known),
             *(f"{100 * np.mean(loss > 0):.0f} %" for loss in losses),
             *(_plus_minus([loss.mean(), mean_error(loss)]) for loss in losses),
             f"{1000 * seconds:.0f}"]
        )  # fmt: skip
    return f"{Table('', columns, lines).to_markdown()}\n\n{_ends_sentence(rows)}"


def _ends_sentence(rows: Sequence[Row]) -> str:
    known = [row for row in rows if row["champion"] is not None]
    champion, patient = (_losses(known, name).sum() / GAMES for name in PLAYERS)
    quick = [row for row in known if row["seconds"] <= 0.02]
    cost = 1000 * sum(row["seconds"] for row in rows) / GAMES
    cheap = 1000 * sum(min(0.02, row["seconds"]) for row in rows) / GAMES
    return (
        f"Over {GAMES:,} games `champion` loses {champion:.3f} points of games won at the guesses\n"
        f"that were searched, `patient` {patient:.3f}. Searching all of these takes {cost:.1f} ms\n"
        f"a game; a search that ends after 20 ms takes {cheap:.1f} ms and saves\n"
        f"{_losses(quick, 'champion').sum() / GAMES:.3f} points."
    )


def learning_answer() -> str:
    """Return what the ranking loss learned, and what that and `patient` choose better."""
    stored = _stored()
    columns = ["lessons", "guesses", "squared error before", "falls by"]
    before = {name: stored["learning"][name] for name in ("taught", "held_out")}
    lines: list[list[Value]] = [
        [name.replace("_", " "), f"{row['guesses']:,}", f"{row['before']:.5f}",
         _small(row["falls"])]
        for name, row in before.items()
    ]  # fmt: skip
    learned = Table("", columns, lines).to_markdown()
    chosen: list[list[Value]] = [
        [row["start"], row["player"], row["differ"], row["unknown"],
         _plus_minus([row["points"], row["error"]])]
        for row in stored["choices"]
    ]  # fmt: skip
    names = ["start", "player", "guesses chosen differently", "not compared", "gain a game"]
    return f"{learned}\n\n{Table('', names, chosen).to_markdown()}{_pairs(stored)}"


def _pairs(stored: Row) -> str:
    """Return the games of the new weights, if they were played."""
    if "pairs" not in stored:
        return ""
    lines: list[list[Value]] = [
        [row["start"], f"{row['boards']:,}", _plus_minus(row["gain"])]
        for row in stored["pairs"]["rows"]
    ]
    return "\n\n" + Table("", ["start", "boards", "gain in games"], lines).to_markdown()


def _stored() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(RESULT.read_text("utf-8"))
    return found


def _losses(rows: Sequence[Row], player: str) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Return what a player loses at each guess, in points."""
    return np.array([100 * (row["best"] - row[player]) / row["layouts"] for row in rows])


def _root(square: float, error: float) -> str:
    """Return a squared error as points, with the range of its 95 % error."""
    low, middle, high = (100 * max(0.0, each) ** 0.5 for each in
                         (square - error, square, square + error))  # fmt: skip
    return f"{middle:.1f} ({low:.1f} to {high:.1f})"


def _range(figures: Sequence[Sequence[float]], which: int) -> str:
    low, middle, high = (figure[which] for figure in figures)
    return f"{middle:.2f} ({low:.2f} to {high:.2f})"


def _plus_minus(figure: Sequence[float]) -> str:
    return f"{figure[0]:+.2f} ± {figure[1]:.2f}"


def _small(figure: Sequence[float]) -> str:
    return f"{figure[0]:+.6f} ± {figure[1]:.6f}"
