"""EXPLAIN: why a cell is certain, why a position is impossible, where to look, what to guess.

`explain` tells why; `conflict` tells what clashes and how to repair it; `hint` helps in
stages; `unavoidable` names the guesses that will not get better. All give data and words.
"""

from sapper.explain.conflict import Conflict, conflict
from sapper.explain.explain import explain, explain_all
from sapper.explain.guess import Candidate, explain_guess
from sapper.explain.hint import Hint, hint
from sapper.explain.proof import Proof, Role, Step, Technique, Undecided, Witness
from sapper.explain.repairs import Change, Repair
from sapper.explain.unavoidable import Group, unavoidable

__all__ = [
    "Candidate",
    "Change",
    "Conflict",
    "Group",
    "Hint",
    "Proof",
    "Repair",
    "Role",
    "Step",
    "Technique",
    "Undecided",
    "Witness",
    "conflict",
    "explain",
    "explain_all",
    "explain_guess",
    "hint",
    "unavoidable",
]
