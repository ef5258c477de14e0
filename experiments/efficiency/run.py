"""Measure how many clicks `efficient` needs on won expert games, and what `give` buys.

    python -m experiments.efficiency.run [--games N] [--player NAME] [--only-table]

Parts of 100 games are kept in `build/efficiency`; only the missing ones are played, so the run can
be stopped at any time, and several may play different players at once. The table, `result.json` and
the plot are made of the first N games of every player, or as many as are stored.
"""

from __future__ import annotations

import argparse
import json
from itertools import takewhile
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from matplotlib.figure import Figure
from rich.console import Console

from experiments.bbbv.run import svg_of
from experiments.games import chunks
from sapper.board.layout import Layout
from sapper.files import write_text
from sapper.games.game import Status
from sapper.games.playing import play
from sapper.lab.ledger.provenance import sapper_version
from sapper.lab.report.plots import COLOURS
from sapper.lab.statistics.intervals import wilson

HERE = Path(__file__).parent
PARTS = HERE.parents[1] / "build" / "efficiency"
BOARD, START, FIRST = "16x30/99", "open", (3, 3)
SEED = 20261119  # fixed beforehand; tuning used seeds 1, 901 and 4711
GIVES = ("0%", "0.5%", "1%", "2%", "5%")
PLAYERS = ("champion", *(f"efficient:give={give}" for give in GIVES))
PART = 100
say = Console(highlight=False, soft_wrap=True).print

Games = npt.NDArray[np.int64]  # a row for each game: won, 3BV, clicks, ZiNi by columns, 8-way ZiNi


def main() -> None:
    """Play what is missing, then write the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--player", action="append", choices=PLAYERS)
    parser.add_argument("--only-table", action="store_true")
    asked = parser.parse_args()
    for part in [] if asked.only_table else chunks(asked.games, PART):
        for player in asked.player or PLAYERS:
            games_of(player, part)
    if not asked.player or asked.only_table:
        write_results(asked.games)


def games_of(player: str, numbers: range) -> Games:
    """Return some games of a player; play them if they are not stored."""
    path = path_of(player, numbers)
    if not path.exists():
        text = json.dumps([figures(player, number) for number in numbers])
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, text)
    return np.array(json.loads(path.read_text("utf-8")), np.int64)


def path_of(player: str, numbers: range) -> Path:
    """Return the file of a part."""
    return PARTS / f"{player.replace(':', '-')}-{numbers.start}-{numbers.stop}.json"


def figures(player: str, number: int) -> list[int]:
    """Play one game; return whether it was won, 3BV, clicks and ZiNi."""
    game = play(player, BOARD, seed=SEED, start=START, first=FIRST, game=number).game
    assert game.layout is not None
    board = Layout(game.geometry, game.layout).metrics
    won = game.status is Status.WON
    return [int(won), board.bbbv, len(game.moves), board.zini, board.zini_8way]


def write_results(games: int) -> None:
    """Write the figures of every player, for its first games that are stored, and the plot."""
    rows: list[dict[str, Any]] = []
    plain = stored(PLAYERS[1], games)
    for player in PLAYERS:
        found = stored(player, games)
        if len(found):
            rows.append(summary(player, found))
            rows[-1]["without_give"] = brief(plain[: len(found)])
            say(rows[-1])
    result: dict[str, Any] = {
        "sapper": sapper_version(),
        "board": BOARD,
        "start": START,
        "first": FIRST,
    }
    result |= {"seed": SEED, "players": rows}
    write_text(HERE / "result.json", json.dumps(result, indent=1) + "\n")
    write_text(HERE / "efficiency.svg", svg_of(draw(rows)))


def stored(player: str, games: int) -> Games:
    """Return the first games of a player, as many as are stored without a gap."""
    paths = takewhile(Path.exists, (path_of(player, part) for part in chunks(games, PART)))
    parts = [np.array(json.loads(path.read_text("utf-8")), np.int64) for path in paths]
    return np.concatenate(parts) if parts else np.empty((0, 5), np.int64)


def brief(games: Games) -> dict[str, Any]:
    """Return the games won and the efficiency of `efficient` without `give` on the same games."""
    won = games[games[:, 0] == 1]
    return {"won": len(won), "efficiency": round(100 * ratio(won[:, 1], won[:, 2])[0], 2)}


def summary(player: str, games: Games) -> dict[str, Any]:
    """Return win rate and efficiency with 95 % intervals; that of ZiNi on the same won boards."""
    won = games[games[:, 0] == 1]
    wins = wilson(len(won), len(games))
    efficiency, error = ratio(won[:, 1], won[:, 2])
    return {
        "player": player,
        "games": len(games),
        "won": len(won),
        "win_rate": [round(100 * value, 2) for value in (wins.value, wins.low, wins.high)],
        "efficiency": round(100 * efficiency, 2),
        "error": round(100 * error, 2),
        "mean_3bv": round(float(won[:, 1].mean()), 2),
        "mean_clicks": round(float(won[:, 2].mean()), 2),
        "zini": round(100 * ratio(won[:, 1], won[:, 3])[0], 2),
        "zini_8way": round(100 * ratio(won[:, 1], won[:, 4])[0], 2),
    }


def ratio(above: Games, below: Games) -> tuple[float, float]:
    """Return sum over sum, and half its 95 % interval by linearisation."""
    value = above.sum() / below.sum()
    spread = above - value * below
    return float(value), float(1.96 * np.sqrt((spread**2).sum()) / below.sum())


def draw(rows: list[dict[str, Any]]) -> Figure:
    """Draw the curve win rate against efficiency for the values of `give`."""
    figure = Figure(figsize=(6, 4), layout="constrained")
    axes = figure.subplots()
    for row, colour in zip(rows, COLOURS, strict=False):
        rate, low, high = row["win_rate"]
        axes.errorbar(
            row["efficiency"], rate, xerr=row["error"], yerr=[[rate - low], [high - rate]],
            fmt="o", color=colour, label=row["player"], capsize=2,
        )  # fmt: skip
    axes.set(xlabel="efficiency on won games in %", ylabel="games won in %")
    axes.legend(fontsize="small")
    return figure


if __name__ == "__main__":
    main()
