"""Fine-tune the shipped value on differences between the candidates of one position.

A candidate is worth the mean of the value over its numbers, whose chances are exact. The loss is
the squared error of the difference to the first candidate, as rollouts on shared layouts tell it;
what all candidates of a position have in common plays no part. Lessons of all boards, with the
shipped value as their target, keep the rest of what was learned.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
from rich.console import Console
from rich.progress import track
from torch.nn.functional import binary_cross_entropy_with_logits

from experiments.regret.guesses import BOARD, Guesses
from experiments.value.network import Network
from experiments.value.plan import BOARDS
from experiments.value.training_core import training
from sapper import BoardSpec

__all__ = ["Leaves", "leaves_of", "ordinary_lessons", "squared_errors", "train_differences"]

RATE, EPOCHS = 3e-4, 3
GUESSES, ORDINARY = 48, 256  # in a batch
WEIGHT = 30.0  # of the differences, against the ordinary lessons
EXACT = 1e-3  # leaves further than this from the value were searched to the end
LESSONS = 30_000  # ordinary games, over all boards
console = Console(highlight=False, soft_wrap=True)
Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Leaves:
    """What the value sees of some guesses: every candidate's positions by number, as scenes."""

    scenes: training.Scenes
    candidates: Ints  # the candidate of each scene
    chances: Floats  # of its number
    fixed: Floats  # for each candidate: what exact numbers add
    firsts: Ints  # for each candidate: the first of its position
    labels: Floats  # for each candidate: by how much rollouts call it better than the first
    begins: Ints  # for each position: its first candidate, and one more


def leaves_of(guesses: Guesses, chosen: npt.NDArray[np.bool_]) -> Leaves:
    """Return the leaves of the chosen positions."""
    spec = BoardSpec.parse(BOARD)
    rows = np.flatnonzero(chosen[guesses.owners])
    begins = np.flatnonzero(np.diff(guesses.owners[rows], prepend=-1, append=-1))
    firsts = np.repeat(begins[:-1], np.diff(begins))
    chances, wins = guesses.chances[rows], guesses.wins[rows]
    candidates, numbers = np.nonzero(chances > 0)
    positions = (
        spec.geometry.native, spec.mines, guesses.faces[guesses.owners[rows]][candidates],
        guesses.cells[rows][candidates], numbers.astype(np.int32),
    )  # fmt: skip
    shipped = training.winning_chances(None, *positions, 1)
    is_learned = np.abs(shipped - wins[candidates, numbers]) < EXACT  # False for NaN, too
    *board, faces, cells, shown = positions
    scenes = training.Scenes()
    kept = (faces[is_learned], cells[is_learned], shown[is_learned], shipped[is_learned])
    scenes.add(*board, *kept, 1)
    added = (chances * wins)[candidates, numbers] * ~is_learned
    fixed = np.bincount(candidates, added, len(rows)).astype(np.float32)
    means = guesses.scores[rows].mean(axis=1)
    return Leaves(
        scenes, candidates[is_learned], chances[candidates, numbers][is_learned], fixed, firsts,
        means - means[firsts], begins,
    )  # fmt: skip


def ordinary_lessons(seed: int) -> training.Scenes:
    """Return lessons of all boards, with the shipped value as their worth."""
    scenes = training.Scenes()
    whole = sum(board.games for board in BOARDS)
    for board in BOARDS:
        spec = BoardSpec.parse(board.board)
        games = LESSONS * board.games // whole
        faces, cells, numbers, _, _ = training.self_play(
            spec.geometry.native, spec.mines, board.start, spec.geometry.index(board.first), seed,
            0, games, "champion", None, 0.2, 0.6, 1,
        )  # fmt: skip
        lessons = (spec.geometry.native, spec.mines, faces, cells, numbers)
        worth = training.winning_chances(None, *lessons, 1)
        is_valid = np.isfinite(worth)
        scenes.add(*lessons[:2], *(column[is_valid] for column in lessons[2:]), worth[is_valid], 1)
    return scenes


