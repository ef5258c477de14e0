"""Simulate: enter runs into a ledger, play the missing games, read the results.

Results are always read from the ledger, so they do not depend on interruptions or on where the
games were played.
"""

from __future__ import annotations

import reprlib
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

from sapper.board.cell import CellLike
from sapper.board.seeds import whole_number
from sapper.board.spec import BoardSpec, StartRule
from sapper.errors import InputError
from sapper.games.given_boards import BoardsLike
from sapper.lab.collection_reading import count_games, read_collection
from sapper.lab.fault_notes import FaultNotes
from sapper.lab.identity import identity_of, sapper_version
from sapper.lab.ledger import Entry, Ledger
from sapper.lab.ledger.keep import Keep
from sapper.lab.ledger.stored_chunk import StoredChunk
from sapper.lab.limits import Limits
from sapper.lab.provenance import Provenance, command_line
from sapper.lab.result import RunResult
from sapper.lab.run import Run
from sapper.lab.schedule import Task, play_tasks
from sapper.lab.standing import Standing
from sapper.lab.statistics import SprtState
from sapper.lab.stored_results import play_again, result_of, stored_chunks
from sapper.lab.workers import WorkerPool, worker_pool
from sapper.language import _
from sapper.players.finding import PlayerLike

__all__ = [
    "MOST_RUN_GAMES",
    "Referee",
    "Watch",
    "open_ledger",
    "play_runs",
    "result_of",
    "say_what_is_kept",
    "simulate",
]


MOST_RUN_GAMES: Final = 1_000_000_000_000
"""The most games of a run; beyond a billion only sums are kept unless it is told otherwise."""


class Watch:
    """Callbacks for progress, which do nothing; override them to show it."""

    def begin(self, standings: Sequence[Standing]) -> None:
        """Show that runs begin, with the games already in the ledger."""

    def update(self, standing: Standing) -> None:
        """Show that more games of a run are in the ledger."""

    def test(self, state: SprtState) -> None:
        """Show the state of a sequential test."""

    def note(self, text: str) -> None:
        """Show a remark to the user."""


class Referee:
    """Receives all games and may stop the runs early; this class never does."""

    @property
    def needs_games(self) -> bool:
        """Whether it needs the games one by one, not only their outcomes."""
        return False

    def see(self, run: Run, chunk: StoredChunk) -> None:
        """Receive some games of a run, in any order."""

    def is_decided(self) -> bool:
        """Return whether no more games are needed."""
        return False

    def games(self) -> int | None:
        """Return how many games the results are of; None for all that were asked for."""
        return None


def simulate(
    player: PlayerLike,
    board: BoardSpec | str | None = None,
    *,
    boards: BoardsLike | None = None,
    games: int | None = None,
    seed: int = 0,
    start: StartRule | str = StartRule.SAFE,
    first: CellLike | None = None,
    keep: Keep | str | None = None,
    workers: int | None = None,
    ledger: Path | str | None = None,
    cluster: str | None = None,
    move_time: float | None = None,
    game_moves: int | None = None,
    strict: bool = False,
    ship: Sequence[Path | str] = (),
    watch: Watch | None = None,
) -> RunResult:
    """Play `games` games of a player and return the result; by default 1000.

    `boards` are given boards instead of a board to deal: a file of them, or layouts, games or
    lines. Each is played once, by default all. `board` then chooses those of one kind.
    With a `ledger` the games are stored in that file and never played twice. `first` is a cell or
    one of corner, middle, random, player; `cluster` is the address of a Dask scheduler, and `ship`
    are files of Python code to send to its workers. `keep` is games, outcomes or summary: what is
    kept beside the sums, by default according to `games`. `move_time` (in seconds) and `game_moves`
    are limits for the player. A game in which it fails or passes a limit is lost and counted in
    `faults`; with `strict` it ends the run.
    Raise `InputError` for an impossible request, `RunStopped` for a run that could not finish.
    """
    limits = Limits(move_time, game_moves, strict)
    if boards is None:
        if board is None:
            raise InputError(_("give a board to deal, or boards to play on"))
        run = Run.of(player, board, start=start, first=first, seed=seed, limits=limits)
    else:
        given = read_collection(boards, board=board, start=start, first=first, seed=seed)
        run = Run.on_collection(player, given, start=start, seed=seed, limits=limits)
    number = count_games(games, run.held)
    with open_ledger(ledger) as book, worker_pool(workers, cluster, ship) as pool:
        return play_runs([run], number, book, pool, watch or Watch(), keep=keep)[0]


