"""Training of the learned winning chance: scenes, weights with provenance, the bound to ship."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from sapper import _core


def experiment(name: str) -> ModuleType:
    """Import a file of experiments/value, which may need PyTorch."""
    return import_module(f"experiments.value.{name}")


def test_the_shipped_weights_say_where_they_come_from() -> None:
    weights, header = experiment("weights").read_weights()
    assert weights == _core.shipped_weights()
    assert set(header) >= {"command", "commit", "date", "seeds", "games", "loss", "bound", "gain"}


def test_the_shipped_value_plays_the_same_from_file_and_compiled_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair = experiment("pair")
    monkeypatch.setattr(import_module("experiments.games"), "LEDGER", tmp_path / "ledger")
    compiled, given = (
        pair.play_side(30, "champion", weights, 1) for weights in (None, _core.shipped_weights())
    )
    for name, column in compiled.items():
        np.testing.assert_array_equal(column, given[name])
