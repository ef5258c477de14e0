"""Teach a small network the exact chances, and let it play against `greedy` in the laboratory.

    python -m experiments.learning.run [--minutes M] [--games N] [--only-compare]

Needs the extra `train`. Writes the weights to build/learning.npz, the curve and the comparison to
result.json; `--only-compare` keeps the weights and the curve of the last training.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter, process_time

import numpy as np
import numpy.typing as npt
import torch
from rich.console import Console

import sapper
from experiments.learning.network import Policy, imitation_loss, save
from experiments.learning.player import WEIGHTS
from sapper.cli.terminal.progress import show_progress
from sapper.files import write_text
from sapper.gym import MinesweeperVectorEnv, planes_of
from sapper.lab.ledger.provenance import sapper_version

RESULT = Path(__file__).parent / "result.json"
PLAYER, RIVALS = "experiments.learning.player:LearnedPlayer", ("greedy", "fast")
BOARD, START = "beginner", "safe"
GAMES_AT_ONCE, BATCH, STORED = 32, 64, 60_000
RATE = 2e-3
EXPLORE = 0.1  # of the moves are the teacher's: the safest cell by the exact chances
SEED, LAB_SEED = 20261131, 20261132  # of the training, and of the games that count
POINTS = 12  # of the curve
say = Console(highlight=False, soft_wrap=True).print


@dataclass(frozen=True)
class Point:
    """The training so far, and how the network plays meanwhile."""

    processor_minutes: float
    wall_minutes: float
    positions: int
    loss: float
    games: int
    win_percent: float


@dataclass
class Memory:
    """The last positions with their exact chances; the oldest make room for new ones."""

    observations: npt.NDArray[np.int8]
    chances: npt.NDArray[np.float32]
    added: int = 0

    def add(self, observations: npt.NDArray[np.int8], chances: npt.NDArray[np.float64]) -> None:
        """Store positions that are not over."""
        open_games = np.flatnonzero((chances >= 0).any(axis=(1, 2)))
        places = (self.added + np.arange(len(open_games))) % len(self.observations)
        self.observations[places], self.chances[places] = (
            observations[open_games],
            chances[open_games],
        )
        self.added += len(open_games)

    def draw(self, random: np.random.Generator) -> tuple[torch.Tensor, torch.Tensor]:
        """Return a batch, turned and mirrored at random: planes and chances."""
        some = random.integers(min(self.added, len(self.observations)), size=BATCH)
        planes, chances = planes_of(self.observations[some]), self.chances[some]
        turns, is_mirrored = int(random.integers(4)), bool(random.integers(2))
        both = [np.rot90(each, turns, axes=(-2, -1)) for each in (planes, chances)]
        both = [np.flip(each, -1) if is_mirrored else each for each in both]
        return torch.from_numpy(both[0].copy()), torch.from_numpy(both[1].copy())


def main() -> None:
    """Train, compare and write the result."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=6.0, help="of processor time")
    parser.add_argument("--games", type=int, default=1000, help="to compare with greedy")
    parser.add_argument("--out", type=Path, default=RESULT)
    parser.add_argument("--only-compare", action="store_true", help="with the weights there are")
    asked = parser.parse_args()
    if asked.only_compare:
        result = json.loads(asked.out.read_text("utf-8"))
    else:
        result = teach(60 * asked.minutes)
        write_text(asked.out, json.dumps(result, indent=1) + "\n")
    result["comparison"] = compare(asked.games)
    write_text(asked.out, json.dumps(result, indent=1) + "\n")


def teach(seconds: float) -> dict[str, object]:
    """Train a network, write its weights and return how it went."""
    torch.manual_seed(SEED)
    torch.set_num_threads(1)  # layers this small are not worth a second one
    policy = Policy()
    curve = []
    WEIGHTS.parent.mkdir(exist_ok=True)
    for point in train(policy, seconds):
        say(point)
        curve.append(asdict(point))
        save(policy, WEIGHTS)
    return {
        "sapper": sapper_version(), "torch": torch.__version__, "board": BOARD, "start": START,
        "seed": SEED, "weights": sum(each.numel() for each in policy.parameters()), "curve": curve,
    }  # fmt: skip


def train(policy: Policy, seconds: float) -> Iterator[Point]:
    """Train for some seconds of processor time; yield the points of the curve.

    The network plays, the exact chances of what it meets are its lesson (Ross et al., 2011), and
    every step of the games is followed by one of the training.
    """
    random = np.random.default_rng(SEED)
    env = MinesweeperVectorEnv(GAMES_AT_ONCE, BOARD, START, oracle="chances")
    observations, infos = env.reset(seed=SEED)
    memory = Memory(np.zeros((STORED, 9, 9), np.int8), np.zeros((STORED, 9, 9), np.float32))
    optimiser = torch.optim.AdamW(policy.parameters(), lr=RATE)
    wall, processor, next_point = perf_counter(), process_time(), 0
    losses: list[float] = []
    games = wins = 0
    while (spent := process_time() - processor) < seconds:
        memory.add(observations, infos["chances"])
        actions = choose(policy, observations, infos["chances"], random)
        observations, _, terminated, _, infos = env.step(actions)
        games, wins = games + int(terminated.sum()), wins + int(infos["won"].sum())
        for group in optimiser.param_groups:  # down to nothing at the end, along half a wave
            group["lr"] = RATE * (1 + np.cos(np.pi * spent / seconds)) / 2
        planes, chances = memory.draw(random)
        loss = imitation_loss(policy(planes), chances)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
        if spent >= (next_point + 1) * seconds / POINTS or process_time() - processor >= seconds:
            yield Point(
                round(spent / 60, 2), round((perf_counter() - wall) / 60, 2), memory.added,
                round(float(np.mean(losses)), 5), games, round(100 * wins / max(games, 1), 2),
            )  # fmt: skip
            next_point += 1
            losses, games, wins = [], 0, 0


def choose(
    policy: Policy,
    observations: npt.NDArray[np.int8],
    chances: npt.NDArray[np.float64],
    random: np.random.Generator,
) -> npt.NDArray[np.int64]:
    """Return the cell that each game opens: the network's choice, sometimes the teacher's."""
    count = len(observations)
    with torch.no_grad():
        guessed = policy(torch.from_numpy(planes_of(observations))).numpy()
    is_taught = random.random(count) < EXPLORE
    judged = np.where(is_taught[:, None, None], chances, guessed)
    judged = np.where(observations == -1, judged, np.inf).reshape(count, -1)
    actions: npt.NDArray[np.int64] = judged.argmin(axis=1)
    return actions


def compare(games: int) -> dict[str, object]:
    """Return how the learned player does against greedy and exact chances, on the same boards."""
    with show_progress() as watch:
        made = sapper.compare(
            PLAYER, *RIVALS, board=BOARD, start=START, games=games, seed=LAB_SEED, watch=watch
        )
    found = sapper.document(made)
    players = ("player", "games", "wins", "win_rate", "win_rate_low", "win_rate_high",
               "ms_per_game")  # fmt: skip
    pairs = ("first", "second", "only_first", "only_second", "difference", "difference_low",
             "difference_high")  # fmt: skip
    return {
        "seed": LAB_SEED,
        "players": [{key: row[key] for key in players} for row in found["players"]],  # type: ignore[literal-required]
        "pairs": [{key: row[key] for key in pairs} for row in found["pairs"]],  # type: ignore[literal-required]
    }


if __name__ == "__main__":
    main()