def play_runs(
    runs: Sequence[Run],
    games: int,
    ledger: Ledger,
    pool: WorkerPool,
    watch: Watch,
    referee: Referee | None = None,
    keep: Keep | str | None = None,
    least: Keep | None = None,
) -> list[RunResult]:
    """Play the missing games of some runs and return the results.

    A `referee` receives every chunk, also those already in the ledger, and may stop the runs early.
    New games are kept as `keep` says; of all at least `least` is kept, by default `keep` if it is
    given: stored games of which less is kept are played again.
    """
    games = whole_number(games, 1, MOST_RUN_GAMES, f"1 to {MOST_RUN_GAMES:,} games")
    kept = Keep.parse(keep, games)
    if keep is None:
        say_what_is_kept(watch, games, kept)
    if len(set(runs)) < len(runs):
        raise InputError(_("the same player is given twice; give different players"))
    judge = referee or Referee()
    pool.prepare(runs, watch.note)
    needed = least or (Keep.SUMMARY if keep is None else kept)
    tasks = [_task(run, games, kept, needed, ledger, watch) for run in runs]
    standings = {run: Standing(run, games) for run in runs}
    notes = FaultNotes(watch.note)

    def count(entry: Entry, chunk: StoredChunk) -> None:
        standings[entry.run] = standings[entry.run].with_games(chunk.sums)
        judge.see(entry.run, chunk)

    def count_and_show(entry: Entry, chunk: StoredChunk) -> None:
        count(entry, chunk)
        watch.update(standings[entry.run])

    replay = partial(play_again, pool)
    for task in tasks:
        at = 0  # what another process stores from here on is played, but not counted twice
        for chunk in stored_chunks(task.entry, ledger, games, replay, judge.needs_games):
            task.missing += [(at, chunk.begin)] if at < chunk.begin else []
            at = chunk.end
            notes.check_stored(task.entry.run, chunk.sums.faults)
            count(task.entry, chunk)
        task.missing += [(at, games)] if at < games else []
    watch.begin(list(standings.values()))
    origin = Provenance.here(_command())
    play_tasks(tasks, ledger, pool, count_and_show, judge.is_decided, notes.add, origin)
    end = judge.games()
    return [result_of(t.entry, ledger, games if end is None else end, replay) for t in tasks]


def say_what_is_kept(watch: Watch, games: int, kept: Keep) -> None:
    """Note that not every game is kept, where nobody has chosen that."""
    if kept is not Keep.GAMES:
        watch.note(f"of {games:,} games each run keeps {kept}; --keep games keeps every game")


def _command() -> str | None:
    """Return the command that was given, if this process is a command of sapper."""
    return command_line() if Path(sys.argv[0]).stem in ("sapper", "__main__") else None


def open_ledger(ledger: Path | str | None) -> Ledger:
    """Return the ledger in a file, or a new one in memory."""
    if ledger is not None and not isinstance(ledger, str | Path):
        raise InputError(
            _("expected the path of a ledger, got {ledger}").format(ledger=reprlib.repr(ledger))
        )
    return Ledger(None if ledger is None else Path(ledger))


def _task(run: Run, games: int, keep: Keep, least: Keep, ledger: Ledger, watch: Watch) -> Task:
    """Return what is missing of a run; chunks that are damaged or keep less than `least` are."""
    entry = ledger.enter(run, sapper_version(), identity_of(run))
    for other in ledger.entries():
        if other.run == run and other.number != entry.number and other.games:
            watch.note(
                f"the ledger also has {other.games:,} games of another {run.player} (sapper "
                f"{other.version}, identity {other.identity}); they are not used. "
                f"`sapper ledger adopt {other.number}` takes them over if play did not change"
            )
    for damaged in ledger.damaged(entry):
        watch.note(f"the ledger's {damaged} are damaged; they are played again")
        ledger.drop(damaged)
    if again := ledger.drop_below(entry, least, games):
        watch.note(
            f"of {again:,} games of {run.player} the ledger kept less than {least}, which is "
            "needed; they are played again"
        )
    return Task(entry, games, [], keep)
