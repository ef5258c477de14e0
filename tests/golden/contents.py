"""The contents of golden files: without what depends on the machine, the day or the build.

Times, places, versions and hashes become `*`; floats are rounded to nine digits.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

__all__ = ["HERE", "Compare", "mask_document", "mask_table", "mask_text"]

HERE: Final = Path(__file__).parent

Compare = Callable[[str, object], None]
"""The fixture `compare`: takes the name of a golden file, and its text or document."""

_HIDDEN: Final = re.compile(
    r"seconds|milliseconds|slowest|positions_per_second|.*\bms\b(?! printed).*|ms_per_\w+"
    r"|at|machine|cores|process|python|platform|version|commit|identity|identities|bytes"
)
"""The keys of documents and the headings of columns whose values are masked."""

_TEXTS: Final = (
    (r"at \d{4}-\d\d-\d\dT(?s:.*?)(?=\nrun |\n\S+:)", "at *"),  # the machine's name wraps the lines
    (r"[\d,.]+ (ms|s|bytes|positions(?:/s| a second))(?!\w)", r"* \1"),
    (r"(?m)^(.*\bms\b(?! printed).*  +)[\d,.]+$", r"\1*"),
    (r"(?<![=/\w])[0-9a-f]{12}(?!\w)", "*"),
    (r"(?<=version )\d\S+|(?<=  )\d+\.\d+\.\d+(?=  )", "*"),
)
"""What is masked in texts, and by what."""


def mask_text(text: str) -> str:
    """Return a text for people, masked."""
    for pattern, replacement in _TEXTS:
        text = re.sub(pattern, replacement, text)
    return text


def mask_document(document: Any) -> str:
    """Return a document as JSON with sorted keys, masked; a short list is one line."""
    text = json.dumps(_mask(document), indent=1, sort_keys=True, ensure_ascii=False)
    return re.sub(r"\[[^\[\]{}]*\]", _shorten, text) + "\n"


def _shorten(found: re.Match[str]) -> str:
    line = " ".join(found[0].split())
    return line if len(line) <= 90 else found[0]


def _mask(value: Any) -> Any:
    if isinstance(value, dict):
        if isinstance(value.get("columns"), list):  # a table
            value = value | {"rows": [_mask_row(value["columns"], row) for row in value["rows"]]}
        return {key: _mask_value(key, each) for key, each in value.items()}
    if isinstance(value, list):
        return [_mask(each) for each in value]
    return float(f"{value:.9g}") if isinstance(value, float) else value


def _mask_value(key: str, value: Any) -> Any:
    is_schema = isinstance(value, dict)  # of a value that would be masked
    return "*" if _HIDDEN.fullmatch(key) and not is_schema else _mask(value)


def mask_table(text: str) -> list[str]:
    """Return the lines of a table in CSV, masked."""
    head, *rows = csv.reader(text.splitlines())
    return [" | ".join(row) for row in (head, *(_mask_row(head, row) for row in rows))]


def _mask_row(head: Iterable[str], row: Iterable[Any]) -> list[Any]:
    pairs = zip(head, row, strict=True)
    return ["*" if _HIDDEN.fullmatch(name) else value for name, value in pairs]
