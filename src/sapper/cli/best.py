"""`sapper best`: the best move, what it was compared with, and what decided."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated

import typer
from rich.table import Table

from sapper.analysis.budget import DEFAULT_BUDGET
from sapper.board import read_position
from sapper.cli.conflict import told_contradictions
from sapper.cli.console import console_for, say_note
from sapper.cli.heatmap import percent
from sapper.cli.inputs import position_texts
from sapper.errors import InputError
from sapper.strategies.advice import Advice, Setting, WinChance, best, win_chance
from sapper.strategies.advice_words import advice_text

__all__ = ["best_command"]


def best_command(
    position: Annotated[
        str | None, typer.Argument(help="A position, a file with one, or - for standard input.")
    ] = None,
    mines: Annotated[int | None, typer.Option(help="Total mines, where the text has none.")] = None,
    setting: Annotated[str, typer.Option(help="champion or fast.")] = "champion",
    limit: Annotated[int, typer.Option(min=1, help="Show at most so many cells.")] = 8,
    games: Annotated[
        int,
        typer.Option(min=0, help="Play so many drawn layouts on to estimate the chance to win."),
    ] = 0,
    seed: Annotated[int, typer.Option(min=0, help="Of the layouts drawn.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    no_color: Annotated[bool, typer.Option("--no-color", help="Print without colour.")] = False,
) -> None:
    """Show the best move, ranked with the quantities that decided.

    Winning chances are shown where the rest of the game was searched to its end; --games
    estimates the chance elsewhere, by playing drawn layouts on.
    """
    texts = list(position_texts(position))
    if len(texts) != 1:
        raise InputError(f"expected one position, got {len(texts)}")
    reading = read_position(texts[0], mines)
    for note in reading.notes:
        say_note(note)
    chosen: Setting = setting  # type: ignore[assignment]  # `best` says what it expected
    with told_contradictions(
        reading.position,
        trust_flags=False,
        budget=DEFAULT_BUDGET,
        as_json=as_json,
        console=console_for(no_color),
    ):
        advice = best(reading.position, setting=chosen, limit=limit)
        chance = (
            win_chance(reading.position, games=games, seed=seed, setting=chosen) if games else None
        )
    if as_json:
        typer.echo(json.dumps(_document(advice, chance)))
    else:
        _show(advice, chance, no_color)


def _document(advice: Advice, chance: WinChance | None) -> dict[str, object]:
    return {
        "position": str(advice.position),
        "setting": advice.setting,
        "basis": advice.basis,
        "reason": advice_text(advice),
        "is_guess": advice.is_guess,
        "is_exact": advice.is_exact,
        "cell": list(advice.cell),
        "candidates": [asdict(c) | {"cell": list(c.cell)} for c in advice.candidates],
        "win_chance": None if chance is None else asdict(chance),
    }


def _show(advice: Advice, chance: WinChance | None, no_color: bool) -> None:
    console = console_for(no_color)
    console.print(f"open {advice.cell}   {advice.reason}")
    console.print(advice_text(advice))
    if advice.is_guess:
        table = Table(box=None, pad_edge=False)
        for heading in ("cell", "safe", "progress", "score", "wins"):
            table.add_column(heading, justify="left" if heading == "cell" else "right")
        for c in advice.candidates:
            score = "" if c.score is None else f"{c.score:.4f}"
            table.add_row(
                str(c.cell), percent(c.safety), _or_blank(c.progress), score, _or_blank(c.win)
            )
        console.print(table)
    else:
        others = " ".join(str(c.cell) for c in advice.candidates[1:])
        if others:
            console.print(f"also safe {others}")
    if chance is not None:
        how = "exact" if chance.is_exact else f"+-{percent(chance.error)}, {chance.games} games"
        console.print(f"winning chance {percent(chance.chance)}   {how}")


def _or_blank(chance: float | None) -> str:
    return "" if chance is None else percent(chance)
