"""The questions about games: what happened, how it was played, new boards, files of replays."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal

from sapper.answers.question import Lane, PlainQuestion, Question, Work
from sapper.board.spec import BoardSpec, StartRule
from sapper.errors import InputError
from sapper.games.game import Game
from sapper.games.game_line import GameLine

if TYPE_CHECKING:
    from sapper.games.metrics import ClickCounts

__all__ = ["GAME_QUESTIONS"]

_CONFIDENCE: Final = 0.95
_REVIEW_FACTOR: Final = 10.0  # a review asks thousands of small questions


@dataclass(kw_only=True, eq=False, repr=False)
class GameQuestion(PlainQuestion):
    """A question about a game: one line of board, start rule, seed, number and moves, or JSON."""

    game: str

    def read(self, work: Work) -> Game:
        """Return the game, with its moves made; the size is checked first."""
        return _game_of(GameLine.parse(self.game), work)


@dataclass(kw_only=True, eq=False, repr=False)
class WatchPlayer(GameQuestion):
    """What a player does from here on, as far as the time allows."""

    player: str = "champion"
    most: int = 1000

    more: ClassVar[Mapping[str, Any]] = {"player": str, "decisions": list[Any]}

    def answer(self, work: Work) -> Game:
        """Return the game; the decisions stand beside it."""
        from sapper.games.playing import turns
        from sapper.players.registry import player_spec

        work.limits.check("moves", self.most)
        game, chosen = self.read(work), player_spec(self.player)
        ends = None if work.milliseconds is None else time.monotonic() + work.milliseconds / 1000
        decisions: list[object] = []
        for turn in turns(game, chosen):
            decisions.append(turn.decision)
            is_late = ends is not None and time.monotonic() > ends
            if len(decisions) >= self.most or is_late:
                break
        work.more |= {"player": chosen.text, "decisions": decisions}
        return game


@dataclass(kw_only=True, eq=False, repr=False)
class ReviewGame(GameQuestion):
    """What was luck and what was skill, move by move.

    `games` random layouts give each winning chance that cannot be searched.
    """

    games: int | None = None
    seed: int = 0

    time_factor: ClassVar[float] = _REVIEW_FACTOR

    def answer(self, work: Work) -> object:
        """Return the review."""
        from sapper.reviews.reviewing import review

        work.limits.check("rollouts", self.games or 0)

        def watch(done: int, chances: int) -> None:
            work.report("review", {"done": done, "all": chances})

        game = self.read(work)
        return review(game, games=self.games, seed=self.seed, budget=work.budget, watch=watch)


@dataclass(kw_only=True, eq=False, repr=False)
class Steps(GameQuestion):
    """What every move changed."""

    def answer(self, work: Work) -> object:
        """Return the steps."""
        from sapper.games.game_changes import GameChanges

        return GameChanges(self.read(work))


@dataclass(kw_only=True, eq=False, repr=False)
class ClicksQuestion(GameQuestion):
    """A question about a game and the clicks that changed nothing: its line does not have them."""

    wasted_left: int = 0
    wasted_right: int = 0
    wasted_chord: int = 0

    def clicks_of(self, game: Game) -> ClickCounts:
        """Return all clicks of the game."""
        from sapper.games.metrics import ClickCounts

        wasted = self.wasted_left, self.wasted_right, self.wasted_chord
        if min(wasted) < 0:
            raise InputError(f"expected numbers of clicks from 0 on, got {min(wasted)}")
        made = ClickCounts.of_moves(game.moves)
        return ClickCounts(
            made.left + self.wasted_left,
            made.right + self.wasted_right,
            made.chord + self.wasted_chord,
            *wasted,
        )


@dataclass(kw_only=True, eq=False, repr=False)
class ReviewClicks(ClicksQuestion):
    """Which clicks of a game could have been saved by what was known then."""

    seed: int = 0

    time_factor: ClassVar[float] = _REVIEW_FACTOR

    def answer(self, work: Work) -> object:
        """Return the clicks, move by move."""
        from sapper.reviews.clicks import review_clicks

        game = self.read(work)
        return review_clicks(game, clicks=self.clicks_of(game), seed=self.seed, budget=work.budget)


@dataclass(kw_only=True, eq=False, repr=False)
class Measure(ClicksQuestion):
    """The figures of a game."""

    def answer(self, work: Work) -> object:
        """Return the figures."""
        from sapper.games.metrics import game_metrics

        game = self.read(work)
        clicks = self.clicks_of(game)
        return game_metrics(game, clicks, budget=work.budget)


@dataclass(kw_only=True, eq=False, repr=False)
class Certify(GameQuestion):
    """The proof that the board of a game needs no guess from the first cell that was opened."""

    more: ClassVar[Mapping[str, Any]] = {"certificate": str, "texts": list[str]}

    def answer(self, work: Work) -> object:
        """Return what the check finds; the checker shares no code with what made the proof."""
        from sapper.games.certificates import certify_game

        made = certify_game(self.read(work), budget=work.budget)
        text = made.to_json()
        work.more |= {"certificate": text, "texts": [move.text for move in made.moves]}
        return made.check()


@dataclass(frozen=True)
class Deal:
    """The mines of one game: one text per row, * where a mine lies."""

    board: str
    start: StartRule
    seed: str
    number: str
    first: tuple[int, int]
    rows: list[str]


@dataclass(kw_only=True, eq=False, repr=False)
class DealBoard(PlainQuestion):
    """Where the mines of a game lie."""

    board: str = "beginner"
    start: Literal["raw", "safe", "open"] = "safe"
    first: tuple[int, int] = (0, 0)
    seed: int = 0
    game: int = 0

    usual_lane: ClassVar[Lane] = "quick"

    def answer(self, work: Work) -> Deal:
        """Return the layout."""
        from sapper.games.dealing import deal

        spec, start = work.limits.board(self.board), StartRule(self.start)
        layout = deal(spec, start, self.first, seed=self.seed, game=self.game)
        rows = _rows(layout, spec)
        return Deal(str(spec), start, str(self.seed), str(self.game), self.first, rows)


@dataclass(frozen=True)
class DrawnGame:
    """The mines after the moves of a game in guess mode: one text per row, * where a mine lies."""

    game: str
    rows: list[str]


@dataclass(kw_only=True, eq=False, repr=False)
class DrawMines(GameQuestion):
    """Where the mines lie after the moves of a game: in guess mode they may be drawn again."""

    def answer(self, work: Work) -> DrawnGame:
        """Return the layout."""
        game = self.read(work)
        return DrawnGame(game.text, _rows(game.layout or b"", game.spec))


@dataclass(kw_only=True, eq=False, repr=False)
class ScoreGuesses(GameQuestion):
    """The score of a game in guess mode, with the chances that champion would have taken."""

    def answer(self, work: Work) -> object:
        """Return the score."""
        from sapper.reviews.guess_score import guess_score

        return guess_score(self.read(work), work.budget)


@dataclass(kw_only=True, eq=False, repr=False)
class Generate(PlainQuestion):
    """A board that needs no guess; `grade` asks for one that needs just this reasoning."""

    board: str = "beginner"
    start: Literal["raw", "safe", "open"] = "open"
    first: tuple[int, int] | None = None
    grade: str | None = None
    seed: int = 0
    number: int = 0

    def answer(self, work: Work) -> object:
        """Return the board; one thread searches for it as long as the time allows."""
        from sapper.games.generating import generate

        seconds = None if work.milliseconds is None else work.milliseconds / 1000
        return generate(
            work.limits.board(self.board), start=self.start, first=self.first, grade=self.grade,
            seed=self.seed, number=self.number, seconds=seconds, workers=1,
        )  # fmt: skip


@dataclass(kw_only=True, eq=False, repr=False)
class OpenReplay(PlainQuestion):
    """The replay in the bytes of a file; its name counts where the bytes do not tell the format."""

    data: bytes
    name: str = ""

    def answer(self, work: Work) -> object:
        """Return the replay; its size is checked before it is played."""
        from sapper.games.replays.reading import read_recording
        from sapper.games.replays.replay import replay_of

        recording = read_recording(self.data, name=self.name)
        work.limits.check_geometry(recording.layout.geometry)
        work.limits.check("moves", len(recording.events) / 4)  # up to 4 events of one click
        return replay_of(recording)


@dataclass(kw_only=True, eq=False, repr=False)
class Convert(PlainQuestion):
    """The game in a file or text of any format that sapper reads, as a line."""

    data: bytes
    name: str = ""

    def answer(self, work: Work) -> object:
        """Return the game as a line."""
        from sapper.games.conversion import convert
        from sapper.games.replays.reading import is_replay

        if is_replay(self.data, name=self.name):
            OpenReplay(data=self.data, name=self.name).answer(work)
        converted = convert(self.data, "game", name=self.name)
        _check_line(GameLine.parse(str(converted.data)), work)
        return converted


@dataclass(frozen=True)
class Rate:
    """The share of games won, None if none was played, with its Wilson interval."""

    wins: int
    games: int
    value: float | None
    low: float
    high: float
    confidence: float


@dataclass(frozen=True)
class WinRates:
    """Win rates, in the order of the question."""

    rates: tuple[Rate, ...]


@dataclass(kw_only=True, eq=False, repr=False)
class RateWins(PlainQuestion):
    """Win rates with their intervals, for pairs of wins and games."""

    tallies: tuple[tuple[int, int], ...]

    usual_lane: ClassVar[Lane] = "quick"

    def answer(self, _work: Work) -> WinRates:
        """Return the win rates."""
        return WinRates(tuple(_rate(wins, games) for wins, games in self.tallies))


GAME_QUESTIONS: Final[Mapping[str, type[Question]]] = {
    "watch": WatchPlayer,
    "review": ReviewGame,
    "review_clicks": ReviewClicks,
    "steps": Steps,
    "metrics": Measure,
    "certify": Certify,
    "deal": DealBoard,
    "draw": DrawMines,
    "score": ScoreGuesses,
    "generate": Generate,
    "replay": OpenReplay,
    "convert": Convert,
    "rates": RateWins,
}


def _rows(layout: bytes, spec: BoardSpec) -> list[str]:
    text = "".join("*" if is_mine else "." for is_mine in layout)
    return [text[i : i + spec.columns] for i in range(0, len(text), spec.columns)]


def _game_of(line: GameLine, work: Work) -> Game:
    _check_line(line, work)
    return Game.parse(line)


def _check_line(line: GameLine, work: Work) -> None:
    work.limits.board(line.board)
    work.limits.check("moves", len(line.moves))


def _rate(wins: int, games: int) -> Rate:
    from sapper.players.engine.intervals import win_bounds

    if not 0 <= wins <= games:
        raise InputError(f"expected at most as many wins as games, got {wins} of {games}")
    low, high = win_bounds(wins, games)
    return Rate(wins, games, wins / games if games else None, low, high, _CONFIDENCE)
