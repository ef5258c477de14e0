"""The two networks of the value in PyTorch, and their training.

One network evaluates each window of a scene; the sum of its outputs and the features of the whole
scene are the input of the other. Cross-entropy, Adam (Kingma and Ba, 2015), and random rotations
and reflections of the lessons.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.progress import track

from experiments.value.training_core import training

try:
    import torch
except ImportError:
    raise SystemExit("training needs PyTorch: pip install torch (`make train` does)") from None
from torch.nn import Linear, Module, ModuleList
from torch.nn.functional import binary_cross_entropy_with_logits

__all__ = ["train_weights"]

WINDOWS = (100, 32, 16)  # units of the network of windows
WHOLE = (training.FEATURES + WINDOWS[-1], 64, 32, 1)
RATE, WARM_UP, BATCH = 3e-3, 200, 512
LEAST_DEVIATION = 0.1  # features that hardly vary are not scaled up beyond this
Batch = tuple[torch.Tensor, torch.Tensor, torch.Tensor]
console = Console(highlight=False, soft_wrap=True)


class Network(Module):  # type: ignore[misc]
    """Both networks; the features are standardised first."""

    def __init__(self, features: torch.Tensor) -> None:
        super().__init__()
        self.mean = features.mean(0)
        self.deviation = features.std(0, correction=0).clamp(min=LEAST_DEVIATION)
        self.windows = layers(WINDOWS, last_scale=0.2)  # summed over many windows: start small
        self.whole = layers(WHOLE)

    def forward(self, features: torch.Tensor, windows: torch.Tensor, owners: torch.Tensor
                ) -> torch.Tensor:  # fmt: skip
        """Return the log odds of winning; `owners` is the lesson of each window."""
        for layer in self.windows:
            windows = torch.relu(layer(windows))
        sums = torch.zeros(len(features), WINDOWS[-1]).index_add_(0, owners, windows)
        values = torch.cat([(features - self.mean) / self.deviation, sums], 1)
        for layer in self.whole[:-1]:
            values = torch.relu(layer(values))
        return self.whole[-1](values)[:, 0]

    @torch.no_grad()
    def weights(self) -> bytes:
        """Return the weights for the core, which does not standardise the features."""
        numbers: list[torch.Tensor] = []
        for sizes, network in ((WINDOWS, self.windows), (WHOLE, self.whole)):
            numbers.append(torch.tensor([len(network), *sizes], dtype=torch.float32))
            for layer in network:
                matrix, biases = layer.weight.T.clone(), layer.bias.clone()
                if layer is self.whole[0]:
                    plain = matrix[: training.FEATURES]
                    plain /= self.deviation[:, None]
                    biases -= self.mean @ plain
                numbers += [matrix.ravel(), biases]
        return torch.cat(numbers).numpy().tobytes()


def layers(sizes: tuple[int, ...], last_scale: float = 1) -> ModuleList:
    """Return linear layers of these sizes with random weights (He et al., 2015)."""
    made = ModuleList(Linear(a, b) for a, b in pairwise(sizes))
    for layer in made:
        scale = last_scale if layer is made[-1] else 1
        torch.nn.init.normal_(layer.weight, std=scale * (2 / layer.in_features) ** 0.5)
        torch.nn.init.zeros_(layer.bias)
    return made


def train_weights(scenes: training.Scenes, epochs: float, seed: int, workers: int) -> bytes:
    """Return weights trained on the lessons, with a cosine learning rate."""
    if len(scenes) < BATCH:
        raise SystemExit(f"{len(scenes)} lessons are fewer than one batch: play more games")
    torch.set_num_threads(max(1, workers - 1))  # one thread prepares the windows
    torch.manual_seed(seed)
    random = np.random.default_rng(seed)
    sample = random.choice(len(scenes), min(len(scenes), 300_000), replace=False)
    network = Network(torch.from_numpy(scenes.features(sample)))
    worth = torch.from_numpy(scenes.worth())
    adam = torch.optim.Adam(network.parameters(), fused=True)
    steps = int(epochs * len(scenes) / BATCH)
    title = f"training on {len(scenes):,} lessons"
    rounds = track(batches(scenes, steps, random), title, total=steps, console=console)
    for step, (lessons, batch) in enumerate(rounds):
        cosine = (1 + np.cos(np.pi * step / steps)) / 2
        adam.param_groups[0]["lr"] = RATE * min(1, (step + 1) / WARM_UP) * cosine
        adam.zero_grad()
        binary_cross_entropy_with_logits(network(*batch), worth[lessons]).backward()
        adam.step()
    return network.weights()


def batches(scenes: training.Scenes, steps: int, random: np.random.Generator
            ) -> Iterator[tuple[npt.NDArray[np.int64], Batch]]:  # fmt: skip
    """Yield batches of lessons with their scenes; prepare the next batch in a thread."""
    whole = len(scenes) // BATCH  # batches per epoch; every epoch is shuffled
    order = random.permutation(len(scenes))

    def prepare(step: int) -> tuple[npt.NDArray[np.int64], Batch]:
        if step % whole == 0:
            random.shuffle(order)
        lessons = order[step % whole * BATCH :][:BATCH].copy()
        rows, counts = scenes.windows(lessons, random.integers(0, 8, BATCH, np.uint8))
        owners = np.repeat(np.arange(BATCH), counts)
        seen = (scenes.features(lessons), rows, owners)
        return lessons, tuple(torch.from_numpy(part) for part in seen)

    with ThreadPoolExecutor(1) as pool:
        upcoming = pool.submit(prepare, 0)
        for step in range(steps):
            ready = upcoming.result()
            upcoming = pool.submit(prepare, step + 1)
            yield ready
