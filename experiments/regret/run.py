"""Measure what a better value would gain, and try to learn it from differences.

    make setup && .venv/bin/pip install torch==2.13.0
    python -m experiments.regret.run          # some twenty minutes of processor time

Each part is stored in result.json as soon as it is known, and a stored part is not computed again
as long as the identity of the player is the same. Rollouts are kept in build/regret.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.console import Console

from experiments.regret.ends import search_ends
from experiments.regret.guesses import BOARD, Guesses, read_guesses
from experiments.regret.plan import ENDS, HELD_OUT, LESSONS, MEASURED, PLAN, TRAINING_SEED
from experiments.regret.regret import gain_of_cells, report
from experiments.value.training_core import training
from experiments.value.weights import read_weights
from sapper import BoardSpec
from sapper.files import write_text
from sapper.lab.identity import identity_of
from sapper.lab.ledger.provenance import sapper_version
from sapper.lab.runs.run import Run
from sapper.lab.statistics.moments import mean_error

RESULT = Path(__file__).parent / "result.json"
LEARNED = Path(__file__).parents[2] / "build" / "regret" / "weights.f32"
STARTS = tuple(MEASURED.games)
say = Console(highlight=False, soft_wrap=True).print
Part = list[dict[str, Any]] | dict[str, Any]


def main() -> None:
    """Compute every part that is not stored yet."""
    parts: dict[str, Callable[[], Part]] = {
        "rollouts": rollouts, "ends": ends, "learning": learning,
        "choices": choices, "pairs": pairs,
    }  # fmt: skip
    identity = identity_of(
        Run.of("champion", BOARD, start="safe", first="corner", seed=MEASURED.seed)
    )
    result = json.loads(RESULT.read_text("utf-8")) if RESULT.exists() else {}
    if result.get("identity") != identity:
        result = {"sapper": sapper_version(), "identity": identity, "plan": PLAN}
    for name, part in parts.items():
        if name == "pairs" and not has_learned(result["learning"]):
            say("The error on held-out games did not fall: the new weights are not played.")
            continue
        if name not in result:
            result[name] = part()
            write_text(RESULT, json.dumps(result, indent=1) + "\n")
        say(f"{name}: known")


def has_learned(found: Mapping[str, Any]) -> bool:
    """Return whether the error of differences on held-out games falls by more than its error."""
    falls, error = found["held_out"]["falls"]
    return bool(falls > error)


def rollouts() -> Part:
    """Return the regret by rollouts from each start."""
    return [report(read_guesses(MEASURED, start), MEASURED, start) for start in STARTS]


def ends() -> Part:
    """Return the guesses just before the end, searched exactly."""
    return {"start": ENDS.start, "games": ENDS.games, "rows": search_ends(ENDS)}


def learning() -> Part:
    """Train on differences; return by how much their error on held-out games falls."""
    from experiments.regret.ranking import (
        leaves_of,
        ordinary_lessons,
        squared_errors,
        train_differences,
    )  # fmt: skip

    shipped, _ = read_weights()
    guesses = [read_guesses(LESSONS, start) for start in STARTS]
    taught = join(guesses)
    is_held_out = taught.games % HELD_OUT == 0
    leaves = leaves_of(taught, ~is_held_out)
    weights = train_differences(shipped, leaves, ordinary_lessons(TRAINING_SEED), TRAINING_SEED)
    LEARNED.write_bytes(weights)
    rows = {"taught": leaves, "held_out": leaves_of(taught, is_held_out)}
    found: dict[str, Any] = {}
    for name, part in rows.items():
        before, after = (squared_errors(each, part, 1) for each in (shipped, weights))
        found[name] = {
            "guesses": len(before), "before": float(before.mean()),
            "falls": [float((before - after).mean()), mean_error(before - after)],
        }  # fmt: skip
    found["scaled"] = scaled(taught, is_held_out)
    return found


def scaled(guesses: Guesses, is_held_out: npt.NDArray[np.bool_]) -> dict[str, Any]:
    """Return by how much the error falls if all differences of the value are scaled alike.

    This changes no choice. The scale is fitted to the games that are not held out.
    """
    values, scores, firsts = guesses.values, guesses.scores.mean(axis=1), guesses.firsts
    by_value, labels = values - values[firsts], scores - scores[firsts]
    is_test = is_held_out[guesses.owners]
    scale = float((by_value * labels)[~is_test].sum() / (by_value**2)[~is_test].sum())
    change = (by_value - labels) ** 2 - (scale * by_value - labels) ** 2
    falls = np.asarray(np.bincount(guesses.owners, change)[is_held_out], np.float64)
    return {
        "guesses": len(falls),
        "scale": scale,
        "falls": [float(falls.mean()), mean_error(falls)],
    }


def join(guesses: list[Guesses]) -> Guesses:
    """Return the guesses of several starts as one."""
    columns: dict[str, Any] = {}
    begins = np.cumsum([0, *(len(part.faces) for part in guesses)])
    for name in Guesses.__dataclass_fields__:
        parts = [getattr(part, name) for part in guesses]
        if name == "owners":
            parts = [part + begin for part, begin in zip(parts, begins, strict=False)]
        columns[name] = np.concatenate(parts)
    return Guesses(**columns)


def choices() -> Part:
    """Return what `patient` and the new weights gain at the guesses that were rolled out."""
    learned = training.Value(LEARNED.read_bytes())
    spec = BoardSpec.parse(BOARD)
    rows: list[dict[str, Any]] = []
    for start in STARTS:
        guesses = read_guesses(MEASURED, start)
        for name, value, player in (
            ("patient", None, "patient"), ("learned", learned, "champion"),
        ):  # fmt: skip
            cells = training.choices(value, spec.geometry.native, spec.mines, guesses.faces, player)
            gain = gain_of_cells(guesses, cells, MEASURED, MEASURED.games[start])
            rows.append({"start": start, "player": name} | gain)
    return rows


def pairs() -> Part:
    """Play the new weights against the shipped ones on the same boards."""
    from experiments.value.pair import GAMES, gain_of, passes, play_side
    from experiments.value.pair import STARTS as PLAYED

    before = play_side(GAMES, "champion", None, 1)
    after = play_side(GAMES, "champion", LEARNED.read_bytes(), 1)
    gains = [gain_of(before, after, start) for start in PLAYED]
    rows = [
        {"start": start.value, "boards": gain.boards, "gain": [gain.points, gain.error]}
        for start, gain in zip(PLAYED, gains, strict=True)
    ]
    return {"passes": passes(gains), "rows": rows}


if __name__ == "__main__":
    main()
