"""Answer requests about a game, which is one line of text."""

from __future__ import annotations

import time

from sapper.analysis import analyse
from sapper.analysis.analysis import AnalysisDocument
from sapper.board.cell import join_names
from sapper.board.geometry import SHAPES
from sapper.board.spec import StartRule
from sapper.errors import BudgetExceeded, InputError
from sapper.games import Game, deal, turns
from sapper.games.continuation import continue_position, make_certain_moves
from sapper.games.converting import ConvertedDocument, convert
from sapper.games.game_line import GameLine
from sapper.games.replays.document import ReplayFileDocument
from sapper.games.replays.reading import is_replay, read_recording
from sapper.games.replays.replay import replay_of
from sapper.games.steps import StepsDocument, steps_document
from sapper.language import _
from sapper.players import player_spec
from sapper.players.decision import DecisionDocument
from sapper.proofs.document import ImpossibleDocument
from sapper.reviews.document import ReviewDocument
from sapper.reviews.reviewing import review
from sapper.web.documents import ContinuationDocument, DealDocument, ReplayDocument, WatchDocument
from sapper.web.limits import Limits
from sapper.web.positions import or_conflict
from sapper.web.requests import ContinueRequest, DealRequest, GameRequest, PlayRequest, WatchRequest

__all__ = [
    "convert_game",
    "deal_layout",
    "game_of",
    "open_replay",
    "play_on_from",
    "replay_game",
    "review_game",
    "step_through",
    "watch_player",
]


def game_of(request: GameRequest, limits: Limits) -> Game:
    """Return the game of a line, with its moves made; the size is checked first."""
    line = GameLine.parse(request.game)
    limits.board(line.board)
    limits.check_most("moves", len(line.moves), limits.moves)
    return Game.parse(line)


def replay_game(request: PlayRequest, limits: Limits) -> ReplayDocument:
    """Return the state of a game after its moves, and after all certain ones if requested."""
    game = game_of(request, limits)
    before = len(game.moves)
    if request.certain:
        make_certain_moves(game, limits.budget)
    document = ReplayDocument(**game.to_dict(), made=None, analysis=None)
    if request.certain:
        document["made"] = document["moves"][before:]
    if request.analyse:
        document["analysis"] = _analysis_or_none(game, limits)
    return document


def _analysis_or_none(game: Game, limits: Limits) -> AnalysisDocument | None:
    """Return the analysis, or None where it takes too long: the move counts all the same."""
    try:
        return analyse(game.position, budget=limits.budget).to_dict()
    except BudgetExceeded:
        if limits.is_quick:
            raise  # the engine has more time
        return None


def watch_player(request: WatchRequest, limits: Limits) -> WatchDocument:
    """Return what a player does from here on, as far as the time allows."""
    game, chosen = game_of(request, limits), player_spec(request.player)
    ends = time.monotonic() + limits.milliseconds / 1000
    decisions: list[DecisionDocument] = []
    for turn in turns(game, chosen):
        decisions.append(turn.decision.to_dict())
        if len(decisions) >= request.most or time.monotonic() > ends:
            break
    return WatchDocument(**game.to_dict(), player=chosen.text, decisions=decisions)


def play_on_from(
    request: ContinueRequest, limits: Limits
) -> ContinuationDocument | ImpossibleDocument:
    """Return a game that stands at a position, with mines drawn from all layouts that fit."""
    reading = request.reading(limits)

    def answer() -> ContinuationDocument:
        if reading.position.geometry.shape == "graph":
            names = join_names(SHAPES)
            raise InputError(
                _("the page cannot play on a graph; it plays on {names} boards").format(names=names)
            )
        game = continue_position(reading.position, seed=request.seed, budget=limits.budget)
        return ContinuationDocument(**game.to_dict(), is_same=game.position == reading.position)

    return or_conflict(answer, reading, request, limits)


def review_game(request: GameRequest, limits: Limits) -> ReviewDocument:
    """Return a game move by move: verdicts, winning chances, missed proofs."""
    return review(game_of(request, limits), budget=limits.budget).to_dict()


def open_replay(file: tuple[bytes, str], limits: Limits) -> ReplayFileDocument:
    """Return the replay in the bytes of a named file; its size is checked before it is played."""
    data, name = file
    recording = read_recording(data, name=name)
    limits.check_layout(recording.layout)
    limits.check_most("clicks", len(recording.events), 4 * limits.moves)  # up to 4 of one click
    return replay_of(recording).to_dict()


def convert_game(file: tuple[bytes, str], limits: Limits) -> ConvertedDocument:
    """Return the game in a file or text of any format that sapper reads, as a line."""
    data, name = file
    if is_replay(data, name=name):
        open_replay(file, limits)
    converted = convert(data, "game", name=name)
    line = GameLine.parse(str(converted.data))
    limits.board(line.board)
    limits.check_most("moves", len(line.moves), limits.moves)
    return converted.to_dict()


def step_through(request: GameRequest, limits: Limits) -> StepsDocument:
    """Return what every move of a game changed."""
    return steps_document(game_of(request, limits))


def deal_layout(request: DealRequest, limits: Limits) -> DealDocument:
    """Return the layout of one game."""
    spec, start = limits.board(request.board), StartRule(request.start)
    layout = deal(spec, start, request.first, seed=request.seed, game=request.game)
    text = "".join("*" if is_mine else "." for is_mine in layout)
    return DealDocument(
        board=str(spec),
        start=start.value,
        seed=str(request.seed),
        number=str(request.game),
        first=request.first,
        rows=[text[i : i + spec.columns] for i in range(0, len(text), spec.columns)],
    )
