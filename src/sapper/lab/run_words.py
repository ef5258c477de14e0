"""What a run is, in words; they belong to no identity, since they decide nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper.board.spec import BoardSpec
from sapper.games.native import is_scored
from sapper.language import _

if TYPE_CHECKING:
    from sapper.lab.run import Run

__all__ = ["boards_of_run", "name_of_run", "why_unscored"]


def name_of_run(run: Run) -> str:
    """Return the player and the boards of a run."""
    where = f"{run.board} {run.start} ({run.first}) seed {run.seed}"
    if run.collection:
        where += f", {_collection(run)}"
    return f"{run.player} on {where}"


def boards_of_run(run: Run) -> str:
    """Return the boards of a run: board, collection, start rule, first cell and seed."""
    words = [run.board, f"{run.start} start", f"first cell {run.first}", f"seed {run.seed}"]
    if run.collection:
        words.insert(1, _collection(run))
    return ", ".join(words)


def _collection(run: Run) -> str:
    return str(run.held or f"boards of the collection {run.collection}")


def why_unscored(run: Run, native: str | None) -> str:
    """Return why the games of a run have no score, as a clause; `native` is the core's name."""
    if run.why_luck_unknown is not None:
        return run.why_luck_unknown
    if native is None or not is_scored(BoardSpec.parse("beginner"), native):
        return _("{player} has no learned winning chance").format(player=run.player)
    if run.limits.game_moves is not None:
        return _("{player} is scored only without a limit of moves").format(player=run.player)
    if run.native is None:
        return _("{player} is scored only where the first cell is given").format(player=run.player)
    return _("the learned winning chance fits plain rectangles only, not {board}").format(
        board=run.board
    )
