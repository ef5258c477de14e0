"""A run: a player, a board, a start rule, a first cell and a seed, which determine game i.

The number of games is not part of a run: more games continue the same run.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from sapper.board.cell import Cell, CellLike
from sapper.board.number_checks import check_seed
from sapper.board.spec import BoardSpec, StartRule
from sapper.errors import InputError
from sapper.games.core_games import is_scored
from sapper.lab.runs.first_cell import FirstCell
from sapper.lab.runs.limits import RunLimits
from sapper.language import _
from sapper.players import PlayerSpec, player_spec
from sapper.players.finding import PlayerLike, player_spec_of
from sapper.players.protocol.engines import is_engine_text, with_move_time

if TYPE_CHECKING:
    from sapper.lab.identity import Identity

__all__ = ["Run"]


@dataclass(frozen=True)
class Run:
    """Everything that determines the games; make one with `Run.of`, which checks it.

    `given` is the player itself, which then need not be registered; it is pickled with the run.
    `identity` is that of the player who is to play it, or has. A ledger gives a run its `number`,
    and the `version` of sapper that began it.
    """

    player: str
    board: str
    start: str
    first: str
    seed: int
    given: PlayerSpec | None = field(default=None, compare=False, repr=False)
    limits: RunLimits = field(default=RunLimits(), compare=False, repr=False)
    identity: Identity | None = field(default=None, compare=False, repr=False)
    number: int = field(default=0, compare=False, repr=False)
    version: str = field(default="", compare=False, repr=False)

    @classmethod
    def of(
        cls,
        player: PlayerLike,
        board: BoardSpec | str,
        *,
        start: StartRule | str = StartRule.SAFE,
        first: CellLike | None = None,
        seed: int = 0,
        limits: RunLimits | None = None,
    ) -> Run:
        """Return the run; raise `InputError` for an unknown player, board, rule or cell."""
        chosen = player_spec_of(player)
        spec = BoardSpec.of(board)
        if spec.graph is not None:
            raise InputError(
                f"a run is stored by the name of its board, and {spec} does not name the "
                "neighbours of a graph: play single games on it"
            )
        rule = StartRule.parse(start)
        seed = check_seed(seed)
        cell = FirstCell.parse(first, spec, rule)
        cell.check_dealing(spec, rule, seed)
        run = cls(chosen.text, str(spec), rule.value, cell.text, seed, chosen)
        return run._with_limits(limits or RunLimits())

    def _with_limits(self, limits: RunLimits) -> Run:
        """Return the run with limits for its player; the core needs none for a move."""
        given = with_move_time(self.player_spec, limits.move_time)
        limited = replace(self, given=given, limits=limits)
        if limited.native is None:
            return limited
        return replace(limited, limits=RunLimits(strict=limits.strict))

    @property
    def player_spec(self) -> PlayerSpec:
        """The player's specification: the given one, else the registered one."""
        return self.given or player_spec(self.player)

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

    def first_of(self, game: int) -> Cell | None:
        """Return the first cell of one game; None if the player chooses."""
        return self.first_cell.cell_of(self.spec, self.seed, game)

    @property
    def boards_text(self) -> str:
        """The boards in words: board, start rule, first cell and seed."""
        return f"{self.board}, {self.start} start, first cell {self.first}, seed {self.seed}"

    @property
    def boards_words(self) -> str:
        """The boards in the language in use."""
        cell = self.first_cell.cell
        first = _(self.first) if cell is None else str(cell)
        text = _("{board}, {start} start, first cell {first}, seed {seed}")
        return text.format(board=self.board, start=self.start, first=first, seed=self.seed)

    @property
    def move_limit(self) -> float | None:
        """The seconds for a move that a worker process enforces; engines are asked with a limit."""
        return None if is_engine_text(self.player) else self.limits.move_time

    @property
    def native(self) -> str | None:
        """The name of this player in the core; None if only Python can play these games."""
        is_for_python = self.first_cell.is_chosen_by_player or self.limits.game_moves is not None
        return None if is_for_python else self._native_name

    @cached_property
    def is_scored(self) -> bool:
        """Whether games have a score: the player has a learned winning chance for this board."""
        if self.native is None:
            return False
        return is_scored(self.spec, self.native)

    @property
    def why_unscored(self) -> str | None:
        """Why its games have no score, as a clause; None if they have one."""
        if self.is_scored:
            return None
        native = self._native_name
        if native is None or not is_scored(BoardSpec.parse("beginner"), native):
            return _("{player} has no learned winning chance").format(player=self.player)
        if self.limits.game_moves is not None:
            return _("{player} is scored only without a limit of moves").format(player=self.player)
        if self.native is None:
            text = _("{player} is scored only where the first cell is given")
            return text.format(player=self.player)
        text = _("the learned winning chance fits plain rectangles only, not {board}")
        return text.format(board=self.board)

    @property
    def _native_name(self) -> str | None:
        """The player's name in the core; None also if it is not registered here."""
        with suppress(InputError):
            spec = self.player_spec
            return spec.text if spec.is_native else None
        return None

    @property
    def boards(self) -> tuple[str, str, str, int]:
        """The key of the boards: runs with equal keys have the same boards."""
        return self.board, self.start, self.first, self.seed

    def __str__(self) -> str:
        return f"{self.player} on {self.board} {self.start} ({self.first}) seed {self.seed}"
