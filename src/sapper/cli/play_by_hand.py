"""Play a game with the keyboard.

`Session` holds the game and obeys keys, without a terminal; `play_by_hand` shows it.
`h` moves left, as in vi, so the hint is on `t` (tip).
"""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Group
from rich.style import Style
from rich.text import Text

from sapper.analysis import Budget, analyse
from sapper.board.cell import FLAG, QUESTION, Cell, is_covered, join_names
from sapper.board.spec import StartRule
from sapper.cli.console import Screen
from sapper.cli.full_screen import FullScreen
from sapper.cli.game_view import LEGEND, game_text, game_window, lines_of, one_line
from sapper.cli.grid import Window
from sapper.errors import SapperError
from sapper.games import Game, Status
from sapper.language import N_, _
from sapper.nouns import count_moves
from sapper.percent import percent
from sapper.proofs.words import capital

__all__ = ["Session", "play_by_hand"]

_HELP = (
    N_("arrows hjkl move · space open · f flag · ? question · c chord"),
    N_("t hint (tip) · u undo · n new game · q quit"),
)
_SHORT_HELP = (
    N_("space open · f flag · c chord · ? mark"),
    N_("t hint · u undo · n new game · q quit"),
)
_WIDE, _HIGH = 70, 16  # a window with less gets the short help, or no help beside a message
_MESSAGE_LINES = 2
_NARROWEST, _LOWEST = 40, 10
_PATIENCE = 60.0  # seconds; a signal redraws at once
_HINT_BUDGET = Budget(milliseconds=3000)
_MOST_NAMED = 6
_SAFE_STYLE = Style(color="white", bgcolor="green", bold=True)
_MINE_STYLE = Style(color="white", bgcolor="red", bold=True)
_SAFEST_STYLE = Style(color="black", bgcolor="yellow", bold=True)
_STEPS = {
    "up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1),
    "k": (-1, 0), "j": (1, 0), "h": (0, -1), "l": (0, 1),
}  # fmt: skip


def play_by_hand(game: Game, console: Screen) -> Game:
    """Let a person play until they quit; return the game as it then is."""
    session = Session(game)
    with FullScreen(console) as screen:
        while not session.has_quit:
            screen.draw(_frame(session, console))
            try:
                session.press(screen.key(_PATIENCE) or "")
            except KeyboardInterrupt:
                break
    return session.game


