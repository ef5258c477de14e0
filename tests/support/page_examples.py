"""The examples of Review, Games and Lab: `python -m tests.support.page_examples` writes them."""

from __future__ import annotations

import json
from typing import Any

from sapper import play
from sapper.answers import answer
from sapper.documents import json_text
from tests.support.contrast import STATIC

FILE = STATIC / "examples.json"
_OF_PLAYERS = (
    "player", "games", "wins", "win_rate", "win_rate_low", "win_rate_high", "guesses_per_game",
    "guess_accuracy",
)  # fmt: skip
_OF_PAIRS = (
    "first", "second", "only_first", "only_second", "difference", "difference_low",
    "difference_high", "p", "verdict",
)  # fmt: skip


def examples() -> dict[str, Any]:
    """Return a lost game and a won one, both judged, and a comparison; all played anew."""
    lost, won = play("greedy", "expert", seed=56), play("champion", "beginner", seed=4)
    body = {"player": ["greedy", "champion"], "board": "9x9/10", "games": 200, "seed": 0}
    compared = _asked("simulate", body)
    players = [{key: row[key] for key in _OF_PLAYERS} for row in compared["players"]]
    pairs = [{key: row[key] for key in _OF_PAIRS} for row in compared["pairs"]]
    comparison = {**body, "players": players, "pairs": pairs}
    return {"games": [_record(won), _record(lost)], "comparison": comparison}


def _record(record: Any) -> dict[str, Any]:
    review = _asked("review", {"game": record.text})
    board, start = record.text.split()[:2]
    return {
        "game": record.text, "board": board, "start": start,
        "status": "won" if record.is_won else "lost",
        "began": None, "seconds": None, "help": ["watch"], "grade": None,
        "figures": {"guesses": review["guesses"]},
        "review": {key: review[key] for key in ("skill", "luck", "accuracy")},
    }  # fmt: skip


def _asked(question: str, body: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json_text(answer(question, body)))
    return found


if __name__ == "__main__":
    FILE.write_text(json.dumps(examples()) + "\n", encoding="utf-8")