def train_differences(
    weights: bytes, leaves: Leaves, ordinary: training.Scenes, seed: int
) -> bytes:
    """Return the weights after some epochs of differences, mixed with ordinary lessons."""
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    random = np.random.default_rng(seed)
    sample = random.choice(len(ordinary), min(len(ordinary), 30_000), replace=False)
    network = Network(torch.from_numpy(ordinary.features(sample)))
    load_weights(network, weights)
    worth = torch.from_numpy(ordinary.worth())
    adam = torch.optim.Adam(network.parameters(), fused=True)
    per_epoch = (len(leaves.begins) - 1) // GUESSES
    steps = EPOCHS * per_epoch
    for step in track(range(steps), "learning differences", console=console):
        if step % per_epoch == 0:
            order = random.permutation(len(leaves.begins) - 1)
        chosen = np.sort(order[step % per_epoch * GUESSES :][:GUESSES])
        lessons = random.integers(0, len(ordinary), ORDINARY)
        adam.param_groups[0]["lr"] = RATE * (1 + np.cos(np.pi * step / steps)) / 2
        adam.zero_grad()
        kept = binary_cross_entropy_with_logits(
            log_odds(network, ordinary, lessons, random), worth[lessons]
        )
        (WEIGHT * difference_loss(network, leaves, chosen, random) + kept).backward()
        adam.step()
    return network.weights()


def log_odds(
    network: Network, scenes: training.Scenes, lessons: Ints, random: np.random.Generator
) -> torch.Tensor:
    """Return the log odds of some scenes, each turned or mirrored at random."""
    rows, counts = scenes.windows(lessons, random.integers(0, 8, len(lessons), np.uint8))
    owners = np.repeat(np.arange(len(lessons)), counts)
    seen = (scenes.features(lessons), rows, owners)
    return network(*(torch.from_numpy(part) for part in seen))


def difference_loss(
    network: Network, leaves: Leaves, positions: Ints, random: np.random.Generator
) -> torch.Tensor:
    """Return the mean squared error of the differences in some positions."""
    errors, _ = difference_errors(network, leaves, positions, random)
    return (errors**2).sum() / len(positions)


def difference_errors(
    network: Network, leaves: Leaves, positions: Ints, random: np.random.Generator
) -> tuple[torch.Tensor, Ints]:
    """Return the errors of all candidates' differences in some positions, and their positions."""
    rows = np.concatenate([np.arange(*leaves.begins[at : at + 2]) for at in positions])
    place = np.full(len(leaves.fixed), -1)
    place[rows] = np.arange(len(rows))
    scenes = np.flatnonzero(place[leaves.candidates] >= 0)
    values = torch.sigmoid(log_odds(network, leaves.scenes, scenes, random))
    parts = values * torch.from_numpy(leaves.chances[scenes])
    owners = torch.from_numpy(place[leaves.candidates[scenes]])
    whole = torch.from_numpy(leaves.fixed[rows]).index_add(0, owners, parts)
    behind = whole - whole[torch.from_numpy(place[leaves.firsts[rows]])]
    counts = np.diff(leaves.begins)[positions]
    return behind - torch.from_numpy(leaves.labels[rows]), np.repeat(positions, counts)


@torch.no_grad()  # type: ignore[untyped-decorator]
def squared_errors(weights: bytes, leaves: Leaves, seed: int) -> npt.NDArray[np.float64]:
    """Return the sum of the squared errors of the differences in each position, with their noise.

    Scenes are turned in the same way for all weights of one seed.
    """
    random = np.random.default_rng(seed)
    network = Network(torch.zeros(1, training.FEATURES))
    load_weights(network, weights)
    count = len(leaves.begins) - 1
    totals = np.zeros(count)
    for begin in range(0, count, GUESSES):
        chosen = np.arange(begin, min(begin + GUESSES, count))
        errors, owners = difference_errors(network, leaves, chosen, random)
        totals += np.bincount(owners, errors.numpy().astype(float) ** 2, count)
    return totals


@torch.no_grad()  # type: ignore[untyped-decorator]
def load_weights(network: Network, weights: bytes) -> None:
    """Undo `Network.weights`: set the network to weights of the core."""
    numbers = torch.from_numpy(np.frombuffer(weights, np.float32).copy())
    at = 0
    for part in (network.windows, network.whole):
        at += 2 + len(part)  # how many layers, and their sizes
        for layer in part:
            rows, columns = layer.in_features, layer.out_features
            matrix = numbers[at : at + rows * columns].reshape(rows, columns).clone()
            at += rows * columns
            biases = numbers[at : at + columns].clone()
            at += columns
            if layer is network.whole[0]:
                plain = matrix[: training.FEATURES]
                biases += network.mean @ plain
                plain *= network.deviation[:, None]
            layer.weight.copy_(matrix.T)
            layer.bias.copy_(biases)
