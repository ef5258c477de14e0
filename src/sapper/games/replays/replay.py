"""A replay: the game that a player of another program played, with the time of every click."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sapper.board.layout import Layout
from sapper.board.shown import Shown
from sapper.board.spec import StartRule
from sapper.games.clicks import ClickCounts
from sapper.games.game import Game, Status
from sapper.games.replays.document import ReplayFileDocument, replay_document
from sapper.games.replays.mouse import Click, play_buttons
from sapper.games.replays.recording import Recording, ReplayFormat, level_of
from sapper.language import _

if TYPE_CHECKING:
    from sapper.board.views import View

__all__ = ["Replay", "replay_of"]

_TOLERANCE = 0.02  # seconds between the stated time and that of the last click


@dataclass(frozen=True)
class Replay(Shown):
    """A game from another program's file, and what the file says about it.

    `time` and `stated_bbbv` are what the file states, None where it states nothing; texts that it
    lacks are empty. `clicks_made` has every click, also those that changed nothing. `notes` says
    what sapper does not keep and what is odd in the file.
    """

    format: ReplayFormat
    layout: Layout
    player: str
    program: str
    version: str
    date: str
    mode: str
    time: float | None
    stated_bbbv: int | None
    clicks_made: tuple[Click, ...]
    mouse_events: int
    start: StartRule
    has_questions: bool
    notes: tuple[str, ...]

    @property
    def level(self) -> str:
        """The board's name among players: beginner, intermediate, expert or custom."""
        return level_of(self.layout)

    @property
    def bbbv(self) -> int:
        """The 3BV of the layout."""
        return self.layout.metrics.bbbv

    @property
    def is_bbbv_right(self) -> bool | None:
        """Whether the stated 3BV is that of the layout; None if none is stated."""
        return None if self.stated_bbbv is None else self.stated_bbbv == self.bbbv

    @property
    def clicks(self) -> ClickCounts:
        """The clicks by kind, and those of them that changed nothing."""
        kinds = [(click.kind, click.is_wasted) for click in self.clicks_made]
        left, right, chord = (
            (sum(k == kind for k, _ in kinds), kinds.count((kind, True)))
            for kind in ("left", "right", "chord")
        )
        return ClickCounts(left[0], right[0], chord[0], left[1], right[1], chord[1])

    @property
    def game(self) -> Game:
        """The game with all its moves made, each with its time; a new one at every call."""
        game = Game(self.layout.spec, self.start, layout=self.layout.cells)
        for click in self.clicks_made:
            if click.move is not None:
                game.make(click.move, time=click.time)
        return game

    @property
    def status(self) -> Status:
        """How the game ended; `playing` if it did not."""
        return self.game.status

    def to_dict(self) -> ReplayFileDocument:
        """Return plain data for JSON; `Game.parse` reads its game back."""
        return replay_document(self)

    def svg(self, *, cell_size: int = 28) -> str:
        """Return the board at the end of the game."""
        return self.game.svg(cell_size=cell_size)

    def view(self) -> View:
        """Return what a notebook shows: the board at the end and the figures."""
        from sapper.games.replays.words import replay_view

        return replay_view(self)

    def __repr__(self) -> str:
        by = f" by {self.player}" if self.player else ""
        figures = f"{self.layout.spec}, {self.status}, {len(self.clicks_made)} clicks"
        return f"<Replay {self.format}{by}: {figures}>"


def replay_of(recording: Recording) -> Replay:
    """Return the replay of what a file says: its buttons played on its board."""
    layout = recording.layout
    game = Game(layout.spec, StartRule.RAW, layout=layout.cells)
    clicks = play_buttons(game, recording)
    return Replay(
        format=recording.format,
        layout=layout,
        player=recording.player,
        program=recording.program,
        version=recording.version,
        date=recording.date,
        mode=recording.mode,
        time=recording.seconds,
        stated_bbbv=recording.bbbv,
        clicks_made=tuple(clicks),
        mouse_events=recording.mouse_events,
        start=_start_rule(clicks, layout),
        has_questions=recording.has_questions,
        notes=tuple(_notes(recording, clicks, game)),
    )


def _start_rule(clicks: Sequence[Click], layout: Layout) -> StartRule:
    """Return the rule for the first cell: safe, as in all these programs, unless it was a mine."""
    first = next((c.move for c in clicks if c.move is not None and c.move.kind == "open"), None)
    is_mine = first is not None and layout.cells[layout.geometry.index(first.cell)]
    return StartRule.RAW if is_mine else StartRule.SAFE


def _notes(recording: Recording, clicks: Sequence[Click], game: Game) -> Iterator[str]:
    """Yield what is not kept, and what in the file disagrees with the game."""
    yield from recording.notes
    paths = recording.mouse_events - len(recording.events)
    if paths > 0:
        yield _("the paths of the mouse are not kept: {paths:,} movements").format(paths=paths)
    bbbv, ours = recording.bbbv, recording.layout.metrics.bbbv
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
    last, stated = clicks[-1].time if clicks else 0.0, recording.seconds
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
