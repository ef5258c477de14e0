"""A run: a strategy, a board, a start rule, a first cell and a seed, which determine game i.

The number of games is not part of a run: more games continue the same run.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property

from sapper.board.cell import CellLike
from sapper.board.seeds import check_seed
from sapper.board.spec import BoardSpec, StartRule
from sapper.errors import InputError
from sapper.games.dealing import deal
from sapper.games.native import is_scored
from sapper.lab.first_cell import FirstCell
from sapper.lab.limits import Limits
from sapper.players import Strategy
from sapper.players import strategy as registered_strategy
from sapper.players.finding import PlayerLike, strategy_of

__all__ = ["Run"]


@dataclass(frozen=True)
class Run:
    """Everything that determines the games; make one with `Run.of`, which checks it.

    `given` is the strategy itself, which then need not be registered. It is pickled with the run,
    and ignored when runs are compared; so are the `limits` of its player, which belong to the
    identity.
    """

    strategy: str
    board: str
    start: str
    first: str
    seed: int
    given: Strategy | None = field(default=None, compare=False, repr=False)
    limits: Limits = field(default=Limits(), compare=False, repr=False)

    @classmethod
    def of(
        cls,
        strategy: PlayerLike,
        board: BoardSpec | str,
        *,
        start: StartRule | str = StartRule.SAFE,
        first: CellLike | None = None,
        seed: int = 0,
        limits: Limits | None = None,
    ) -> Run:
        """Return the run; raise `InputError` for an unknown player, board, rule or cell."""
        chosen = strategy_of(strategy)
        spec = BoardSpec.of(board)
        if spec.graph is not None:
            raise InputError(
                f"a run is stored by the name of its board, and {spec} does not name the "
                "neighbours of a graph: play single games on it"
            )
        rule = StartRule.parse(start)
        seed = check_seed(seed)
        cell = FirstCell.parse(first, spec, rule)
        _check_dealing(spec, rule, cell, seed)
        return cls(chosen.text, str(spec), rule.value, cell.text, seed, chosen, limits or Limits())

    @property
    def player(self) -> Strategy:
        """The strategy: the given one, else the registered one."""
        return self.given or registered_strategy(self.strategy)

    @cached_property
    def spec(self) -> BoardSpec:
        """The board."""
        return BoardSpec.parse(self.board)

    @cached_property
    def rule(self) -> StartRule:
        """The start rule."""
        return StartRule(self.start)

    @cached_property
    def first_cell(self) -> FirstCell:
        """The first cell, or the policy that chooses it."""
        return FirstCell.parse(self.first, self.spec, self.rule)

    @property
    def native(self) -> str | None:
        """The core's setting for this player; None if only Python can play these games."""
        is_for_python = self.first_cell.is_chosen_by_player or self.limits.game_moves is not None
        return None if is_for_python else self._setting

    @cached_property
    def is_scored(self) -> bool:
        """Whether games have a score: the player has a learned winning chance for this board."""
        return self.native is not None and is_scored(self.spec, self.native)

    @property
    def why_unscored(self) -> str | None:
        """Why its games have no score, as a clause; None if they have one."""
        if self.is_scored:
            return None
        setting = self._setting
        if setting is None or not is_scored(BoardSpec.parse("beginner"), setting):
            return f"{self.strategy} has no learned winning chance"
        if self.limits.game_moves is not None:
            return f"{self.strategy} is scored only without a limit of moves"
        if self.native is None:
            return f"{self.strategy} is scored only where the first cell is given"
        return f"the learned winning chance fits plain rectangles only, not {self.board}"

    @property
    def _setting(self) -> str | None:
        """The core's setting; None also for a player from a ledger that is not registered."""
        with suppress(InputError):
            return self.player.native
        return None

    @property
    def boards(self) -> tuple[str, str, str, int]:
        """The key of the boards: runs with equal keys have the same boards."""
        return self.board, self.start, self.first, self.seed

    def to_dict(self) -> dict[str, str | int]:
        """Return plain data for JSON."""
        names = ("strategy", "board", "start", "first", "seed")
        return {name: getattr(self, name) for name in names}

    def __str__(self) -> str:
        where = f"{self.board} {self.start} ({self.first}) seed {self.seed}"
        return f"{self.strategy} on {where}"


def _check_dealing(spec: BoardSpec, rule: StartRule, first: FirstCell, seed: int) -> None:
    """Raise `InputError` if the start rule cannot hold around some first cell."""
    sizes = [len(cells) for cells in spec.geometry.neighbour_lists]
    cell = first.cell or spec.geometry.cell(sizes.index(max(sizes)))
    deal(spec, rule, cell, seed=seed)
