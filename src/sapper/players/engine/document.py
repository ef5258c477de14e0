"""The answer to a question for the best move: the choice, why in words, the winning chance."""

from __future__ import annotations

from sapper.analysis.budget import Budget
from sapper.players.engine.choice import Choice, ChoiceDocument, WinChance, WinChanceDocument
from sapper.players.engine.words import explain_choice

__all__ = ["AdviceDocument", "advice_document"]


class AdviceDocument(ChoiceDocument):
    """The best move and why; the winning chance is null unless games were asked for."""

    explanation: str
    win_chance: WinChanceDocument | None


def advice_document(
    choice: Choice, chance: WinChance | None = None, *, budget: Budget | None = None
) -> AdviceDocument:
    """Return the best move as plain data; raise `BudgetExceeded` when the budget ends."""
    return AdviceDocument(
        **choice.to_dict(),
        explanation=explain_choice(choice, budget=budget),
        win_chance=None if chance is None else chance.to_dict(),
    )
