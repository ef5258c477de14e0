"""Read and write the file of weights that is compiled into the core, with its provenance."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from sapper.files import write_text

__all__ = ["WEIGHTS", "read_weights", "write_weights"]

WEIGHTS = Path(__file__).parents[2] / "native" / "sapper" / "value" / "weights.inc"
TITLE = "The weights of the learned winning chance. Written by `make train`; do not edit."


def write_weights(weights: bytes, provenance: Mapping[str, str], path: Path = WEIGHTS) -> None:
    """Write a header with the provenance, and the weights as C++ floats, eight to a line."""
    words = [f"{value:.9g}" for value in np.frombuffer(weights, np.float32)]
    words = [word if "." in word or "e" in word else word + ".0" for word in words]
    lines = [",".join(f"{word}f" for word in words[i : i + 8]) for i in range(0, len(words), 8)]
    header = [TITLE, *(f"{name}: {text}" for name, text in provenance.items())]
    text = "".join(f"// {line}\n" for line in header) + ",\n".join(lines) + "\n"
    write_text(path, text)


def read_weights(path: Path = WEIGHTS) -> tuple[bytes, dict[str, str]]:
    """Return the weights and the provenance of a file that `write_weights` wrote."""
    lines = path.read_text("utf-8").splitlines()
    header = [line.removeprefix("// ") for line in lines if line.startswith("//")]
    words = ",".join(line.rstrip(",") for line in lines if not line.startswith("//")).split(",")
    weights = np.array([float(word.removesuffix("f")) for word in words], np.float32)
    return weights.tobytes(), dict(line.split(": ", 1) for line in header if ": " in line)
