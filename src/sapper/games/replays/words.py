"""What a replay says, in rows and sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper.board.views import View
from sapper.games.picture import game_svg

if TYPE_CHECKING:
    from sapper.games.replays.mouse import Click
    from sapper.games.replays.replay import Replay

__all__ = ["click_line", "replay_rows", "replay_view"]


def replay_rows(replay: Replay) -> list[tuple[str, str]]:
    """Return what is known of a replay, in pairs of a name and a value; unknown ones left out."""
    clicks = replay.clicks
    kinds = f"left {clicks.left}, right {clicks.right}, chord {clicks.chord}"
    program = " ".join(filter(None, (replay.program, replay.version)))
    rows = [
        ("replay", f"{replay.format.upper()} of {program}" if program else replay.format.upper()),
        ("player", replay.player),
        ("date", replay.date),
        ("board", f"{replay.layout.spec} ({replay.level})"),
        ("mode", "" if replay.mode in ("normal", "classic") else replay.mode),
        ("time", "" if replay.time is None else f"{replay.time:.3f} s"),
        ("3BV", str(replay.bbbv)),
        ("clicks", f"{kinds}; {clicks.wasted} wasted"),
        ("result", str(replay.status)),
    ]
    return [(name, value) for name, value in rows if value]


def click_line(click: Click) -> str:
    """Return a click as one line: its time, what it did and where."""
    where = "outside the board" if click.cell is None else f"{click.cell}"
    what = f"wasted {click.kind} click" if click.move is None else click.move.kind
    return f"{click.time:>9.3f}  {what} {where}"


def replay_view(replay: Replay) -> View:
    """Return what a notebook shows of a replay: the end of the game and the figures."""
    game = replay.game
    view = View(
        title=f"{replay.format.upper()} replay of {replay.layout.spec}, {game.status.value}",
        sentences=list(replay.notes),
        rows=replay_rows(replay),
    )
    return game.position.view_with(lambda: game_svg(game), view)
