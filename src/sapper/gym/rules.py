"""What an environment plays, what it rewards and what it tells: the arguments of `make`, checked.

Every number that an environment gives comes from the core; see `native/sapper/games/vector_env.hpp`
for the steps and `docs/how-to/learning.md` for the rewards.
"""

from __future__ import annotations

import reprlib
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from sapper.board.number_checks import check_number, check_seed, whole_number
from sapper.board.spec import BoardSpec, StartRule
from sapper.errors import InputError
from sapper.games.dealing import check_room

__all__ = [
    "COVERED",
    "NO_CHANCE",
    "OPENED_MINE",
    "Invalid",
    "Oracle",
    "RenderMode",
    "Reward",
    "Rules",
    "check_mode",
    "game_number",
]

Reward = Literal["win", "progress", "provable", "risk", "regret", "value"]
Oracle = Literal["none", "certain", "chances"]
Invalid = Literal["ignore", "penalty", "end"]
RenderMode = Literal["ansi", "svg"]

COVERED: Final = -1
OPENED_MINE: Final = -2
NO_CHANCE: Final = -1.0  # of a cell that is open, or where the chance is not known
_MOST_ENVIRONMENTS: Final = 2**32


@dataclass(frozen=True, slots=True)
class Rules:
    """The board and the rules of an environment."""

    spec: BoardSpec
    start: StartRule
    reward: Reward
    oracle: Oracle
    invalid: Invalid

    @classmethod
    def of(
        cls, board: BoardSpec | str, start: StartRule | str, reward: str, oracle: str, invalid: str
    ) -> Rules:
        """Return the rules that the arguments mean; raise `InputError` for wrong ones."""
        spec, rule = BoardSpec.of(board), StartRule.parse(start)
        around = spec.geometry.neighbour_lists
        widest = max(range(spec.geometry.size), key=lambda index: len(around[index]))
        check_room(spec, rule, spec.geometry.cell(widest))
        return cls(
            spec,
            rule,
            _one_of(Reward, reward, "reward"),
            _one_of(Oracle, oracle, "oracle"),
            _one_of(Invalid, invalid, "invalid"),
        )

    @property
    def needs_chances(self) -> bool:
        """Whether the core is asked about every position: for the reward, or to tell."""
        return self.oracle != "none" or self.reward in {"provable", "risk", "regret"}

    @property
    def highest_number(self) -> int:
        """The highest number that a cell can show."""
        return max(map(len, self.spec.geometry.neighbour_lists))

    @property
    def observation_space(self) -> spaces.Box[np.int8]:
        """A number for each cell: what it shows, `COVERED` or `OPENED_MINE`."""
        shape = (self.spec.rows, self.spec.columns)
        return spaces.Box(OPENED_MINE, self.highest_number, shape, np.int8)

    @property
    def action_space(self) -> spaces.Discrete[np.int64]:
        """The cell to open, as its index: row * columns + column."""
        return spaces.Discrete(self.spec.geometry.size)

    def actions_of(self, actions: object, count: int) -> npt.NDArray[np.int64]:
        """Return one action for each environment; raise `InputError` for what is none."""
        given: npt.NDArray[Any] = np.asarray(actions)
        cells = self.spec.geometry.size
        if given.shape != (count,) or given.dtype.kind not in "iu":
            raise InputError(
                f"expected {count} whole numbers as actions, got {reprlib.repr(actions)}"
            )
        if count and (given.min() < 0 or given.max() >= cells):
            raise InputError(f"expected actions from 0 to {cells - 1}, got {reprlib.repr(actions)}")
        return np.ascontiguousarray(given, np.int64)


def game_number(index: int, episode: int = 0) -> int:
    """Return the number of the game that environment `index` plays in an episode: one per pair."""
    return check_index(index) * 2**32 + check_number(episode)


def check_index(index: int) -> int:
    """Return the number of an environment; raise `InputError` unless it is possible."""
    return whole_number(index, 0, _MOST_ENVIRONMENTS - 1, "the number of an environment")


def seed_or_new(seed: int | None, random: np.random.Generator) -> int:
    """Return the seed; a drawn one if there is none."""
    return check_seed(int(random.integers(2**63)) if seed is None else seed)


def check_mode(mode: str | None) -> str | None:
    """Return the render mode; raise `InputError` for an unknown one."""
    return None if mode is None else str(_one_of(RenderMode, mode, "render mode"))


def _one_of(names: Any, given: str, what: str) -> Any:
    known = get_args(names)
    if given not in known:
        raise InputError(f"expected {what} {', '.join(known)}, got {reprlib.repr(given)}")
    return given
