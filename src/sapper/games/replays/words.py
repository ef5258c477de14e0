"""What a replay says, in rows and sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sapper.board.views import View
from sapper.games.picture import game_svg
from sapper.language import N_, _
from sapper.players.move_words import move_name

if TYPE_CHECKING:
    from sapper.games.replays.mouse import Click
    from sapper.games.replays.replay import Replay

__all__ = ["click_line", "replay_rows", "replay_view"]

_WASTED: Final = {
    "left": N_("wasted left click {cell}"),
    "right": N_("wasted right click {cell}"),
    "chord": N_("wasted chord click {cell}"),
}


def replay_rows(replay: Replay) -> list[tuple[str, str]]:
    """Return what is known of a replay, in pairs of a name and a value; unknown ones left out."""
    clicks = replay.clicks
    counted = _("left {left}, right {right}, chord {chord}; {wasted} wasted").format(
        left=clicks.left, right=clicks.right, chord=clicks.chord, wasted=clicks.wasted
    )
    program = " ".join(filter(None, (replay.program, replay.version)))
    rows = [
        (_("replay"), _origin(replay.format.upper(), program)),
        (_("player"), replay.player),
        (_("date"), replay.date),
        (_("board"), f"{replay.layout.spec} ({_(replay.level)})"),
        (_("mode"), "" if replay.mode in ("normal", "classic") else replay.mode),
        (_("time"), "" if replay.time is None else f"{replay.time:.3f} s"),
        ("3BV", str(replay.bbbv)),
        (_("clicks"), counted),
        (_("result"), replay.status.label),
    ]
    return [(name, value) for name, value in rows if value]


def _origin(kind: str, program: str) -> str:
    return _("{kind} of {program}").format(kind=kind, program=program) if program else kind


def click_line(click: Click) -> str:
    """Return a click as one line: its time, what it did and where."""
    if click.move is not None:
        return f"{click.time:>9.3f}  {move_name(click.move)}"
    where = _("outside the board") if click.cell is None else str(click.cell)
    return f"{click.time:>9.3f}  {_(_WASTED[click.kind]).format(cell=where)}"


def replay_view(replay: Replay) -> View:
    """Return what a notebook shows of a replay: the end of the game and the figures."""
    game = replay.game
    view = View(
        title=_("{kind} replay of {board}, {end}").format(
            kind=replay.format.upper(), board=replay.layout.spec, end=game.status.label
        ),
        sentences=list(replay.notes),
        rows=replay_rows(replay),
    )
    return game.position.view_with(lambda: game_svg(game), view)
