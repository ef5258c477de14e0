"""The weights as the core compiles them in: one number after another, in C++."""

from __future__ import annotations

from pathlib import Path

import numpy as np

__all__ = ["WEIGHTS", "write_weights"]

WEIGHTS = Path(__file__).parents[2] / "native" / "sapper" / "weights.inc"


def write_weights(weights: bytes, path: Path = WEIGHTS) -> None:
    """Write the weights of a network as a list of C++ floats, eight to a line."""
    words = [f"{value:.6g}" for value in np.frombuffer(weights, np.float32)]
    words = [word if "." in word or "e" in word else word + ".0" for word in words]
    lines = [",".join(f"{word}f" for word in words[i : i + 8]) for i in range(0, len(words), 8)]
    note = "// Written by experiments/value; not to be edited.\n"
    path.write_text(note + ",\n".join(lines) + "\n")
