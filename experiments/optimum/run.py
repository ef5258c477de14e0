"""Compare the players with optimal play on small boards, exactly.

    python -m experiments.optimum.run

Each row is written as soon as it is known. A stored row is computed again only if the player's
identity has changed; the optimum of a board is searched once.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from rich.console import Console

from experiments.optimum.exact_play import ExactPlay
from sapper.board.spec import BoardSpec
from sapper.files import write_text
from sapper.games.optimal_play import wins_from
from sapper.lab.identity import identity_of
from sapper.lab.ledger.provenance import sapper_version
from sapper.lab.runs.run import Run
from sapper.players.engine.choice import NativePlayerName

RESULT = Path(__file__).parent / "result.json"
BOARDS = ("4x4/4", "5x5/4", "5x5/5", "5x6/5", "6x6/5", "5x8/4", "4x10/4")
PLAYERS: tuple[NativePlayerName, ...] = ("fast", "lookahead", "champion", "patient")
FIRST = (0, 0)
NODES = 2_000_000_000  # of the search for the optimum
say = Console(highlight=False, soft_wrap=True).print


def main() -> None:
    """Compute every row that is not stored yet."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=RESULT)
    out = parser.parse_args().out
    rows = json.loads(out.read_text("utf-8"))["rows"] if out.exists() else []
    for board in BOARDS:
        row = next((row for row in rows if row["board"] == board), None)
        if row is None:
            row = optimum(board)
            rows.append(row)
        for player in PLAYERS:
            if add_player(row, player):
                say(row["board"], player, row["players"][player])
            text = json.dumps({"sapper": sapper_version(), "rows": rows}, indent=1)
            write_text(out, text + "\n")


def optimum(board: str) -> dict[str, Any]:
    """Return the row of a board: its layouts with a safe first cell, and the best wins."""
    wins, layouts = wins_from(board, FIRST, nodes=NODES)
    return {"board": board, "first": list(FIRST), "layouts": layouts, "best": wins, "players": {}}


def add_player(row: dict[str, Any], player: NativePlayerName) -> bool:
    """Add the wins of a player to the row of a board; return False if they are stored."""
    run = Run.of(player, row["board"], start="safe", first=FIRST, seed=0)
    identity = identity_of(run)
    if row["players"].get(player, {}).get("identity") == identity:
        return False
    played = ExactPlay(player, BoardSpec.parse(row["board"]), FIRST)
    row["players"][player] = {"wins": played.wins, "asked": played.asked, "identity": identity}
    return True


if __name__ == "__main__":
    main()
