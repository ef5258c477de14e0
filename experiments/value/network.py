"""A small network in plain numpy: enough to learn a winning chance from a hundred features.

Two hidden layers with rectifiers and one logistic output, trained by Adam on the squared error.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

__all__ = ["Network", "joined", "train"]


@dataclass
class Network:
    """Layers of weights (input by output) and biases."""

    weights: list[np.ndarray]
    biases: list[np.ndarray]

    @classmethod
    def random(cls, sizes: list[int], rng: np.random.Generator) -> Network:
        """Return a network with random weights that keep the size of what passes through."""
        pairs = list(pairwise(sizes))
        return cls(
            [(rng.normal(size=p) * np.sqrt(2 / p[0])).astype(np.float32) for p in pairs],
            [np.zeros(p[1], np.float32) for p in pairs],
        )

    def forward(self, x: np.ndarray) -> list[np.ndarray]:
        """Return the values of all layers, the input first and the chance to win last."""
        layers = [x]
        for i, (w, b) in enumerate(zip(self.weights, self.biases, strict=True)):
            z = layers[-1] @ w + b
            last = i + 1 == len(self.weights)
            layers.append(1 / (1 + np.exp(-z)) if last else np.maximum(z, 0, out=z))
        return layers

    def predict(self, x: np.ndarray) -> np.ndarray:
        """Return the chance to win for each row."""
        parts = [self.forward(x[i : i + 65536])[-1][:, 0] for i in range(0, len(x), 65536)]
        return np.concatenate(parts) if parts else np.zeros(0, np.float32)

    def gradients(self, x: np.ndarray, y: np.ndarray) -> list[np.ndarray]:
        """Return the gradients of the mean cross-entropy, weights first, then biases."""
        layers = self.forward(x)
        delta = (layers[-1] - y[:, None]) / np.float32(len(x))
        of_weights, of_biases = [], []
        for i in reversed(range(len(self.weights))):
            of_weights.append(layers[i].T @ delta)
            of_biases.append(delta.sum(axis=0))
            if i:
                delta = (delta @ self.weights[i].T) * (layers[i] > 0)
        return of_weights[::-1] + of_biases[::-1]

    def scaled(self, mean: np.ndarray, deviation: np.ndarray) -> Network:
        """Return the same network for raw features, where this one expects standardised ones."""
        first = self.weights[0] / deviation[:, None]
        biases = [self.biases[0] - mean @ first, *self.biases[1:]]
        return Network([first.astype(np.float32), *self.weights[1:]], biases)

    def to_bytes(self) -> bytes:
        """Return the weights as the core reads them."""
        sizes = [len(self.weights), len(self.weights[0]), *(len(b) for b in self.biases)]
        parts = [np.asarray(sizes, np.float32)]
        for w, b in zip(self.weights, self.biases, strict=True):
            parts += [w.astype(np.float32).ravel(), b.astype(np.float32)]
        return np.concatenate(parts).tobytes()


def joined(networks: list[Network]) -> Network:
    """Return one network that gives the mean of several, before the logistic: their noise halves.

    All must have two hidden layers.
    """
    first = np.concatenate([n.weights[0] for n in networks], axis=1)
    second = np.zeros((first.shape[1], sum(n.weights[1].shape[1] for n in networks)), np.float32)
    row = column = 0
    for network in networks:
        rows, columns = network.weights[1].shape
        second[row : row + rows, column : column + columns] = network.weights[1]
        row, column = row + rows, column + columns
    last = np.concatenate([n.weights[2] for n in networks]) / len(networks)
    return Network(
        [first, second, last],
        [
            np.concatenate([n.biases[0] for n in networks]),
            np.concatenate([n.biases[1] for n in networks]),
            np.mean([n.biases[2] for n in networks], axis=0),
        ],
    )


def train(
    network: Network,
    x: np.ndarray,
    y: np.ndarray,
    rng: np.random.Generator,
    *,
    epochs: float,
    rate: float = 2e-3,
    batch: int = 8192,
) -> None:
    """Train in place by Adam; the rate falls to nothing along a cosine."""
    parameters = network.weights + network.biases
    first = [np.zeros_like(p) for p in parameters]
    second = [np.zeros_like(p) for p in parameters]
    steps = int(epochs * len(x) / batch)
    order = rng.permutation(len(x))
    at = 0
    for step in range(1, steps + 1):
        if at + batch > len(order):
            order, at = rng.permutation(len(x)), 0
        rows = order[at : at + batch]
        at += batch
        now = rate * 0.5 * (1 + np.cos(np.pi * step / steps)) * min(1.0, step / 200)
        gradients = network.gradients(x[rows].astype(np.float32), y[rows])
        for i, gradient in enumerate(gradients):
            first[i] += 0.1 * (gradient - first[i])
            second[i] += 0.001 * (gradient * gradient - second[i])
            mean, spread = first[i] / (1 - 0.9**step), second[i] / (1 - 0.999**step)
            parameters[i] -= np.float32(now) * mean / (np.sqrt(spread) + 1e-8)
