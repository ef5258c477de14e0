"""Train the learned winning chance of the champion, from nothing to weights.

    make train                                      # estimated: ninety minutes, two cores, 12 GB
    make train GAMES=20000 ROUNDS=2 PAIRS=1000      # some minutes: every step, replaces nothing

Each round plays games with the value of the previous round, stores the positions of its guesses,
trains on them, and validates on held-out games. The last value then plays the same boards as the
shipped one. Its weights replace the shipped ones only if it passes `BOUND`; in any case they are
written, with their provenance, below build/train. An interrupted run can be continued.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path

import numpy as np
import numpy.typing as npt
from rich.console import Console

from experiments.value.lessons import play_round, read_lessons
from experiments.value.network import train_weights
from experiments.value.pair import BOUND, GAMES, STARTS, Gain, gain_of, passes, play_side
from experiments.value.plan import FULL_GAMES, ROUNDS, Plan, Round
from experiments.value.training_core import training
from experiments.value.weights import WEIGHTS, write_weights
from sapper.files import write_text
from sapper.processors import available_processors

HERE = Path(__file__).parent
STORE = HERE.parents[1] / "build" / "train"
say = Console(highlight=False, soft_wrap=True).print
LAST = 2  # rounds whose lessons the last value learns from
HELD_OUT = 20  # one game in so many is held out
Report = dict[str, object]


def main() -> None:
    """Run all rounds, compare with the shipped weights, write the new ones."""
    asked = arguments()
    plan = Plan.of(asked.games, asked.rounds)
    store = open_store(plan)
    weights, reports = run_rounds(plan, store, asked.workers)
    say(f"playing {asked.pairs:,} boards of each start against the shipped weights")
    before = play_side(asked.pairs, "champion", None, asked.workers)
    after = play_side(asked.pairs, "champion", weights, asked.workers)
    gains = [gain_of(before, after, start) for start in STARTS]
    header = provenance(plan, reports, gains)
    for name, text in header.items():
        say(f"{name}: {text}")
    report = plan.to_dict() | {"reports": reports, "provenance": header}
    write_text(store / "report.json", json.dumps(report, indent=1) + "\n")
    write_weights(weights, header, store / "weights.inc")
    if passes(gains):
        write_weights(weights, header, WEIGHTS)
        write_text(HERE / "result.json", json.dumps(report, indent=1) + "\n")
        say(f"{WEIGHTS} is replaced: build again, and note the new signature")
    else:
        say(f"The bound is not passed: the shipped weights stay. The new ones are in {store}.")


def arguments() -> argparse.Namespace:
    """Return the arguments of the command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=FULL_GAMES, help="games of a full round")
    parser.add_argument("--rounds", type=int, default=len(ROUNDS), help="rounds, the first so many")
    parser.add_argument("--pairs", type=int, default=GAMES, help="boards of each start compared")
    parser.add_argument("--workers", type=int, default=available_processors(), help="threads")
    asked = parser.parse_args()
    if asked.games < 1 or asked.pairs < 2 or asked.workers < 1:
        parser.error("at least one game, two pairs and one worker are needed")
    if not 1 <= asked.rounds <= len(ROUNDS):
        parser.error(f"rounds go from 1 to {len(ROUNDS)}")
    return asked


def open_store(plan: Plan) -> Path:
    """Return the folder of a run, new or to be continued; exit if its sources differ."""
    store = STORE / f"{plan.games}-games-{plan.rounds}-rounds"
    store.mkdir(parents=True, exist_ok=True)
    path, text = store / "plan.json", json.dumps(plan.to_dict(), indent=1) + "\n"
    if path.exists() and path.read_text() != text:
        sys.exit(f"{store} holds a run of another commit or plan: remove it to start again")
    write_text(path, text)
    return store


def run_rounds(plan: Plan, store: Path, workers: int) -> tuple[bytes, list[Report]]:
    """Play and train round by round, except for stored results; return the last weights."""
    weights: bytes | None = None
    files: list[list[Path]] = []
    reports: list[Report] = []
    for number, this in enumerate(ROUNDS[: plan.rounds]):
        files.append(play_round(plan, number, this, weights, store, workers))
        kept, result = (store / f"round-{number + 1}{end}" for end in (".f32", ".json"))
        if not result.exists():
            is_last = number + 1 == plan.rounds
            learned, report = train(this, [*chain(*files[-LAST if is_last else -1 :])], workers)
            kept.write_bytes(learned)
            write_text(result, json.dumps(report) + "\n")
        weights = kept.read_bytes()
        reports.append(json.loads(result.read_text()))
        say(f"round {number + 1}: {reports[-1]}")
    assert weights is not None
    return weights, reports


def train(this: Round, files: list[Path], workers: int) -> tuple[bytes, Report]:
    """Train on the lessons; return the weights and their losses on held-out games."""
    began = time.perf_counter()
    scenes = training.Scenes()
    for lessons in read_lessons(files):
        scenes.add(*lessons.where(lessons.game % HELD_OUT != 0), workers)
    weights = train_weights(scenes, this.epochs, this.seed, workers)
    value = training.Value(weights)
    predicted, worth = [], []
    for lessons in read_lessons(files):
        *positions, known = lessons.where(lessons.game % HELD_OUT == 0)
        predicted.append(training.winning_chances(value, *positions, workers))
        worth.append(known)
    report = check(np.concatenate(predicted), np.concatenate(worth))
    report |= {"lessons": len(scenes), "seconds": round(time.perf_counter() - began)}
    return weights, report


def check(predicted: npt.NDArray[np.float32], worth: npt.NDArray[np.float32]) -> Report:
    """Return the losses, and the mean prediction and outcome by tenths of the predictions."""
    is_described = np.isfinite(predicted)  # positions beyond the look-ahead have none
    p, w = predicted[is_described].astype(float), worth[is_described].astype(float)
    tenths = np.array_split(np.argsort(p), 10)
    return {
        "held_out": len(p),
        "cross_entropy": round(float(np.mean(-w * np.log(p) - (1 - w) * np.log1p(-p))), 6),
        "squared_error": round(float(np.mean((p - w) ** 2)), 6),
        "variance": round(float(w.var()), 6),
        "calibration": [[round(float(x[t].mean()), 4) for x in (p, w)] for t in tenths],
    }


def provenance(plan: Plan, reports: list[Report], gains: list[Gain]) -> dict[str, str]:
    """Return the provenance of the weights, line by line."""
    rounds = ROUNDS[: plan.rounds]
    last = reports[-1]
    played = [this["games"] for this in plan.to_dict()["rounds"]]
    return {
        "command": " ".join(["python -m experiments.value.run", *sys.argv[1:]]),
        "commit": plan.commit,
        "date": datetime.now(UTC).date().isoformat(),
        "seeds": ", ".join(str(this.seed) for this in rounds),
        "games": ", ".join(f"{games:,}" for games in played),
        "rounds": f"{len(rounds)}; the weights learned from the last {min(LAST, len(rounds))}",
        "lessons": f"{last['lessons']:,}, {rounds[-1].epochs:g} epochs",
        "loss": f"cross-entropy {last['cross_entropy']}, squared error {last['squared_error']} "
        f"on {last['held_out']:,} held-out lessons",
        "bound": BOUND,
        "gain": "; ".join(
            f"{start.value} {gain}" for start, gain in zip(STARTS, gains, strict=True)
        ),
        "passed": "yes" if passes(gains) else "no",
    }


if __name__ == "__main__":
    main()
