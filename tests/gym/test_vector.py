"""The vector environment: a batch is as many single environments, whatever its size and threads."""

from __future__ import annotations

import threading
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from sapper.board.spec import BoardSpec
from sapper.errors import InputError
from sapper.gym import MinesweeperEnv, MinesweeperVectorEnv
from tests.support.plain_environment import BOARDS, REWARDS


def actions_for(masks: Any, seed: int, step: int) -> Any:
    """Return a valid cell for each row, that depends on nothing but row, seed and step."""
    rows = [np.random.default_rng([seed, step, i]) for i in range(len(masks))]
    chosen = [
        random.choice(np.flatnonzero(mask)) if mask.any() else 0
        for random, mask in zip(rows, masks, strict=True)
    ]
    return np.array(chosen, np.int64)


def assert_equal_infos(ours: dict[str, Any], theirs: dict[str, Any]) -> None:
    assert set(ours) == set(theirs)
    for name, values in theirs.items():
        if isinstance(values, dict):
            assert_equal_infos(ours[name], values)
        elif values.dtype == object:
            for one, other in zip(ours[name], values, strict=True):
                np.testing.assert_array_equal(one, other)
        elif f"_{name}" in theirs:
            known = theirs[f"_{name}"]
            np.testing.assert_array_equal(ours[name][known], values[known], err_msg=name)
        else:
            np.testing.assert_array_equal(ours[name], values, err_msg=name)


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize(
    ("board", "reward", "workers"),
    list(zip([*BOARDS, "beginner", "5x5/6"], REWARDS, [1, 2, 3] * 2, strict=True)),
)
def test_a_batch_is_gymnasiums_own_batch_of_singles(
    board: BoardSpec | str, reward: Any, workers: int, mode: AutoresetMode
) -> None:
    """Gymnasium's `SyncVectorEnv` of single environments gives the same, to the last bit."""
    count, rules = 9, {"reward": reward, "oracle": "chances"}

    def single(i: int) -> Any:
        return lambda: MinesweeperEnv(board, index=i, **rules)  # type: ignore[arg-type]

    theirs = SyncVectorEnv([single(i) for i in range(count)], autoreset_mode=mode)
    ours = MinesweeperVectorEnv(count, board, autoreset_mode=mode, workers=workers, **rules)  # type: ignore[arg-type]
    expected, infos = theirs.reset(seed=[4] * count)
    got, our_infos = ours.reset(seed=4)
    np.testing.assert_array_equal(got, expected)
    assert_equal_infos(our_infos, infos)
    for step in range(25):
        actions = actions_for(our_infos["action_mask"], 1, step)
        *expected_step, infos = theirs.step(actions)
        *our_step, our_infos = ours.step(actions)
        for one, other in zip(our_step, expected_step, strict=True):
            np.testing.assert_array_equal(one, other)
            assert one.dtype == other.dtype
        assert_equal_infos(our_infos, infos)


@pytest.mark.parametrize("oracle", ["none", "chances"])
def test_what_an_environment_sees_depends_on_its_number_only(oracle: Any) -> None:
    """Batches of any size and any number of threads, and a part of a batch, see the same."""
    seen: dict[int, list[bytes]] = {}
    for count, workers, index in ((200, 3, 0), (5, 1, 0), (64, 2, 0), (3, 2, 100)):
        env = MinesweeperVectorEnv(
            count, "8x8/10", "open", reward="progress", oracle=oracle, workers=workers, index=index
        )
        _, infos = env.reset(seed=11)
        for step in range(20):
            masks = np.ones((index + count, 64), np.int8)
            masks[index:] = infos["action_mask"]
            actions = actions_for(masks, 2, step)[index:]
            observations, rewards, _, _, infos = env.step(actions)
            for i in range(count):
                told = [infos[name][i].tobytes() for name in ("game", "action_mask")]
                told += [infos["chances"][i].tobytes()] if oracle == "chances" else []
                step_seen = b"".join([observations[i].tobytes(), rewards[i].tobytes(), *told])
                seen.setdefault(index + i, []).append(step_seen)
    for i in (0, 1, 4, 63, 100, 102):
        assert len(seen[i]) > 20
        assert seen[i][:20] * (len(seen[i]) // 20) == seen[i]


def test_make_vec_makes_it() -> None:
    env = gymnasium.make_vec("sapper/Minesweeper-v0", num_envs=3, board="beginner", start="open")
    assert isinstance(env.unwrapped, MinesweeperVectorEnv)
    observations, infos = env.reset(seed=1)
    assert observations in env.observation_space
    assert infos["action_mask"].shape == (3, 81)
    observations, _, _, _, _ = env.step(env.action_space.sample())
    assert observations in env.observation_space


def test_without_autoreset_the_mask_says_what_restarts() -> None:
    env = MinesweeperVectorEnv(3, "9x9/10", autoreset_mode="Disabled")
    env.reset(seed=1)
    env.step(np.array([0, 0, 0]))
    _, rewards, terminated, _, _ = env.step(np.array([0, 0, 80]))
    assert terminated[:2].all()
    assert rewards[:2].tolist() == [-1, -1]
    with pytest.raises(ResetNeeded, match=r"\[0, 1"):
        env.step(np.array([1, 1, 1]))
    before = env.position(2)
    mask = np.array([True, True, False])
    observations, infos = env.reset(options={"reset_mask": mask})
    assert infos["_game"].tolist() == mask.tolist()
    assert infos["game"].tolist()[:2] == [1, 2**32 + 1]
    assert (observations[:2] == -1).all()
    assert str(env.position(2)) == str(before)


def test_wrong_calls_say_what_is_wrong() -> None:
    env = MinesweeperVectorEnv(2, "9x9/10")
    with pytest.raises(ResetNeeded):
        env.step(np.array([0, 0]))
    env.reset(seed=1)
    for wrong in ([0], [0, 81], [-1, 0], [0.0, 1.0], [[0, 1]]):
        with pytest.raises(InputError, match="actions"):
            env.step(np.array(wrong))
    for options in ({"mask": 1}, {"reset_mask": [1, 0]}, {"reset_mask": [False, False]}):
        with pytest.raises(InputError, match="reset_mask"):
            env.reset(options=options)
    arguments: list[dict[str, Any]] = [{"num_envs": 0}, {"workers": 0}, {"max_episode_steps": 0}]
    for wrong_ones in arguments:
        with pytest.raises(InputError, match="expected"):
            MinesweeperVectorEnv(**wrong_ones)


def test_two_threads_do_not_step_at_once() -> None:
    """The core refuses the second: its arrays belong to the first until it is done."""
    env = MinesweeperVectorEnv(500, "16x30/99", oracle="chances", workers=2)
    env.reset(seed=1)
    refused = []

    def step() -> None:
        for _ in range(3):
            try:
                env.step(np.zeros(500, np.int64))
            except RuntimeError as error:
                refused.append(str(error))

    threads = [threading.Thread(target=step) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert set(refused) <= {"another thread is stepping this environment"}