class Session:
    """A game played with keys: the cursor, the last message and the hinted cells."""

    def __init__(self, game: Game) -> None:
        self.game = game
        middle = Cell(game.spec.rows // 2, game.spec.columns // 2)
        self.cursor = game.moves[-1].cell if game.moves else middle
        self.message = ""
        self.hinted: dict[Cell, Style] = {}
        self.has_quit = False
        self._actions: dict[str, Callable[[], None]] = {
            "space": self._open, "enter": self._open, "f": self._flag, "?": self._question,
            "c": self._chord, "u": self._undo, "t": self._hint, "n": self._new_game,
            "home": self._to_left, "end": self._to_right, "q": self._quit, "quit": self._quit,
        }  # fmt: skip

    def press(self, key: str) -> None:
        """Do what a key means; ignore a key without a meaning."""
        if key in _STEPS:
            self._step(*_STEPS[key])
        elif key in self._actions:
            self.message, self.hinted = "", {}
            try:
                self._actions[key]()
            except SapperError as error:
                self.message = capital(f"{error}.")

    def _step(self, rows: int, columns: int) -> None:
        """Move the cursor; a torus has no edge to stop it."""
        geometry = self.game.geometry
        row, column = self.cursor.row + rows, self.cursor.column + columns
        if geometry.shape == "torus":
            self.cursor = Cell(row % geometry.rows, column % geometry.columns)
        elif 0 <= row < geometry.rows and 0 <= column < geometry.columns:
            self.cursor = Cell(row, column)

    def _to_left(self) -> None:
        self.cursor = Cell(self.cursor.row, 0)

    def _to_right(self) -> None:
        self.cursor = Cell(self.cursor.row, self.game.geometry.columns - 1)

    def _quit(self) -> None:
        self.has_quit = True

    def _refuse_if_over(self) -> bool:
        if self.game.is_over:
            self.message = _("The game is {status}: n new game, u undo, q quit.").format(
                status=_(self.game.status.value)
            )
        return self.game.is_over

    def _open(self) -> None:
        face = self.game.position.face(self.cursor)
        if self._refuse_if_over():
            return
        if not is_covered(face):
            self._chord()
        elif face == FLAG:
            self.message = _("There is a flag: f removes it.")
        else:
            self.game.open(self.cursor)
            self._announce_end()

    def _chord(self) -> None:
        if self._refuse_if_over():
            return
        self.game.chord(self.cursor)
        self._announce_end()

    def _flag(self) -> None:
        self._mark(FLAG, self.game.flag)

    def _question(self) -> None:
        self._mark(QUESTION, self.game.question)

    def _mark(self, mark: int, put: Callable[[Cell], Status]) -> None:
        """Put a mark on the cell, or remove it if it is there."""
        face = self.game.position.face(self.cursor)
        if self._refuse_if_over():
            return
        if not is_covered(face):
            self.message = _("An open cell cannot be marked.")
        elif face == mark:
            self.game.unmark(self.cursor)
        else:
            put(self.cursor)

    def _undo(self) -> None:
        if self.game.moves:
            self.cursor = self.game.undo().cell
            self.message = _("Undid the last move.")
        else:
            self.message = _("Nothing to undo.")

    def _new_game(self) -> None:
        old = self.game
        self.game = Game(old.spec, old.start, seed=old.seed, game=old.game + 1)

    def _announce_end(self) -> None:
        if self.game.status is Status.WON:
            self.message = _("Won, with {counted}. n new game, q quit.").format(
                counted=count_moves(len(self.game.moves))
            )
        elif self.game.status is Status.LOST:
            self.message = _("Lost: a mine. u undo, n new game, q quit. {legend}").format(
                legend=_(LEGEND)
            )

    def _hint(self) -> None:
        """Show what is certain or what is safest, and move the cursor there."""
        if self._refuse_if_over():
            return
        if self.game.layout is None and self.game.start is not StartRule.RAW:
            self.message = _("The first cell is never a mine: open any.")
            return
        position = self.game.position
        analysis = analyse(position, budget=_HINT_BUDGET)
        unflagged = [cell for cell in sorted(analysis.mines) if position.face(cell) != FLAG]
        wrong = [cell for cell in sorted(analysis.safe) if position.face(cell) == FLAG]
        parts = []
        for label, cells, style in (
            (_("wrong flags"), wrong, _SAFE_STYLE),
            (_("safe"), sorted(analysis.safe - set(wrong)), _SAFE_STYLE),
            (_("mines"), unflagged, _MINE_STYLE),
        ):
            if cells:
                parts.append(f"{label} {join_names(cells, _MOST_NAMED)}")
                self.hinted.update(dict.fromkeys(cells, style))
        if not analysis.safe:
            chance = percent(analysis.chance(analysis.safest[0]))
            safest = join_names(analysis.safest, _MOST_NAMED)
            parts.append(
                _("no cell is certainly safe; safest {safest}: {chance}").format(
                    safest=safest, chance=chance
                )
            )
            self.hinted.update(dict.fromkeys(analysis.safest, _SAFEST_STYLE))
        self.message = _("Hint: {cells}.").format(cells="; ".join(parts))
        self.cursor = analysis.safest[0]


def _frame(session: Session, console: Screen) -> Group:
    width, height = console.size
    if width < _NARROWEST or height < _LOWEST:
        words = _(
            "Please enlarge this window to {narrowest} x {lowest} characters; q quits."
        ).format(narrowest=_NARROWEST, lowest=_LOWEST)
        return Group(*lines_of(words, console, height))
    game, below = session.game, _below_the_board(session, console)
    around = 2 + len(below)  # the title and the note
    window = game_window(game.geometry, session.cursor, width, height - around)
    return Group(
        one_line(_title(session), "bold reverse"),
        game_text(game, window, session.cursor, session.hinted),
        one_line(_note(window, width), "dim"),
        *below,
    )


def _below_the_board(session: Session, console: Screen) -> list[Text]:
    """Return message and help; in a low window the message or, without one, the help."""
    width, height = console.size
    most = _MESSAGE_LINES if width >= _WIDE else 2 * _MESSAGE_LINES
    message = lines_of(session.message, console, most, "bold", least=_MESSAGE_LINES)
    texts = [_(text) for text in (_HELP if width >= _WIDE else _SHORT_HELP)]
    help_lines = [one_line(text, "dim") for text in texts]
    if height >= _HIGH:
        return [*message, *help_lines]
    return message if session.message else help_lines


def _note(window: Window, width: int) -> str:
    if window.is_whole:
        return ""
    if width < _WIDE:
        return _("{window}; move to scroll").format(window=window)
    return _("The board does not fit: {window} are shown, move to scroll.").format(window=window)


def _title(session: Session) -> str:
    game = session.game
    return (
        f" mines {game.mines_left:<4} {game.status:<8} {session.cursor!s:<8} "
        f"{game.spec} {game.start} seed {game.seed} game {game.game} "
    )
