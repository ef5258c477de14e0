"""Answer questions in the page's worker: texts and bytes in, a text with JSON out."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from sapper.answers import Limits, answer
from sapper.documents import json_text
from sapper.errors import Refused, SapperError
from sapper.language import _, use_language
from sapper.players.registry import player_specs

__all__ = ["LIMITS", "answer_text"]

LIMITS: Final = Limits(
    milliseconds=2000.0, cells=10_000, moves=20_000, games=5000, rollouts=2000, search_seconds=10.0,
    is_served=True,
)  # fmt: skip
"""What one answer may cost in a page: nothing but its end can interrupt the core there."""


def answer_text(
    question: str,
    body: str,
    data: Any,
    language: str,
    report: Callable[[str, str], object] | None = None,
) -> str:
    """Return the document of a question, or of its error; `data` has the bytes of a file."""
    if question == "players":
        return json_text({"players": player_specs()})
    fields = json.loads(body)
    if data is not None:
        fields["data"] = data.to_bytes()

    def report_text(event: str, done: Mapping[str, object]) -> None:
        if report is not None:
            report(event, json_text(done))

    with use_language(language):
        try:
            return json_text(answer(question, fields, LIMITS, report_text))
        except SapperError as error:
            return json_text(error)
        except ImportError:  # such as NumPy
            text = _("This needs the sapper server: pip install 'sapper[all]', then sapper serve")
            return json_text(Refused(text, "server"))
