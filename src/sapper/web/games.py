"""Questions about a game, which is one line of text: replay, go on, watch, continue, deal."""

from __future__ import annotations

import time
from contextlib import suppress

from sapper.analysis import analyse
from sapper.analysis.question import Question
from sapper.board import Position
from sapper.board.cell import FLAG, QUESTION, is_covered, is_number
from sapper.board.spec import BoardSpec, StartRule
from sapper.errors import BudgetExceeded, InputError, Where
from sapper.games import Game, Status, deal, turns
from sapper.players import Move, strategy
from sapper.reviews.document import ReviewDocument
from sapper.reviews.review import review
from sapper.web.documents import (
    ContinuationDocument,
    DealDocument,
    DecisionDocument,
    GameDocument,
    ImpossibleDocument,
    WatchDocument,
)
from sapper.web.limits import Limits
from sapper.web.positions import answer_document, or_conflict
from sapper.web.requests import AboutGame, PlayedOn, ToContinue, ToDeal, Watched

__all__ = ["continued", "dealt", "game_of", "played", "reviewed", "watched"]


def game_of(question: AboutGame, limits: Limits) -> Game:
    """Return the game of a line; an impossible move is named by its number."""
    words = question.game.split()
    if words:
        limits.board(words[0])
    moves = words[4:]
    limits.check_most("moves", len(moves), limits.moves)
    game = Game.parse(" ".join(words[:4]))
    for number, word in enumerate(moves):
        try:
            game.make(Move.parse(word))
        except InputError as error:
            where = Where(**error.where, move=number)
            raise InputError(f"move {number}: {error}", **where) from error
    return game


def played(question: PlayedOn, limits: Limits) -> GameDocument:
    """Return how a game stands after its moves, and after all certain ones if wanted."""
    game = game_of(question, limits)
    before = len(game.moves)
    if question.certain:
        _make_certain_moves(game, limits)
    document = _game_document(game)
    if question.certain:
        document["made"] = document["moves"][before:]
    if question.analyse:
        with suppress(BudgetExceeded):  # the move counts all the same; /api/analyse says why
            document["analysis"] = answer_document(analyse(game.position, budget=limits.budget))
    return document


def watched(question: Watched, limits: Limits) -> WatchDocument:
    """Return what a strategy does from here on, as far as the time allows."""
    game, chosen = game_of(question, limits), strategy(question.strategy)
    ends = time.monotonic() + limits.milliseconds / 1000
    decisions: list[DecisionDocument] = []
    for turn in turns(game, chosen):
        move, reason, chance, is_guess = turn.decision
        decisions.append(
            DecisionDocument(move=str(move), reason=reason, chance=chance, is_guess=is_guess)
        )
        if len(decisions) >= question.most or time.monotonic() > ends:
            break
    return WatchDocument(
        game=game.text,
        strategy=chosen.text,
        decisions=decisions,
        status=game.status.value,
        is_over=game.is_over,
    )


def continued(question: ToContinue, limits: Limits) -> ContinuationDocument | ImpossibleDocument:
    """Return a game that stands at a position, its mines drawn from all layouts that fit."""
    reading = question.reading(limits)
    return or_conflict(
        lambda: _continuation(question, reading.position, limits), reading, question, limits
    )


def _continuation(question: ToContinue, position: Position, limits: Limits) -> ContinuationDocument:
    if position.mines is None:
        raise InputError("expected a known mine count to play on from a position, got none")
    analyse(position, budget=limits.budget)  # an impossible position is told here
    found = Question.about(position).sample(1, question.seed)
    if not found:
        raise InputError("expected a position of at most 1000 unknown cells to play on from")
    game = _game_at(position, found[0])
    return ContinuationDocument(
        game=game.text, position=str(game.position), is_same=game.position == position
    )


def reviewed(question: AboutGame, limits: Limits) -> ReviewDocument:
    """Return a game move by move: verdicts, winning chances, missed proofs."""
    return review(game_of(question, limits), budget=limits.review_budget).to_dict()


def dealt(question: ToDeal, limits: Limits) -> DealDocument:
    """Return the layout of one game."""
    spec, start = limits.board(question.board), StartRule(question.start)
    layout = deal(spec, start, question.first, seed=question.seed, game=question.game)
    text = "".join("*" if is_mine else "." for is_mine in layout)
    return DealDocument(
        board=str(spec),
        start=start.value,
        seed=str(question.seed),
        game=str(question.game),
        first=question.first,
        rows=[text[i : i + spec.columns] for i in range(0, len(text), spec.columns)],
    )


def _make_certain_moves(game: Game, limits: Limits) -> None:
    """Open what is certainly safe until nothing is; before the first move nothing is."""
    while not game.is_over and game.layout is not None:
        analysis = analyse(game.position, budget=limits.budget)
        cells = [c for c in sorted(analysis.safe) if game.position.face(c) != FLAG]
        if not cells:
            return
        for cell in cells:
            if not game.is_over and game.position.is_covered(cell):
                game.open(cell)


def _game_at(position: Position, layout: bytes) -> Game:
    """Return the game of this layout in which the open cells of the position are open."""
    geometry = position.geometry
    if geometry.shape == "graph":
        raise InputError("expected a grid, torus or hexagons to play on, got a graph")
    spec = BoardSpec(geometry.rows, geometry.columns, sum(layout), geometry.shape)
    game = Game(spec, StartRule.RAW, layout=layout)
    for index, face in enumerate(position.faces):
        cell = geometry.cell(index)
        if is_number(face) and game.position.is_covered(cell) and not game.is_over:
            game.open(cell)
    for index, face in enumerate(position.faces):
        is_marked = face in (FLAG, QUESTION) and is_covered(game.position.faces[index])
        if is_marked and not game.is_over:
            game.make(Move("flag" if face == FLAG else "question", geometry.cell(index)))
    return game


def _game_document(game: Game) -> GameDocument:
    words = game.text.split()
    return GameDocument(
        game=game.text,
        board=words[0],
        start=words[1],
        seed=words[2],
        number=words[3],
        moves=words[4:],
        status=game.status.value,
        position=str(game.position),
        mines_left=game.spec.mines - game.position.faces.count(FLAG),
        safe_left=game.safe_left,
        mines=_mines(game),
    )


def _mines(game: Game) -> list[tuple[int, int]] | None:
    if game.status is Status.PLAYING or game.layout is None:
        return None
    return [game.geometry.cell(i) for i, is_mine in enumerate(game.layout) if is_mine]
