"""A replay as plain data: what `--json`, the API and notebooks share."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from sapper.board.cell import CellPair
from sapper.games.clicks import ClickDocument

if TYPE_CHECKING:
    from sapper.games.replays.replay import Replay

__all__ = ["MadeClickDocument", "ReplayFileDocument", "replay_document"]


class MadeClickDocument(TypedDict):
    """A click: left, right or chord, in seconds since the game began.

    The cell is null outside the board, `move` if the click changed nothing.
    """

    time: float
    kind: str
    cell: CellPair | None
    move: str | None


class ReplayFileDocument(TypedDict):
    """A replay of another program; `game` is the line that plays it here, with its times.

    `time` and `stated_bbbv` are what the file states, null where it states nothing; `bbbv` is
    that of the layout. Texts that the file lacks are empty.
    """

    format: str
    game: str
    status: str
    layout: str
    level: str
    player: str
    program: str
    version: str
    date: str
    mode: str
    time: float | None
    stated_bbbv: int | None
    bbbv: int
    clicks: ClickDocument
    clicks_made: list[MadeClickDocument]
    notes: list[str]


def replay_document(replay: Replay) -> ReplayFileDocument:
    """Return a replay as plain data."""
    game = replay.game
    return ReplayFileDocument(
        format=replay.format,
        game=game.text,
        status=game.status.value,
        layout=replay.layout.text,
        level=replay.level,
        player=replay.player,
        program=replay.program,
        version=replay.version,
        date=replay.date,
        mode=replay.mode,
        time=replay.time,
        stated_bbbv=replay.stated_bbbv,
        bbbv=replay.bbbv,
        clicks=replay.clicks.to_dict(),
        clicks_made=[
            MadeClickDocument(
                time=click.time,
                kind=click.kind,
                cell=None if click.cell is None else click.cell.pair,
                move=None if click.move is None else str(click.move),
            )
            for click in replay.clicks_made
        ],
        notes=list(replay.notes),
    )
