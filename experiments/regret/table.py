"""The tables and sentences of experiments/regret, from its stored result."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from sapper.lab.statistics.moments import mean_error
from sapper.lab.table import Table, Value

__all__ = ["ends_answer", "learning_answer", "rollouts_answer", "summary"]

RESULT = Path(__file__).parent / "result.json"
BANDS = (0, 2_000, 4_000, 8_000, 16_000)  # layouts left
PLAYERS = ("champion", "patient")
Row = Mapping[str, Any]
Floats = npt.NDArray[np.float64]


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
    starts = [f"{row['start']} start" for row in rows]
    figures: dict[str, Callable[[Row], Value]] = {
        "games": lambda row: f"{row['games']:,}",
        "guesses compared": lambda row: row["guesses"],
        "candidates": lambda row: f"{row['candidates']:,}",
        "such guesses a game": lambda row: f"{row['guesses_per_game']:.2f}",
        "noise of one layout": lambda row: f"{100 * row['layout_noise']:.0f}",
        "confirmed": lambda row: f"{100 * row['confirmed']:.0f} %",
        "error of a difference": lambda row: _root(*row["squared_error"]),
        "lost a game": lambda row: _range(row["expected"], 0),
        "the same, error by stage": lambda row: f"{row['expected_by_stage']:.2f}",
        "found by halves": lambda row: _plus_minus(row["found_by_halves"]),
        "should be found": lambda row: _range(row["expected"], 1),
    }
    lines = [[name, *(figure(row) for row in rows)] for name, figure in figures.items()]
    stages: list[list[Value]] = [
        [f"{100 * each[0]['from']:.0f} %",
         *(f"{_root(*one['squared_error'])}, {one['guesses']} guesses" for one in each)]
        for each in zip(*(row["stages"] for row in rows), strict=True)
    ]  # fmt: skip
    by_stage = Table("", ["open cells from", *starts], stages)
    return f"{Table('', ['', *starts], lines).to_markdown()}\n\n{by_stage.to_markdown()}"


def ends_answer() -> str:
    """Return what is lost shortly before the players search the end exactly."""
    stored = _stored()["ends"]
    rows: Sequence[Row] = stored["rows"]
    columns = ["layouts", "guesses", "searched", *(f"`{name}`" for name in PLAYERS), "ms a search"]
    lines: list[list[Value]] = []
    for low, high in pairwise(BANDS):
        these = [row for row in rows if low < row["layouts"] <= high]
        known = [row for row in these if row["champion"] is not None]
        players = [_wrong(_losses(known, name)) for name in PLAYERS]
        milliseconds = 1000 * float(np.mean([row["seconds"] for row in these]))
        lines.append(
            [f"{low:,} to {high:,}", len(these), len(known), *players, f"{milliseconds:.0f}"]
        )
    return f"{Table('', columns, lines).to_markdown()}\n\n{_ends_sentence(rows, stored['games'])}"


def _ends_sentence(rows: Sequence[Row], games: int) -> str:
    known = [row for row in rows if row["champion"] is not None]
    champion, patient = (_losses(known, name).sum() / games for name in PLAYERS)
    quick = [row for row in known if row["seconds"] <= 0.02]
    cost = 1000 * sum(row["seconds"] for row in rows) / games
    cheap = 1000 * sum(min(0.02, row["seconds"]) for row in rows) / games
    return (
        f"Over {games:,} games `champion` loses {champion:.3f} points of games won at the guesses\n"
        f"that were searched, `patient` {patient:.3f}. Searching all of these takes {cost:.1f} ms\n"
        f"a game; a search that ends after 20 ms takes {cheap:.1f} ms and saves\n"
        f"{_losses(quick, 'champion').sum() / games:.3f} points."
    )


def learning_answer() -> str:
    """Return what the ranking loss learned, and what that and `patient` choose better."""
    stored = _stored()
    rows, scaled = stored["learning"], stored["learning"]["scaled"]
    lines: list[list[Value]] = [
        ["trained, lessons taught", f"{rows['taught']['guesses']:,}", _small(rows["taught"])],
        ["trained, held out", f"{rows['held_out']['guesses']:,}", _small(rows["held_out"])],
        [f"scaled by {scaled['scale']:.2f}, held out", f"{scaled['guesses']:,}", _small(scaled)],
    ]
    learned = Table("", ["differences", "guesses", "squared error falls by"], lines).to_markdown()
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


def _losses(rows: Sequence[Row], player: str) -> Floats:
    """Return what a player loses at each guess, in points."""
    return np.array([100 * (row["best"] - row[player]) / row["layouts"] for row in rows])


def _wrong(losses: Floats) -> str:
    """Return how often something is lost, and how much on average."""
    share = 100 * np.mean(losses > 0)
    return f"{share:.0f} % wrong, {losses.mean():.2f} ± {mean_error(losses):.2f}"


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


def _small(row: Row) -> str:
    falls, error = row["falls"]
    return f"{1e6 * falls:.0f} ± {1e6 * error:.0f} millionths"
