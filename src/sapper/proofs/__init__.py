"""EXPLAIN: why a cell is certain, why a position is impossible, where to look.

`explain` proves a cell; `conflict` shows what clashes and how to repair it; `hint` helps in
stages; `unavoidable` names the guesses that will not get better. All return data with its text.
"""

from sapper.proofs.conflicts import Conflict, Impossible, conflict
from sapper.proofs.hints import Hint, hint
from sapper.proofs.proof import (
    Explanation,
    Highlight,
    Proof,
    Role,
    Step,
    Technique,
    Undecided,
    easiest_first,
)
from sapper.proofs.prove import explain, explain_all
from sapper.proofs.repairs import Change, Repair
from sapper.proofs.unavoidable_guesses import Group, unavoidable

__all__ = [
    "Change",
    "Conflict",
    "Explanation",
    "Group",
    "Highlight",
    "Hint",
    "Impossible",
    "Proof",
    "Repair",
    "Role",
    "Step",
    "Technique",
    "Undecided",
    "conflict",
    "easiest_first",
    "explain",
    "explain_all",
    "hint",
    "unavoidable",
]
