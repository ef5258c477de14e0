"""Write the rows of a part as JSON lines, as the module json would write them.

The core writes the cells, which are nearly all of a line.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from sapper import _core
from sapper.board.cell import pairs_at
from sapper.board.formats.line import format_lines
from sapper.lab.dataset.game_texts import game_texts
from sapper.lab.dataset.rows import PartRows

__all__ = ["json_lines"]

_TRUTH: Final = ("false", "true")
_UNKNOWN: Final = b'"chances":null,"safe":null,"mines":null'


def json_lines(rows: PartRows) -> bytes:
    """Return the file of a part; without an answer chances and cells are null."""
    return b"".join(
        b'{%b,"position":"%b",%b,%b}\n' % parts
        for parts in zip(_heads(rows), _positions(rows), _cells(rows), _tails(rows), strict=True)
    )


def _heads(rows: PartRows) -> Iterator[bytes]:
    """Yield the game, the player and the number of moves."""
    player = json.dumps(rows.part.run.player)
    starts = [f'"game":{json.dumps(text)},"player":{player},"move":' for text in game_texts(rows)]
    games, moves = rows.decided.games.tolist(), rows.decided.moves.tolist()
    return (f"{starts[game]}{move}".encode() for game, move in zip(games, moves, strict=True))


def _positions(rows: PartRows) -> Iterator[bytes]:
    spec = rows.part.run.spec
    lines = format_lines(spec.geometry, spec.mines, rows.decided.faces)
    text, width = lines.tobytes(), lines.shape[1]
    return (text[start : start + width] for start in range(0, len(text), width))


def _cells(rows: PartRows) -> Iterator[bytes]:
    """Yield chances and certain cells."""
    geometry, batch = rows.part.run.spec.geometry, rows.batch
    shape = (len(rows), geometry.size)
    texts = _core.board_json(
        batch.chances.reshape(shape), batch.verdicts.reshape(shape), geometry.columns
    )
    known = batch.is_possible.tolist()
    return (text if is_known else _UNKNOWN for text, is_known in zip(texts, known, strict=True))


def _tails(rows: PartRows) -> Iterator[bytes]:
    """Yield the decision, how the game ended, and what else was asked for."""
    decided = rows.decided
    choices = pairs_at(decided.choices.tolist(), rows.part.run.spec.geometry.columns)
    games, guesses = decided.games.tolist(), decided.guesses.tolist()
    columns = zip(decided.kinds, choices, guesses, games, strict=True)
    for place, (kind, (row, column), is_guess, game) in enumerate(columns):
        text = (
            f'"kind":"{kind}","choice":[{row},{column}],"is_guess":{_TRUTH[is_guess]}'
            f',"won":{_TRUTH[rows.won[game]]}'
        )
        yield f"{text}{_asked(rows, place)}".encode()


def _asked(rows: PartRows, place: int) -> str:
    """Return the best cell and the technique, if they were asked for."""
    text = ""
    if rows.best is not None:
        cell = rows.best[place]
        text += f',"best":{json.dumps(cell and cell.pair, separators=(",", ":"))}'
    if rows.technique is not None:
        text += f',"technique":{json.dumps(rows.technique[place])}'
    return text
