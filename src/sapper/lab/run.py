"""A run: who plays what from which seed. Game i of a run depends on these words only.

The number of games is not part of it: asking for more games goes on with the same run.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from sapper.board.seeds import check_seed
from sapper.board.spec import BoardSpec, StartRule
from sapper.games.dealing import deal
from sapper.games.native import is_scored
from sapper.lab.first_cell import Opening
from sapper.players import Strategy
from sapper.players import strategy as strategy_of

__all__ = ["Run"]


@dataclass(frozen=True)
class Run:
    """The words that fix every game; make one with `Run.of`, which checks them."""

    strategy: str
    board: str
    start: str
    first: str
    seed: int

    @classmethod
    def of(
        cls,
        strategy: Strategy | str,
        board: BoardSpec | str,
        *,
        start: StartRule | str = StartRule.SAFE,
        first: str | tuple[int, int] | None = None,
        seed: int = 0,
    ) -> Run:
        """Return the run; raise `InputError` for a player, board, rule or cell that cannot be."""
        chosen = strategy_of(strategy) if isinstance(strategy, str) else strategy
        spec = BoardSpec.parse(board) if isinstance(board, str) else board
        rule = StartRule.parse(start)
        check_seed(seed)
        opening = Opening.parse(first, spec, rule)
        _check_dealing(spec, rule, opening, seed)
        return cls(chosen.text, str(spec), rule.value, opening.text, seed)

    @cached_property
    def player(self) -> Strategy:
        """The strategy that plays."""
        return strategy_of(self.strategy)

    @cached_property
    def spec(self) -> BoardSpec:
        """The board."""
        return BoardSpec.parse(self.board)

    @cached_property
    def rule(self) -> StartRule:
        """The start rule."""
        return StartRule(self.start)

    @cached_property
    def opening(self) -> Opening:
        """The first cell, or how it is chosen."""
        return Opening.parse(self.first, self.spec, self.rule)

    @property
    def native(self) -> str | None:
        """The core's setting for this player, or None if only Python can play these games."""
        if self.opening.is_left_to_the_player:
            return None
        setting = getattr(self.player, "native", None)
        return setting if isinstance(setting, str) else None

    @cached_property
    def is_scored(self) -> bool:
        """Whether its games have a score, by a learned winning chance that fits the board."""
        return self.native is not None and is_scored(self.spec, self.native)

    @property
    def why_unscored(self) -> str | None:
        """Why its games have no score, in words; None if they have one."""
        if self.is_scored:
            return None
        setting = self.player.native
        if setting is None or not is_scored(BoardSpec.parse("beginner"), setting):
            return f"{self.strategy} has no learned winning chance"
        if self.native is None:
            return f"{self.strategy} is scored in the core only, which is told the first cell"
        return f"what {self.strategy} has learned fits plain rectangles only, not {self.board}"

    @property
    def boards(self) -> tuple[str, str, str, int]:
        """What two runs must share to meet the same boards."""
        return self.board, self.start, self.first, self.seed

    def __str__(self) -> str:
        where = f"{self.board} {self.start} ({self.first}) seed {self.seed}"
        return f"{self.strategy} on {where}"


def _check_dealing(spec: BoardSpec, rule: StartRule, opening: Opening, seed: int) -> None:
    """Deal once where the first cell is most cramped, so that a rule that cannot hold is told."""
    sizes = [len(cells) for cells in spec.geometry.neighbour_lists]
    cell = opening.cell or spec.geometry.cell(sizes.index(max(sizes)))
    deal(spec, rule, cell, seed=seed)
