"""Make one part: play its games, ask the core about all positions at once, write Parquet.

A row is a position in which a player decided. Rows depend on the plan only, and the bytes on them
and on the version of pyarrow. The games of a native player and all chances need no Python for a
single position.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt
import pyarrow as arrow  # type: ignore[import-untyped]
from pyarrow import parquet

from sapper.analysis.batch import Verdict, analyse_many
from sapper.analysis.batch_input import BoardStack
from sapper.board.cell import Cell
from sapper.board.formats.matrix import codes_of
from sapper.board.position import Position
from sapper.errors import BudgetExceeded
from sapper.games.core_games import GameDecisions, decisions_of_games
from sapper.games.game import Game, Status
from sapper.games.game_line import GameLine
from sapper.games.playing import Turn, turns
from sapper.lab.dataset.plan import MOST_FAILURES, Part
from sapper.lab.playing.faults import failure_of, replay_command
from sapper.lab.runs.run import Run
from sapper.players import best
from sapper.players.decision import Move
from sapper.proofs import explain_all

__all__ = ["make_part"]

T = TypeVar("T")


def make_part(part: Part) -> tuple[bytes, dict[str, Any]]:
    """Return the file of a part, and its name and figures; called on a worker."""
    played, spec = _play_games(part), part.run.spec
    kept = _one_of_every(played.decisions.games, part.every)
    faces = np.frombuffer(played.decisions.faces, np.uint8).reshape(-1, spec.geometry.size)[kept]
    boards = BoardStack(spec.geometry, faces.tobytes(), (spec.mines,) * len(faces))
    batch = analyse_many(boards, workers=1)
    is_unknown = arrow.array(~batch.is_possible)
    games = arrow.array(played.decisions.games[kept])
    codes = np.frombuffer(codes_of(faces.tobytes()), np.int8)
    columns = {
        "game": arrow.array(_game_lines(part, played.firsts), arrow.string()).take(games),
        "player": arrow.repeat(arrow.scalar(part.run.player, arrow.string()), len(games)),
        "move": arrow.array(played.decisions.moves[kept]),
        "position": arrow.array(map(str, batch.positions), arrow.string()),
        "faces": _cells_column(codes, spec.geometry.size),
        "chances": _cells_column(batch.chances.astype(np.float32), spec.geometry.size, is_unknown),
        "verdicts": _cells_column(batch.verdicts, spec.geometry.size, is_unknown),
        "kind": arrow.array(played.kinds[kept], arrow.string()),
        "choice": arrow.array(played.decisions.choices[kept]),
        "is_guess": arrow.array(played.decisions.guesses[kept]),
        "won": arrow.array(played.decisions.won, arrow.bool_()).take(games),
    }
    if part.best:
        columns["best"] = arrow.array(
            _ask(lambda at: at.geometry.index(best(at).cell), boards), arrow.int32()
        )
    if part.technique:
        columns["technique"] = arrow.array(_ask(_easiest_technique, boards), arrow.string())
    return _parquet_bytes(arrow.table(columns)), {
        "part": part.name,
        "rows": len(games),
        "games": len(part.games),
        "wins": sum(played.decisions.won),
        "guesses": int(played.decisions.guesses[kept].sum()),
        "certain": int((batch.verdicts == Verdict.SAFE).any(axis=(1, 2)).sum()),
        "unknown": int((~batch.is_possible).sum()),
        "faults": len(played.failures),
        "failures": played.failures[:MOST_FAILURES],
    }


class _Played(NamedTuple):
    """The games of a part: all decisions, and the kind of each; the first cell of every game.

    `failures` are the games in which the player failed, each as a sentence with the command that
    plays it again.
    """

    decisions: GameDecisions
    kinds: npt.NDArray[np.str_]
    firsts: list[Cell | None]
    failures: list[str]


def _play_games(part: Part) -> _Played:
    """Play all games of a part: in the core, if it can."""
    run, games, first = part.run, part.games, part.run.first_cell.cell
    if run.native is None or first is None:
        return _play_in_python(run, games)
    found = decisions_of_games(
        run.spec, run.rule, first, run.seed, games.start, len(games), run.native
    )
    return _Played(found, np.full(len(found.games), "open"), [first] * len(games), [])


def _play_in_python(run: Run, numbers: range) -> _Played:
    watched = [_watch_game(run, number) for number in numbers]
    turns_seen = [each for _game, seen, _failure in watched for each in seen]
    moves, index = [turn.decision.move for _made, turn in turns_seen], run.spec.geometry.index
    counts = [len(seen) for _game, seen, _failure in watched]
    decisions = GameDecisions(
        faces=b"".join(turn.position.faces for _made, turn in turns_seen),
        games=np.repeat(np.arange(len(numbers), dtype=np.int32), counts),
        moves=np.array([made for made, _turn in turns_seen], np.int32),
        choices=np.array([index(move.cell) for move in moves], np.int32),
        guesses=np.array([turn.decision.is_guess for _made, turn in turns_seen], np.bool_),
        won=[game.status is Status.WON for game, _seen, _failure in watched],
    )
    opened = [[move.cell for move in game.moves if move.kind == "open"] for game, *_ in watched]
    failures = [
        f"seed {run.seed}, game {number}: {failure}; replay: {replay_command(run, number)}"
        for number, (_game, _seen, failure) in zip(numbers, watched, strict=True)
        if failure is not None
    ]
    kinds = np.array([move.kind for move in moves], np.str_)
    return _Played(decisions, kinds, [cells[0] if cells else None for cells in opened], failures)


def _watch_game(run: Run, number: int) -> tuple[Game, list[tuple[int, Turn]], str | None]:
    """Return a game, its decisions with the moves before each, and how the player failed, if so.

    A failure ends the game, and the positions before are kept. The given first cell is no decision,
    and moves that were decided together are one.
    """
    game = Game(run.spec, run.rule, seed=run.seed, game=number)
    first = run.first_cell.cell_of(run.spec, run.seed, number)
    seen: list[tuple[int, Turn]] = []
    last = None
    try:
        played = turns(game, run.player_spec, first, most_moves=run.limits.game_moves)
        for made, turn in enumerate(played):
            if turn.position is not last and (made or first is None):
                seen.append((made, turn))
            last = turn.position
    except (KeyboardInterrupt, MemoryError):
        raise
    except BaseException as error:  # whatever a player raises, SystemExit too
        if isinstance(error.__cause__, MemoryError):  # of the machine, not of this game
            raise error.__cause__ from None
        return game, seen, failure_of(error, run, number).text
    return game, seen, None


def _one_of_every(games: npt.NDArray[np.int32], every: int) -> npt.NDArray[np.bool_]:
    """Return which decisions are kept: one of `every` of each game, the first included."""
    number, is_first = np.arange(len(games)), np.diff(games, prepend=-1) != 0
    start = np.maximum.accumulate(np.where(is_first, number, 0))
    return np.asarray((number - start) % every == 0)


def _game_lines(part: Part, firsts: list[Cell | None]) -> list[str]:
    """Return the line of every game, with the move that opened its first cell, if there is one."""
    run = part.run
    moves = [() if cell is None else (str(Move("open", cell)),) for cell in firsts]
    return [
        str(GameLine(run.board, run.start, str(run.seed), str(game), opened))
        for game, opened in zip(part.games, moves, strict=True)
    ]


def _cells_column(values: npt.NDArray[Any], size: int, mask: Any = None) -> Any:
    """Return a column with a value for every cell; null where the mask is true."""
    return arrow.FixedSizeListArray.from_arrays(arrow.array(values.ravel()), size, mask=mask)


def _parquet_bytes(table: Any) -> bytes:
    # Cells as they are: a dictionary or the extremes of them cost time and save nothing.
    target, of_cells = io.BytesIO(), ("faces", "chances", "verdicts")
    parquet.write_table(
        table,
        target,
        compression="zstd",
        compression_level=1,
        use_dictionary=["game", "player", "kind", "technique"],
        write_statistics=[name for name in table.column_names if name not in of_cells],
    )
    return target.getvalue()


def _ask(question: Callable[[Position], T | None], boards: BoardStack) -> list[T | None]:
    """Return the answer for every position; None beyond the budget."""

    def answer(position: Position) -> T | None:
        try:
            return question(position)
        except BudgetExceeded:
            return None

    return [answer(position) for position in boards.positions()]


def _easiest_technique(position: Position) -> str | None:
    """Return the technique of the easiest proof of a safe cell; None if no cell is safe."""
    proofs = [proof for proof in explain_all(position) if not proof.is_mine]
    return min(proofs, key=lambda proof: proof.difficulty).technique.value if proofs else None
