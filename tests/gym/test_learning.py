"""The experiment `learning`: what it teaches and who plays; where PyTorch is installed."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sapper
from sapper.errors import InputError
from sapper.gym import planes_of

pytestmark = [
    pytest.mark.slow,  # importing PyTorch takes seconds
    pytest.mark.filterwarnings("ignore"),
]


@pytest.fixture
def torch() -> Any:
    found = pytest.importorskip("torch")
    found.set_num_threads(1)
    return found


def test_the_player_computes_what_the_network_does(
    torch: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    network = importlib.import_module("experiments.learning.network")
    player = importlib.import_module("experiments.learning.player")
    policy = network.Policy()
    with torch.no_grad():
        for weights in policy.parameters():  # as they are stored
            weights.copy_(weights.half().float())
    monkeypatch.setenv("SAPPER_LEARNING", str(tmp_path / "weights.npz"))
    with pytest.raises(InputError, match="no weights"):
        player.LearnedPlayer()
    network.save(policy, tmp_path / "weights.npz")
    learned = player.LearnedPlayer()
    position = sapper.Position.parse("4x5/4:01___/01___/012__/_____")
    seen = np.where((matrix := position.matrix()) < 0, -1, matrix)
    expected = torch.sigmoid(policy(torch.from_numpy(planes_of(seen[None]))))[0].detach().numpy()
    np.testing.assert_allclose(player.chances_of(position, learned._layers), expected, atol=1e-5)
    covered = np.where(seen == -1, expected, np.inf)
    assert learned.decide(position).move.cell == divmod(int(covered.argmin()), 5)
    assert sapper.play(player.LearnedPlayer, "9x9/10", seed=1).steps > 0
    engine = importlib.import_module("experiments.learning.engine")
    asked = ["sapper-engine 1", f"position {position}", "go", "position 1x2/1:1F", "go", "quit"]
    hello, move, no_move = engine.answers(asked)
    assert hello.splitlines()[0] == "sapper-engine 1"
    assert hello.splitlines()[-1] == "ready"
    row, column = learned.decide(position).move.cell
    assert move.startswith(f"move open r{row}c{column} chance 0.")
    assert no_move == "error no cell is left to open"


def test_some_seconds_of_training_lower_the_loss(torch: Any) -> None:
    network = importlib.import_module("experiments.learning.network")
    run = importlib.import_module("experiments.learning.run")
    torch.manual_seed(1)
    points = list(run.train(network.Policy(), 5.0))
    assert points[-1].loss < 0.9 * points[0].loss
    assert points[-1].positions > points[0].positions
