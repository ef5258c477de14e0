"""`sapper play`: let a player play a game, or show games and replays that were played."""

from __future__ import annotations

import secrets
from functools import partial

import click

from sapper.board import Cell
from sapper.board.formats.header import is_header
from sapper.board.spec import PRESETS
from sapper.cli.completion import complete_player
from sapper.cli.drawing.game_view import show_game
from sapper.cli.input_items import InputItem, games_of
from sapper.cli.lazy_group import command
from sapper.cli.options import AS_JSON, BOARD, START
from sapper.cli.position_options import answer_each
from sapper.cli.terminal.console import Console, print_document, result_console, say_note
from sapper.cli.terminal.live_lines import show_bar
from sapper.documents import document
from sapper.errors import InputError
from sapper.games import Game, Record, RecordedMove, play
from sapper.games.replays import Replay
from sapper.games.replays.replay import click_line, replay_rows
from sapper.language import _, _n
from sapper.nouns import count_moves
from sapper.percent import percent
from sapper.players.decision import move_name
from sapper.reviews.guess_score import guess_score

__all__ = ["play_command"]


@command
@click.argument("game", nargs=-1)
@click.option(
    "--player",
    "-p",
    shell_complete=complete_player,
    help="Who plays (see `sapper players`), also your own module:Class; by default champion.",
)
@BOARD
@START
@click.option("--seed", type=int, help="Seed of the mines; random by default.")
@click.option("--game", "number", type=int, default=0, help="Number of the game in the seed.")
@click.option("--first", metavar="CELL", help="First cell to open, such as r2c11.")
@click.option("--guess-mode", is_flag=True, help="A guess never kills; the score is its chance.")
@click.option("--moves", is_flag=True, help="Print every move and its reason.")
@AS_JSON
def play_command(
    game: tuple[str, ...], player: str | None, board: str | None, start: str,
    seed: int | None, number: int, first: str | None, guess_mode: bool, moves: bool,
    as_json: bool,
) -> None:  # fmt: skip
    """Let a player play a game, or show a game or replay that was played.

    The last line printed is the record of the game: board, start rule, seed, game number and
    moves (o open, f flag, q question mark, u unmark, c chord). `sapper review` reads it. The exit
    code of a lost game is 0. To play yourself, `sapper serve` opens the page.

    GAME is such a record, a file with records, or a replay of another program: .rmv
    (Viennasweeper), .avf (Arbiter), .evf (Metasweeper), .rawvf, .mvf (Clone). It is printed, of a
    replay with every click and its time; `sapper convert` writes it in other formats.

    Examples:
      sapper play --player champion --board expert --seed 7
      sapper play 9x9/10 safe 1 0 o4,4 o0,0

    """
    console = result_console(as_json)
    if game:
        if player is not None:
            raise InputError("give a game to show or a --player, not both")
        if len(game) == 1 and (game[0] in PRESETS or is_header(game[0])):
            raise InputError(f"{game[0]} is a board: sapper play --board {game[0]}")
        show = partial(_show_played, console=console, as_json=as_json)
        answer_each(games_of(game), show, console, as_json=as_json)
    seed = secrets.randbelow(2**32) if seed is None else seed
    opened = None if first is None else Cell.parse(first)
    with show_bar("playing") as watch:
        record = play(
            player or "champion", board or "beginner", seed=seed, start=start, first=opened,
            game=number, guess_seed=seed if guess_mode else None, watch=watch,
        )  # fmt: skip
    if as_json:
        print_document(record, _score_of(record.game))
    else:
        _show_record(record, console, moves=moves)


def _show_record(record: Record, console: Console, *, moves: bool) -> None:
    if moves:
        for number, move in enumerate(record.moves, 1):
            console.print(_move_line(number, move))
        console.print()
    show_game(record.game, console)
    decided = _("{moves}, {guesses}, decided in {ms:.1f} ms").format(
        moves=count_moves(record.steps), guesses=_guesses(record), ms=1000 * record.seconds
    )
    console.print(f"{_(record.result):<9} {decided}")
    console.print(f"{_('player'):<9} {record.player}")
    _show_score(record.game, console)
    console.print_line(f"{_('record'):<9} {record.text}")


def _move_line(number: int, move: RecordedMove) -> str:
    """Return one move as a line: the move, what it opened, the reason and the risk."""
    cells = _n("{count} cell", "{count} cells", move.opened).format(count=move.opened)
    opened = f" ({cells})" if move.opened > 1 else ""
    chance = move.is_guess and move.chance
    risk = _("; a mine in {chance}").format(chance=percent(chance)) if chance else ""
    return f"{number:>4}  {move_name(move.move)}{opened}: {move.reason}{risk}"


def _guesses(record: Record) -> str:
    if not record.guesses:
        return _("no guess")
    text = _n(
        "{count} guess ({survived} survived)",
        "{count} guesses ({survived} survived)",
        record.guesses,
    )
    return text.format(count=record.guesses, survived=record.guesses_survived)


def _show_played(item: InputItem, console: Console, *, as_json: bool) -> None:
    """Show a game that was played, with the clicks of a replay."""
    read = item.read()
    replay, game = read.replay, read.game or Game.parse(item.text)
    if as_json:
        print_document(game if replay is None else replay, item.place | _score_of(game))
        return
    if replay is not None:
        _show_clicks(replay, console)
    show_game(game, console)
    for name, value in [] if replay is None else replay_rows(replay):
        console.print(f"{name:<9} {value}")
    console.print(f"{_(game.status.label):<9} {count_moves(len(game.moves))}")
    _show_score(game, console)
    console.print_line(f"{_('record'):<9} {game.text}")


def _show_score(game: Game, console: Console) -> None:
    """Say how likely the guesses of a game in guess mode were."""
    if game.guess_seed is not None:
        console.print(f"{_('score'):<9} {guess_score(game).text}")


def _score_of(game: Game) -> dict[str, object]:
    """Return the score of a game in guess mode as plain data."""
    return {} if game.guess_seed is None else {"score": document(guess_score(game))}


def _show_clicks(replay: Replay, console: Console) -> None:
    for note in replay.notes:
        say_note(note)
    for each in replay.clicks_made:
        console.print(click_line(each))
    if replay.clicks_made:
        console.print()
