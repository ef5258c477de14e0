"""Compare players on the same boards: paired differences, and a sequential test."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Any, cast

from sapper.board.cell import CellLike
from sapper.board.notebook_value import View
from sapper.board.spec import BoardSpec, StartRule
from sapper.documents import document
from sapper.errors import InputError
from sapper.lab.ledger import Ledger
from sapper.lab.pair import Pair, has_own_boards
from sapper.lab.playing.chunk import Keep
from sapper.lab.result import RunResult
from sapper.lab.runs.limits import RunLimits
from sapper.lab.runs.run import Run
from sapper.lab.simulation import Laboratory, Watch, laboratory, say_what_is_kept
from sapper.lab.statistics.referee import SprtReferee, basis_of, check_basis
from sapper.lab.statistics.sprt import Basis, Sprt, SprtState
from sapper.lab.table import Value, format_value
from sapper.players.finding import PlayerLike, player_spec_of

__all__ = ["Comparison", "Contest", "Pair", "compare"]


@dataclass(frozen=True)
class Contest:
    """All players on one board; `sprt` is the result of the sequential test, if there was one."""

    results: tuple[RunResult, ...]
    sprt: SprtState | None = None

    @cached_property
    def pairs(self) -> list[Pair]:
        """Every player against every later one."""
        return [Pair(a, b) for a, b in combinations(self.results, 2)]

    def __repr__(self) -> str:
        return f"<Contest {_won_by_each(self)}>"


@dataclass(frozen=True)
class BoardTest:
    """The state of the sequential test on one board."""

    board: str
    state: SprtState

    document_as = (
        "board",
        ("on", "state.on"),
        ("verdict", "state.verdict"),
        ("ratio", "state.ratio"),
        ("games", "state.games"),
        ("low", "state.low"),
        ("high", "state.high"),
        ("history", "state.history"),
    )


@dataclass(frozen=True)
class Comparison:
    """Contests, one per board."""

    contests: tuple[Contest, ...]

    document_as = ("players", "pairs", ("sprt", "tests"))

    @property
    def players(self) -> list[RunResult]:
        """The results of all contests."""
        return [result for contest in self.contests for result in contest.results]

    @property
    def pairs(self) -> list[Pair]:
        """The pairs of all contests."""
        return [pair for contest in self.contests for pair in contest.pairs]

    @property
    def tests(self) -> list[BoardTest]:
        """The sequential tests that were made."""
        tested = ((contest.results[0].run.board, contest.sprt) for contest in self.contests)
        return [BoardTest(board, sprt) for board, sprt in tested if sprt is not None]

    def _repr_html_(self) -> str:
        """Return the tables, for notebooks."""
        found = document(self)
        players = [{**row, "faults": row["faults"]["total"]} for row in found["players"]]
        pairs = _view("pairs", found["pairs"]).html()
        return f"<div>{_view('players', players).html()}{pairs}</div>"

    def __repr__(self) -> str:
        boards = "; ".join(map(_won_by_each, self.contests[:2]))
        more = f"; {len(self.contests) - 2} more boards" if len(self.contests) > 2 else ""
        return f"<Comparison: {boards}{more}>"


def _won_by_each(contest: Contest) -> str:
    wins = (f"{r.run.player} won {r.wins} of {r.games}" for r in contest.results[:3])
    return f"on {contest.results[0].run.board} {', '.join(wins)}"


def _view(title: str, rows: Sequence[Mapping[str, object]]) -> View:
    values = [[format_value(v) for v in cast(list[Value], list(row.values()))] for row in rows]
    return View(title, heads=[name.replace("_", " ") for name in rows[0]], rows=values)


def compare(
    *players: PlayerLike,
    board: BoardSpec | str | Sequence[BoardSpec | str] = (),
    games: int = 1000,
    seed: int = 0,
    start: StartRule | str = StartRule.SAFE,
    first: CellLike | None = None,
    sprt: Sprt | tuple[float, float] | None = None,
    sprt_on: Basis | None = None,
    keep: Keep | str | None = None,
    workers: int | None = None,
    ledger: Path | str | None = None,
    cluster: str | None = None,
    move_time: float | None = None,
    game_moves: int | None = None,
    strict: bool = False,
    watch: Watch | None = None,
) -> Comparison:
    """Compare players on the same boards; with `sprt` until the test has decided.

    There is one contest for each `board`. The test is on scores if both players have them, else on
    outcomes; `sprt_on` chooses.
    The other options are those of `simulate`, and so are the errors.
    """
    test = Sprt(*sprt) if isinstance(sprt, tuple) else sprt
    kinds = list(board) if isinstance(board, Sequence) and not isinstance(board, str) else [board]
    _check(players, kinds, test)
    options: Any = {
        "start": start, "seed": seed, "limits": RunLimits(move_time, game_moves, strict)
    }  # fmt: skip
    specs = [player_spec_of(player) for player in players]
    contests = [[Run.of(spec, one, first=first, **options) for spec in specs] for one in kinds]
    for runs in contests:
        _check_same_boards(runs[0])
        check_basis(runs, sprt_on)
    kept, show = _keep(keep, games), watch or Watch()
    least = Keep.OUTCOMES if keep is None else kept
    if keep is None:
        say_what_is_kept(show, games, kept)
    if test is not None and sprt_on == "scores" and kept is not Keep.GAMES:
        raise InputError(f"--sprt-on scores needs every game, and of {games:,} are kept {kept}")
    with laboratory(workers, ledger, cluster, show) as lab:
        return Comparison(
            tuple(_contest(runs, games, test, sprt_on, kept, least, lab) for runs in contests)
        )


def _contest(
    runs: list[Run],
    games: int,
    test: Sprt | None,
    on: Basis | None,
    keep: Keep,
    least: Keep,
    lab: Laboratory,
) -> Contest:
    if test is None:
        return Contest(tuple(lab.play(runs, games, keep=keep, least=least)))
    runs = lab.enter(runs, games)
    basis = on or (basis_of(runs) if _has_games(runs, games, keep, lab.ledger) else "outcomes")
    referee = SprtReferee(runs, test, basis, lab.watch)
    needed = Keep.GAMES if basis == "scores" else least
    results = lab.play(runs, games, keep=keep, least=needed, referee=referee)
    return Contest(tuple(results), referee.state())


def _has_games(runs: Sequence[Run], games: int, keep: Keep, ledger: Ledger | None) -> bool:
    """Return whether the games are kept one by one, also those that are stored already."""
    if ledger is None or keep is not Keep.GAMES:
        return keep is Keep.GAMES
    return all(ledger.keep_of(run, games) is Keep.GAMES for run in runs)


def _keep(keep: Keep | str | None, games: int) -> Keep:
    """Return what to keep of the games; a comparison needs at least their outcomes."""
    kept = Keep.parse(keep, games)
    if kept.has_outcomes:
        return kept
    if keep is None:
        return Keep.OUTCOMES
    raise InputError("a comparison needs the outcomes on the same boards: keep those or the games")


def _check(players: Sequence[PlayerLike], boards: Sequence[object], test: Sprt | None) -> None:
    if len(players) < 2:
        raise InputError(f"a comparison needs at least two players, got {len(players)}")
    if test is not None and len(players) != 2:
        raise InputError(f"a sequential test needs exactly two players, got {len(players)}")
    if not boards:
        raise InputError("a comparison needs a board")


def _check_same_boards(run: Run) -> None:
    if has_own_boards(run):
        raise InputError(
            f"the first cell must be the same for all: start rule {run.start} deals around it, so "
            "players that choose their own get different boards"
        )
