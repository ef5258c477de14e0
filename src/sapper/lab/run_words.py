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
    return f"{run.strategy} on {where}"


def boards_of_run(run: Run) -> str:
    """Return the boards of a run: board, collection, start rule, first cell and seed."""
    words = [run.board, f"{run.start} start", f"first cell {run.first}", f"seed {run.seed}"]
    if run.collection:
        words.insert(1, _collection(run))
    return ", ".join(words)


def _collection(run: Run) -> str:
    return str(run.held or f"boards of the collection {run.collection}")


def why_unscored(run: Run, setting: str | None) -> str:
    """Return why the games of a run have no score, as a clause; `setting` is the core's."""
    if run.why_luck_unknown is not None:
        return run.why_luck_unknown
    if setting is None or not is_scored(BoardSpec.parse("beginner"), setting):
        return _("{strategy} has no learned winning chance").format(strategy=run.strategy)
    if run.limits.game_moves is not None:
        return _("{strategy} is scored only without a limit of moves").format(strategy=run.strategy)
    if run.native is None:
        return _("{strategy} is scored only where the first cell is given").format(
            strategy=run.strategy
        )
    return _("the learned winning chance fits plain rectangles only, not {board}").format(
        board=run.board
    )
