"""One game at a time: the environment that `gymnasium.make` returns."""

from __future__ import annotations

from typing import Any, ClassVar, SupportsFloat, get_args

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.error import ResetNeeded

from sapper.board.number_checks import check_number, check_seed
from sapper.board.position import Position
from sapper.board.spec import BoardSpec, StartRule
from sapper.errors import InputError
from sapper.games.game import Game
from sapper.gym.boards import Boards
from sapper.gym.rules import (
    Invalid,
    Oracle,
    RenderMode,
    Reward,
    Rules,
    check_mode,
    game_number,
    seed_or_new,
)

__all__ = ["MinesweeperEnv"]

_ALL = np.ones(1, np.bool_)


class MinesweeperEnv(gymnasium.Env[npt.NDArray[np.int8], np.int64]):
    """Minesweeper: open all safe cells.

    Episode e after a reset with seed s is the ordinary game `BOARD START s e` (with `index` i: game
    number i * 2^32 + e), so `game` can be replayed, reviewed and shared.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": get_args(RenderMode), "render_fps": 4}  # type: ignore[misc]

    def __init__(
        self,
        board: BoardSpec | str = "beginner",
        start: StartRule | str = StartRule.SAFE,
        *,
        reward: Reward = "win",
        oracle: Oracle = "none",
        invalid: Invalid = "end",
        index: int = 0,
        render_mode: RenderMode | None = None,
    ) -> None:
        self.rules = Rules.of(board, start, reward, oracle, invalid)
        self.observation_space = self.rules.observation_space
        self.action_space = self.rules.action_space
        self.render_mode = check_mode(render_mode)
        self._boards = Boards(self.rules, 1)
        self._first_game = game_number(index)
        self._moves: list[int] = []
        self._is_seeded = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.int8], dict[str, Any]]:
        """Start the next game: the first one of a new seed, or number `options["game"]`."""
        super().reset(seed=None if seed is None else check_seed(seed))
        chosen = _chosen_game(options)
        if seed is not None or not self._is_seeded:
            first = self._first_game if chosen is None else chosen
            self._boards.choose_games(0, seed_or_new(seed, self.np_random), first)
        elif chosen is not None:
            self._boards.choose_games(0, self._boards.seed_of(0), chosen)
        self._is_seeded = True
        self._boards.reset(_ALL)
        self._moves.clear()
        return self._boards.observations[0].copy(), self._info()

    def step(
        self, action: np.int64 | int
    ) -> tuple[npt.NDArray[np.int8], SupportsFloat, bool, bool, dict[str, Any]]:
        """Open the cell of this index."""
        boards = self._boards
        if boards.over[0]:
            raise ResetNeeded("the game is over or was not started: call reset()")
        actions = self.rules.actions_of(np.atleast_1d(action), 1)
        if boards.masks[0, actions[0]]:
            self._moves.append(int(actions[0]))
        boards.step(actions)
        observation, reward = boards.observations[0].copy(), float(boards.rewards[0])
        return observation, reward, bool(boards.terminations[0]), False, self._info()

    def render(self) -> Any:
        """Return the board as text or as SVG, by the render mode."""
        return self._boards.picture(0, self.render_mode)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return which actions are valid, as SB3-contrib asks for it."""
        masks: npt.NDArray[np.bool_] = self._boards.masks[0].astype(np.bool_)
        return masks

    @property
    def position(self) -> Position:
        """What the player sees: the input of every function of sapper."""
        return self._boards.position(0)

    @property
    def game(self) -> Game:
        """The game so far as an ordinary `Game`, which knows the mines; its `text` replays it."""
        seed, number = self._boards.seed_of(0), int(self._boards.games[0])
        game = Game(self.rules.spec, self.rules.start, seed=seed, game=number)
        for index in self._moves:
            game.open(game.geometry.cell(index))
        return game

    def _info(self) -> dict[str, Any]:
        return {
            name: values[0].copy() if values.ndim > 1 else values[0].item()
            for name, values in self._boards.told().items()
        }


def _chosen_game(options: dict[str, Any] | None) -> int | None:
    unknown = sorted(set(options or {}) - {"game"})
    if unknown:
        raise InputError(f"expected no option but 'game', got {', '.join(map(repr, unknown))}")
    return check_number(options["game"]) if options else None
