"""A replay: the game that a player of another program played, with the time of every click."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import pairwise, starmap
from math import dist
from typing import Final, get_args

from sapper.board.notebook_value import NotebookValue, View
from sapper.board.spec import StartRule
from sapper.games.game import Game, Status
from sapper.games.metrics.clicks import ClickCounts
from sapper.games.replays.mouse import Click, ClickKind, play_buttons
from sapper.games.replays.recording import Recording, level_of
from sapper.language import N_, _
from sapper.players.decision import move_name

__all__ = ["Replay", "click_line", "replay_of", "replay_rows"]

_TOLERANCE = 0.02  # seconds between the stated time and that of the last click


@dataclass(frozen=True, kw_only=True)
class Replay(NotebookValue, Recording):
    """A game from another program's file, and what the file says about it.

    `game` has all its moves, each with its time. `clicks_made` has every click, also those that
    changed nothing. `notes` says what sapper does not keep and what is odd in the file.
    """

    game: Game
    clicks_made: tuple[Click, ...]
    clock_start: int
    """The millisecond of the file in which the clock starts; `events` count from the file on."""

    document_as = (
        "format", ("game", "game.text"), "status", ("layout", "layout.text"), "level", "player",
        "program", "version", "date", "mode", "time", ("stated_3bv", "stated_bbbv"),
        ("3bv", "bbbv"), "clicks", "clicks_made", "notes",
    )  # fmt: skip

    @property
    def start(self) -> StartRule:
        """The rule for the first cell: safe, as in all these programs, unless it was a mine."""
        return self.game.start

    @property
    def level(self) -> str:
        """The board's name among players: beginner, intermediate, expert or custom."""
        return level_of(self.layout)

    @property
    def bbbv(self) -> int:
        """The 3BV of the layout."""
        return self.layout.metrics.bbbv

    @property
    def clicks(self) -> ClickCounts:
        """The clicks by kind, and those of them that changed nothing."""
        kinds = [click.kind for click in self.clicks_made]
        wasted = [click.kind for click in self.clicks_made if click.is_wasted]
        names = get_args(ClickKind)
        return ClickCounts(*map(kinds.count, names), *map(wasted.count, names))

    @property
    def path(self) -> float | None:
        """The way of the mouse while the clock ran, in cells; None if the file does not have it."""
        if all(event.button != "mv" for event in self.events):
            return None
        end = self.clock_start + 1000 * (self.clicks_made[-1].time if self.clicks_made else 0)
        places = [(e.x, e.y) for e in self.events if self.clock_start <= e.time <= end]
        return sum(starmap(dist, pairwise(places))) / self.cell_size

    @property
    def status(self) -> Status:
        """How the game ended; `playing` if it did not."""
        return self.game.status

    def svg(self, *, cell_size: int = 28) -> str:
        """Return the board at the end of the game."""
        return self.game.svg(cell_size=cell_size)

    def view(self) -> View:
        """Return what a notebook shows: the board at the end and the figures."""
        view = View(
            title=_("{kind} replay of {board}, {end}").format(
                kind=self.format.upper(), board=self.layout.spec, end=self.status.label
            ),
            sentences=list(self.notes),
            rows=replay_rows(self),
        )
        return self.game.position.view_with(self.svg, view)

    def __repr__(self) -> str:
        by = f" by {self.player}" if self.player else ""
        figures = f"{self.layout.spec}, {self.status}, {len(self.clicks_made)} clicks"
        return f"<Replay {self.format}{by}: {figures}>"


def replay_of(recording: Recording) -> Replay:
    """Return the replay of what a file says: its buttons played on its board."""
    layout = recording.layout
    game = Game(layout.spec, StartRule.SAFE, layout=layout.cells)
    clicks, clock_start = play_buttons(game, recording)
    first = game.first_opened
    if first is not None and layout.cells[layout.geometry.index(first)]:
        game.start = StartRule.RAW
    stated = {each.name: getattr(recording, each.name) for each in fields(recording)}
    stated["notes"] = tuple(_notes(recording, clicks, game))
    return Replay(**stated, game=game, clicks_made=tuple(clicks), clock_start=clock_start)


def _notes(recording: Recording, clicks: Sequence[Click], game: Game) -> Iterator[str]:
    """Yield what is not kept, and what in the file disagrees with the game."""
    yield from recording.notes
    bbbv, ours = recording.stated_bbbv, recording.layout.metrics.bbbv
    if bbbv is not None and bbbv != ours:
        yield _("the file states a 3BV of {bbbv}, but the board has {ours}").format(
            bbbv=bbbv, ours=ours
        )
    if recording.outcome is None and not game.is_over:
        yield _("the game does not end in the file")
    elif recording.outcome is not None and recording.outcome != game.status:
        yield _("the file says that the game was {outcome}; here it is {end}").format(
            outcome=Status(recording.outcome).label, end=_end(game)
        )
    last, stated = clicks[-1].time if clicks else 0.0, recording.time
    if stated is not None and game.is_over and abs(stated - last) > _TOLERANCE:
        yield _("the file states {stated:.2f} s, the last click was at {last:.2f} s").format(
            stated=stated, last=last
        )
    opened = {cell for cell in game.geometry.cells() if game.is_open(cell)}
    if recording.opened is not None and recording.opened != opened:
        yield _("the file opens {count} cells, the clicks {clicks}").format(
            count=len(recording.opened), clicks=len(opened)
        )


def _end(game: Game) -> str:
    return game.status.label if game.is_over else _("not finished")


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
