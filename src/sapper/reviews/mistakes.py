"""What somebody loses most by, over many games: mistakes by technique, and the positions.

A mistake is a guess where a cell was certainly safe, a certain mine that was opened, or a guess
that was clearly worse than another. The first two are named by the technique of the easiest proof
that was missed, by its pattern (1-1, 1-2-1, ...) where it has one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from sapper.analysis import analyse
from sapper.analysis.budget import Budget
from sapper.board.cell import FLAG, HIDDEN, Cell
from sapper.board.number_checks import check_games, check_seed
from sapper.board.position import Position
from sapper.games.replays.folder import SkippedFile, each_replay
from sapper.games.replays.replay import Replay
from sapper.language import N_
from sapper.proofs import Proof
from sapper.reviews.result import Review
from sapper.reviews.reviewing import review

__all__ = ["GUESS", "Mistake", "MistakeKind", "Mistakes", "mistakes_in", "mistakes_of"]

GUESS: Final = N_("worse guess")
"""The kind of a mistake where no cell was certain."""


@dataclass(frozen=True)
class Mistake:
    """One move that gave away winning chance: where, what was missed, how much."""

    game: str
    number: int
    kind: str
    loss: float
    position: Position
    cell: Cell
    best: Cell | None
    proof: Proof | None

    document_as = (
        "game", "number", "kind", "loss", "position", "cell", "best", "proof", "exercise",
    )  # fmt: skip

    @property
    def exercise(self) -> Position | None:
        """The position to practise, with only those flags that are right; None for a guess."""
        if self.proof is None:
            return None
        mines, position = analyse(self.position).mines, self.position
        flags = (cell for cell in position.covered() if position.face(cell) == FLAG)
        return position.with_faces({cell: HIDDEN for cell in flags if cell not in mines})


@dataclass(frozen=True)
class MistakeKind:
    """All mistakes of a kind: how many, and the winning chance lost by them in a game."""

    kind: str
    count: int
    loss_per_game: float


@dataclass(frozen=True)
class Mistakes:
    """The mistakes of some games, those that cost most first."""

    games: int
    skill: float
    luck: float
    mistakes: tuple[Mistake, ...]
    skipped: tuple[SkippedFile, ...] = ()

    document_as = ("games", "skill", "luck", "kinds", "mistakes", "skipped")

    @property
    def kinds(self) -> tuple[MistakeKind, ...]:
        """The mistakes by kind, that which costs most first."""
        losses = defaultdict[str, list[float]](list)
        for mistake in self.mistakes:
            losses[mistake.kind].append(mistake.loss)
        kinds = [
            MistakeKind(kind, len(each), sum(each) / self.games) for kind, each in losses.items()
        ]
        return tuple(sorted(kinds, key=lambda kind: (-kind.loss_per_game, -kind.count, kind.kind)))


def mistakes_in(found: Review, game: str = "") -> Iterator[Mistake]:
    """Yield the mistakes of one review, in the order of the moves.

    A cell that was overlooked by one technique move after move is one mistake, with all its losses.
    """
    mistakes = dict[object, Mistake]()
    for move in found.moves:
        proof = move.missed or move.refuted
        if proof is not None or (move.is_guess and move.grade is not None):
            kind, loss = _kind(proof), abs(move.skill)
            same = move.number if proof is None else (kind, move.best)
            if same in mistakes:
                loss += mistakes[same].loss
                mistakes[same] = replace(mistakes[same], loss=loss)
            else:
                mistakes[same] = Mistake(
                    game, move.number, kind, loss, move.position, move.cell, move.best, proof
                )
    yield from mistakes.values()


def _kind(proof: Proof | None) -> str:
    if proof is None:
        return GUESS
    return proof.pattern or str(proof.technique)


def mistakes_of(
    folder: Path,
    *,
    games: int | None = None,
    seed: int = 0,
    budget: Budget | None = None,
    watch: Callable[[int, int], None] | None = None,
) -> Mistakes:
    """Review all replays in a folder and return their mistakes.

    `games`, `seed` and `budget` are those of each review; `watch` is called with (done, files).
    Raise `InputError` for a folder without replays.
    """
    check_games(games or 1)
    check_seed(seed)

    def review_one(replay: Replay, file: str) -> tuple[float, float, list[Mistake]]:
        found = review(replay, games=games, seed=seed, budget=budget)
        return found.skill, found.luck, list(mistakes_in(found, file))

    reviewed, skipped = each_replay(folder, review_one, watch)
    return _joined(reviewed, skipped)


def _joined(
    reviewed: list[tuple[float, float, list[Mistake]]], skipped: Iterable[SkippedFile]
) -> Mistakes:
    count = max(1, len(reviewed))
    mistakes = [mistake for *_values, found in reviewed for mistake in found]
    return Mistakes(
        len(reviewed),
        sum(skill for skill, *_rest in reviewed) / count,
        sum(luck for _skill, luck, _found in reviewed) / count,
        tuple(sorted(mistakes, key=lambda m: (-m.loss, m.game, m.number))),
        tuple(skipped),
    )
