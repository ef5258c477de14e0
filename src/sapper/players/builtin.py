"""The players that come with sapper.

A class with some options fixed is a `partial`: unlike a lambda it can be pickled.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from sapper.language import N_
from sapper.players.engine.choice import NativePlayerName
from sapper.players.engine.clicks import EfficientPlayer
from sapper.players.engine.native_player import NativePlayer
from sapper.players.papers.backtracking import BacktrackingPlayer
from sapper.players.papers.bfs import BfsPlayer
from sapper.players.papers.greedy import GreedyPlayer
from sapper.players.papers.hybrid import HybridPlayer
from sapper.players.papers.hybrid_global import HybridGlobalPlayer
from sapper.players.papers.probability import ProbabilityPlayer
from sapper.players.papers.probability_matrix import MATRICES
from sapper.players.registry import Option, PlayerSpec, register_all

__all__ = ["FAMILIES", "register_builtin"]

FAMILIES: Final = (
    N_("greedy rules"),
    N_("greedy rules + CSP (constraint satisfaction problem)"),
    N_("probability"),
    N_("backtracking"),
    N_("breadth-first traversal"),
    N_("native: exact chances in C++"),
)
"""The methods of the players that come with sapper, in the order of a course on them."""

_RULES, _CSP, _PROBABILITY, _BACKTRACKING, _BREADTH_FIRST, _CORE = FAMILIES

_NATIVE: Final[dict[NativePlayerName, str]] = {
    "champion": N_(
        "Exact chances, one step of look-ahead by a learned winning chance, exact endgame."
    ),
    "patient": N_("Champion with a second step of look-ahead where candidates are close."),
    "lookahead": N_("Exact chances, one step of look-ahead by next safety, exact endgame."),
    "fast": N_("The safest cell by exact chances, ties by one step of look-ahead."),
    "deep": N_("Patient, with close guesses played to the end on random layouts."),
}
"""The players that decide in the core, which can also play whole games with them."""

_DEEP_OPTIONS: Final = (Option("layouts", N_("layouts for a guess"), "64", least=1),)

_PROBABILITY_OPTIONS: Final = (
    Option("opening", N_("the first cell"), "corner", ("corner", "random")),
    Option("budget", N_("placements of one enumeration"), "20000"),
)

_PYTHON: Final = (
    PlayerSpec(
        name="greedy",
        family=_RULES,
        summary=N_("Two rules on single numbers, then a blind guess."),
        paper="Huda",
        make=GreedyPlayer,
        options=(Option("guess", N_("how to guess"), "random", ("random", "density")),),
    ),
    PlayerSpec(
        name="greedy-density",
        family=_RULES,
        summary=N_("As greedy; guesses the first cell by the density of equation (1)."),
        paper="Huda",
        make=partial(GreedyPlayer, guess="density"),
    ),
    PlayerSpec(
        name="hybrid",
        family=_CSP,
        summary=N_("Rules, then every local pattern counted by a sound dynamic program."),
        paper="Huda",
        make=HybridPlayer,
        options=(Option("budget", N_("states of one component's table"), "20000"),),
    ),
    PlayerSpec(
        name="hybrid-global",
        family=_CSP,
        summary=N_("Hybrid with exact chances over the whole board and an information tie-break."),
        paper="Huda",
        make=HybridGlobalPlayer,
        options=(Option("budget", N_("states of one component's table"), "50000"),),
    ),
    PlayerSpec(
        name="probability",
        family=_PROBABILITY,
        summary=N_(
            "Exact chances over all layouts, by islands; opens a corner, then a safest cell."
        ),
        paper="anonymous",
        make=ProbabilityPlayer,
        options=(
            Option("matrix", N_("how the matrix is built"), "islands", MATRICES),
            *_PROBABILITY_OPTIONS,
        ),
    ),
    PlayerSpec(
        name="probability-frontier",
        family=_PROBABILITY,
        summary=N_("As probability, the matrix enumerated over the whole frontier."),
        paper="anonymous",
        make=partial(ProbabilityPlayer, matrix="frontier"),
        options=_PROBABILITY_OPTIONS,
    ),
    PlayerSpec(
        name="probability-naive",
        family=_PROBABILITY,
        summary=N_(
            "As probability, the matrix from every placement of the mines: tiny boards only."
        ),
        paper="anonymous",
        make=partial(ProbabilityPlayer, matrix="naive"),
        options=_PROBABILITY_OPTIONS,
    ),
    PlayerSpec(
        name="backtracking",
        family=_BACKTRACKING,
        summary=N_(
            "Rules, then every consistent assignment around the numbers, one by one; hybrid counts "
            "the same assignments, so both win the same boards."
        ),
        paper="Amadia",
        make=BacktrackingPlayer,
        options=(Option("budget", N_("nodes of one component's tree"), "20000"),),
    ),
    PlayerSpec(
        name="bfs",
        family=_BREADTH_FIRST,
        summary=N_(
            "A queue of numbers: single, then together, the mine count, then a random cell."
        ),
        paper="Sansani",
        make=BfsPlayer,
    ),
)
"""The players that decide in Python: those of the papers."""


_EFFICIENT: Final = PlayerSpec(
    name="efficient",
    family=_CORE,
    summary=N_("Certain moves for the fewest clicks, with flags and chords; guesses as champion."),
    paper="ours",
    make=EfficientPlayer,
    options=(
        Option(
            "give",
            N_("share of the winning chance that a guess may give up to save clicks"),
            "0%",
            is_share=True,
        ),
    ),
)


def register_builtin() -> None:
    """Register every player that comes with sapper."""
    native = (
        PlayerSpec(
            player,
            summary,
            "ours",
            partial(NativePlayer, player=player),
            native=player,
            family=_CORE,
            options=_DEEP_OPTIONS if player == "deep" else (),
        )
        for player, summary in _NATIVE.items()
    )
    register_all([*native, _EFFICIENT, *_PYTHON])
