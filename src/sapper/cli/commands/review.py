"""`sapper review`: separate luck from skill, move by move."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from sapper.answers import ask
from sapper.answers.games import ReviewGame
from sapper.answers.question import Limits
from sapper.cli.input_items import InputItem, folder_of, games_of
from sapper.cli.lazy_group import command
from sapper.cli.options import AS_JSON, FILE, SVG, TIME, budget_of, limits_of
from sapper.cli.position_options import answer_each
from sapper.cli.terminal.console import Console, print_document, result_console, say_note
from sapper.cli.terminal.live_lines import show_bar
from sapper.cli.terminal.tables import print_table
from sapper.errors import InputError
from sapper.files import write_text
from sapper.games.replays import Replay
from sapper.games.replays.replay import replay_rows
from sapper.language import _
from sapper.reviews.result import Review
from sapper.reviews.words import legend, review_head, review_rows

__all__ = ["review_command"]


@command
@click.argument("record", nargs=-1)
@click.option("--games", type=int, help="Random layouts for each estimated winning chance.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of these layouts.")
@click.option(
    "--drills", type=FILE, help="Of a folder: write what was missed, a position in each line."
)
@click.option("--clicks", is_flag=True, help="Which clicks could have been saved, and how.")
@TIME
@SVG
@AS_JSON
def review_command(
    record: tuple[str, ...], games: int | None, seed: int, drills: Path | None, clicks: bool,
    time: float | None, svg: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Separate luck from skill in a game, move by move.

    Skill is what each choice lost, luck is what each opened cell gave or took.

    RECORD is the line that `sapper play` prints, or its JSON; or a file with one in each line; or
    the replay of another program (.rmv, .avf, .evf, .rawvf, .mvf), whose moves have times; or -
    for standard input. `sapper serve` shows a review on its page.

    With --clicks: openings and chords that solved none of the 3BV, and where another certain move,
    known then, would have saved clicks.

    Of a folder of replays: the mistakes that cost most over all games, by technique.

    Examples:
      sapper review 5x5/4 safe 1 0 o3,2 o0,2 f0,0 o1,4 o3,3
      sapper play --player bfs | sapper review

    """
    if folder := folder_of(record):
        from sapper.cli.commands.folders import review_folder

        if svg is not None:
            raise InputError("--svg shows one game, not a folder of them")
        if clicks:
            raise InputError("--clicks reviews games, not a folder of them")
        console, budget = result_console(as_json, drills), budget_of(time)
        review_folder(folder, drills, games, seed, budget, console, as_json=as_json)
        return
    if clicks and svg is not None:
        raise InputError("--svg shows winning chances, not --clicks")
    if clicks and games is not None:
        raise InputError("--clicks takes no --games")
    if drills is not None:
        raise InputError("--drills needs a folder of replays")
    items = games_of(record)
    if len(items) > 1 and svg is not None:
        raise InputError(f"--svg shows one game, but {len(items)} were given")
    console, limits = result_console(as_json, svg), limits_of(time, ReviewGame.time_factor)

    def answer(item: InputItem) -> None:
        replay = item.read().replay
        for note in replay.notes if replay and not as_json else ():
            say_note(f"{item.name}: {note}" if item.name else note)
        text = item.text if replay is None else replay.game.text
        if clicks:
            _answer_clicks(text, replay, seed, limits, item, console, as_json=as_json)
            return
        body = {"game": text, "games": games, "seed": seed}
        with show_bar("playing random layouts") as watch:

            def report(_event: str, news: Mapping[str, Any]) -> None:
                watch(news["done"], news["all"])

            found = ask("review", body, limits, report)
        if svg is not None:
            write_text(svg, found.value.svg())
        if as_json:
            print_document(found.document, item.place)
        else:
            _show(found.value, replay, console)

    answer_each(items, answer, console, as_json=as_json)


def _answer_clicks(
    text: str, replay: Replay | None, seed: int, limits: Limits, item: InputItem,
    console: Console, *, as_json: bool,
) -> None:  # fmt: skip
    body: dict[str, object] = {"game": text, "seed": seed}
    if replay is not None:
        wasted = ("wasted_left", "wasted_right", "wasted_chord")
        body |= {name: getattr(replay.clicks, name) for name in wasted}
    found = ask("review_clicks", body, limits)
    if as_json:
        print_document(found.document, item.place)
        return
    console.print(found.value.summary)
    heads = [_("Move").lower(), _("what"), "3BV", _("comment")]
    print_table(console, heads, list(found.value.rows()), words=len(heads))


def _show(found: Review, replay: Replay | None, console: Console) -> None:
    if replay is not None:
        for name, value in replay_rows(replay):
            console.print(f"{name:<8}  {value}")
        console.print()
    console.print(f"{review_head(found)}\n")
    heads = [_("Move").lower(), *[_("time")] * found.has_times, _("what"), _("before"), _("after")]
    heads += [_("skill"), _("luck"), _("comment")]
    rows = [[number, *[time] * found.has_times, *row] for number, time, *row in review_rows(found)]
    print_table(console, heads, rows, words=len(heads))
    for line in legend(found):
        console.print(line)
