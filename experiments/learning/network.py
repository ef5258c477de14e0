"""The policy in PyTorch: a small network of convolutions that estimates every cell's chance.

Residual blocks (He et al., 2016) of 3x3 convolutions, then one number for each cell. It sees only
what the board shows; with three blocks each cell sees seven cells in every direction.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from sapper.files import replace_file

try:
    import torch
except ImportError:
    raise SystemExit("training needs PyTorch: pip install 'sapper[train]'") from None
from torch.nn import Conv2d, Module, ModuleList
from torch.nn.functional import binary_cross_entropy_with_logits, relu

__all__ = ["Policy", "imitation_loss", "save"]

PLANES = 11  # of sapper.gym.planes_of, on a grid
CHANNELS, BLOCKS = 24, 3


class Policy(Module):  # type: ignore[misc]
    """Planes of boards in, the log-odds of a mine in every cell out."""

    def __init__(self) -> None:
        super().__init__()
        self.first = Conv2d(PLANES, CHANNELS, 3, padding=1)
        self.blocks = ModuleList(
            Conv2d(CHANNELS, CHANNELS, 3, padding=1) for _ in range(2 * BLOCKS)
        )
        self.last = Conv2d(CHANNELS, 1, 1)

    def forward(self, planes: torch.Tensor) -> torch.Tensor:
        """Return the log-odds: boards x rows x columns."""
        values = relu(self.first(planes))
        for one, two in zip(self.blocks[::2], self.blocks[1::2], strict=True):
            values = relu(values + two(relu(one(values))))
        return self.last(values)[:, 0]


def imitation_loss(logits: torch.Tensor, chances: torch.Tensor) -> torch.Tensor:
    """Return the mean cross-entropy with the exact chances of the covered cells (-1: open)."""
    is_covered = chances >= 0
    return binary_cross_entropy_with_logits(logits[is_covered], chances[is_covered])


def save(policy: Policy, path: Path) -> None:
    """Write the weights for `experiments.learning.player`, layer by layer, in half precision."""
    layers = [policy.first, *policy.blocks, policy.last]
    arrays = {
        f"{kind}{number}": getattr(layer, kind).detach().numpy().astype(np.float16)
        for number, layer in enumerate(layers)
        for kind in ("weight", "bias")
    }
    with replace_file(path) as temporary, temporary.open("wb") as file:
        np.savez_compressed(file, **arrays)
