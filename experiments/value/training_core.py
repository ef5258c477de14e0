"""The native module for self-play and training, which only development builds have."""

from __future__ import annotations

__all__ = ["training"]

try:
    from sapper import _training as training
except ImportError:
    raise SystemExit(
        "this experiment needs sapper._training: run it by `make train`, or build sapper with "
        "pip install -Ccmake.define.SAPPER_TRAINING=ON -e ."
    ) from None
