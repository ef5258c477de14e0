"""The score of a game in guess mode: its luck taken out, beside that of champion's choices."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from sapper.analysis import analyse
from sapper.analysis.budget import Allowance, Budget
from sapper.errors import InputError
from sapper.games.game import Game, Status
from sapper.games.metrics.pluck import survivals
from sapper.language import _, _n, local_number
from sapper.players.engine.engine import Engine
from sapper.proofs import Proof
from sapper.reviews.classify import easiest_proof

__all__ = ["GuessScore", "guess_score"]


@dataclass(frozen=True)
class GuessScore:
    """How many guesses the mode let survive, and the chance to survive them all without it.

    The first cell does not count. `champion` is the same chance had champion chosen at each of
    these positions. `proof` is that of a safe cell, if an uncertain one beside it lost the game.
    """

    guesses: int
    chance: float
    champion: float
    proof: Proof | None

    document_as = ("guesses", "chance", "champion", "proof", "text")

    @property
    def text(self) -> str:
        """The score in words."""
        if not self.guesses:
            text = _("Guess mode: after the first cell, no luck was needed.")
        else:
            text = _n(
                "Guess mode: after the first cell, you would have survived this guess 1 in {yours} "
                "times; champion's choice, 1 in {champion}.",
                "Guess mode: after the first cell, you would have survived these {count:,} guesses "
                "1 in {yours} times; champion's choices, 1 in {champion}.",
                self.guesses,
            ).format(count=self.guesses, yours=_odds(self.chance), champion=_odds(self.champion))
        if self.proof is None:
            return text
        return _("{score} There was a proof: {proof}").format(score=text, proof=self.proof.text)


def guess_score(game: Game, budget: Budget | None = None) -> GuessScore:
    """Return the score of the moves so far, without the first cell, as in the pluck of the game.

    Raise `InputError` for a game that is not in guess mode, and `BudgetExceeded`.
    """
    if game.guess_seed is None:
        raise InputError(_("this game is not in guess mode: it has no score"))
    allowance = Allowance(budget)
    played = zip(game.moves, game.positions(), strict=True)
    opened = [each for each in played if each[0].kind in ("open", "chord")][1:]
    chances = list(survivals(game, allowance))
    proof = None
    if game.status is Status.LOST:
        (move, position), chance = opened.pop(), chances.pop()
        if chance > 0:
            analysis = analyse(position, budget=allowance.remaining)
            proof = easiest_proof(position, analysis, move.cell, allowance)
    guesses = [each for each, chance in zip(opened, chances, strict=True) if chance < 1]
    engine, champion = Engine("champion"), 1.0  # decides as the player does, unlike `best`
    for _move, position in guesses:
        cell = engine.ask(position, allowance.remaining).cell
        champion *= 1.0 - analyse(position, budget=allowance.remaining).chance(cell)
    return GuessScore(len(guesses), prod(chances), champion, proof)


def _odds(chance: float) -> str:
    """Return N of "1 in N", to three digits or whole."""
    odds = 1 / chance
    return local_number(f"{odds:.3g}" if odds < 100 else f"{odds:,.0f}")
