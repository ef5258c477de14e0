"""Learn the winning chance that the champion's look-ahead ends in: one command, several rounds.

    python experiments/value/run.py            # some forty minutes on two cores
    python experiments/value/run.py --quick    # one minute: shows that all steps run

Each round plays games with the value of the round before, keeps the positions of its guesses,
describes them to the network, trains it, and checks it on games it has not seen. The last one is
written where the core compiles it in (native/sapper/weights.inc), unless --quick.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import asdict, dataclass
from itertools import chain
from pathlib import Path

import numpy as np
from network import Network, joined, train
from rich.console import Console
from weights import write_weights

from sapper import BoardSpec, _core

HERE = Path(__file__).parent
say = Console(highlight=False, soft_wrap=True).print
STORE = HERE / "build"  # positions and networks in between; not kept


@dataclass(frozen=True)
class School:
    """A board to learn on, and its games in thousands per round."""

    board: str
    start: str
    first: tuple[int, int]
    thousands: int


@dataclass(frozen=True)
class Round:
    """How one round plays and trains. The first has no value to play by and learns outcomes."""

    seed: int
    share: float  # of the games that each school names
    exploring: float  # guesses made at random among the candidates
    trust: float  # how far later luck is followed: 1 to the end of the game
    epochs: float


SCHOOLS = (
    School("16x30/99", "safe", (0, 0), 300),
    School("16x30/99", "open", (3, 3), 250),
    School("16x16/40", "safe", (0, 0), 60),
    School("16x16/40", "open", (2, 2), 60),
    School("9x9/10", "safe", (0, 0), 40),
    School("8x8/10", "safe", (0, 0), 40),
    School("8x8/10", "open", (2, 2), 40),
    School("10x10/15", "open", (5, 5), 40),
    School("20x20/60", "open", (10, 10), 40),
    School("30x30/135", "open", (15, 15), 20),
)
ROUNDS = (
    Round(901, 0.7, 0.15, 1.0, 8),
    Round(902, 0.4, 0.3, 1.0, 8),
    Round(903, 1.3, 0.25, 0.2, 12),
    Round(904, 1.2, 0.25, 0.2, 15),
    Round(905, 1.7, 0.2, 0.2, 14),
    Round(906, 0.85, 0.2, 0.2, 11),
)
QUICK = (Round(801, 0.004, 0.15, 1.0, 20), Round(802, 0.004, 0.25, 0.2, 20))
AT_ONCE = 20_000  # games played and described before they are put away
HIDDEN = (64, 32)
LAST = 3  # rounds whose positions the final networks learn from
NETWORKS = 2  # joined in the end


def main() -> None:
    """Run all rounds and write what was learned."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="few games, nothing written")
    parser.add_argument("--workers", type=int, default=2)
    arguments = parser.parse_args()
    STORE.mkdir(exist_ok=True)
    rounds = QUICK if arguments.quick else ROUNDS
    told: list[dict[str, object]] = []
    positions: list[list[Path]] = []
    weights: bytes | None = None
    for number, this in enumerate(rounds):
        value = _core.Value(weights) if weights else None
        positions.append(play(number, this, value, arguments.workers))
        is_last = number + 1 == len(rounds)
        files = [*chain(*positions[-LAST:])] if is_last else positions[-1]
        weights, report = learn(this, files, NETWORKS if is_last else 1, arguments.workers)
        (STORE / f"round-{number}.f32").write_bytes(weights)
        told.append(asdict(this) | report)
        say(told[-1])
    if not arguments.quick and weights is not None:
        write_weights(weights)
        (HERE / "result.json").write_text(json.dumps(told, indent=1) + "\n")


def play(number: int, this: Round, value: _core.Value | None, workers: int) -> list[Path]:
    """Play a round's games; return the files of positions."""
    files = []
    setting = "champion" if value else "lookahead"
    for k, school in enumerate(SCHOOLS):
        spec = BoardSpec.parse(school.board)
        graph = spec.geometry.native
        first = spec.geometry.index(school.first)
        games = max(200, int(1000 * school.thousands * this.share))
        for begin in range(0, games, AT_ONCE):
            end = min(games, begin + AT_ONCE)
            faces, cells, numbers, worth, game = _core.self_play(
                graph, spec.mines, school.start, first, this.seed, begin, end, setting, value,
                this.exploring, this.trust, workers,
            )  # fmt: skip
            path = STORE / f"round-{number}-{k}-{begin}.npz"
            np.savez_compressed(
                path, board=school.board, faces=faces, cells=cells, numbers=numbers, worth=worth,
                game=game,
            )  # fmt: skip
            files.append(path)
        say(f"round {number}: {games} games of {school.board} {school.start}")
    return files


def learn(
    this: Round, files: list[Path], networks: int, workers: int
) -> tuple[bytes, dict[str, object]]:
    """Train on the positions; return the weights and how they do on unseen games."""
    began = time.perf_counter()
    x, y, unseen = lessons(files, workers)
    mean = x[::7].astype(np.float64).mean(axis=0).astype(np.float32)
    deviation = np.maximum(x[::7].astype(np.float64).std(axis=0), 0.02).astype(np.float32)
    for i in range(0, len(x), 100_000):
        part = x[i : i + 100_000].astype(np.float32)
        x[i : i + 100_000] = ((part - mean) / deviation).clip(-30, 30)
    seen, worth = x[~unseen], y[~unseen]
    trained = []
    for number in range(networks):
        rng = np.random.default_rng([this.seed, number])
        trained.append(Network.random([x.shape[1], *HIDDEN, 1], rng))
        train(trained[-1], seen, worth, rng, epochs=this.epochs, rate=4e-3, batch=2048)
    network = joined(trained) if networks > 1 else trained[0]
    report = check(network.predict(x[unseen].astype(np.float32)), y[unseen])
    report |= {"positions": len(x), "seconds": round(time.perf_counter() - began)}
    return network.scaled(mean, deviation).to_bytes(), report


def lessons(files: list[Path], workers: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return features, worth, and which rows are of games that are kept back."""
    x, y, unseen = [], [], []
    for path in files:
        with np.load(path) as stored:
            spec = BoardSpec.parse(str(stored["board"]))
            told = _core.features(
                spec.geometry.native, spec.mines, stored["faces"], stored["cells"],
                stored["numbers"], workers,
            )  # fmt: skip
            x.append(told.astype(np.float16))
            y.append(np.clip(stored["worth"], -0.5, 1.5))
            unseen.append(stored["game"] % 20 == 0)
    return np.concatenate(x), np.concatenate(y), np.concatenate(unseen)


def check(predicted: np.ndarray, worth: np.ndarray) -> dict[str, object]:
    """Return the squared error and, by tenths of the prediction, what was promised and came."""
    tenths = np.array_split(np.argsort(predicted), 10)
    return {
        "squared_error": float(np.mean((predicted - worth) ** 2)),
        "variance": float(worth.var()),
        "calibration": [
            [round(float(predicted[t].mean()), 4), round(float(worth[t].mean()), 4)] for t in tenths
        ],
    }


if __name__ == "__main__":
    main()
