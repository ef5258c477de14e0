"""The contents of golden files: without what depends on the machine, the day or the build.

Times, places, versions and hashes become `*`; floats are rounded to nine digits.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

__all__ = ["HERE", "Compare", "mask_text", "write_document"]

HERE: Final = Path(__file__).parent

Compare = Callable[[str, object], None]
"""The fixture `compare`: takes the name of a golden file, and its text or document."""

_HIDDEN: Final = re.compile(
    r"seconds|seconds_ago|fixed_games|milliseconds|slowest|positions_per_second|ms_per_\w+"
    r"|.*\bms\b(?! printed).*"
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


def write_document(document: Any) -> str:
    """Return a document as JSON, masked, with sorted keys; rows and short values are one line."""
    return _write(_mask(document), "") + "\n"


def _mask(value: Any) -> Any:
    if isinstance(value, dict):
        if isinstance(value.get("columns"), list):  # a table
            value = value | {"rows": [_mask_row(value["columns"], row) for row in value["rows"]]}
        return {key: _mask_value(key, each) for key, each in value.items()}
    if isinstance(value, list):
        return [_mask(each) for each in value]
    if isinstance(value, str):
        return re.sub(r"\d+\.\d{9,}", lambda found: f"{float(found[0]):.9g}", value)
    return float(f"{value:.9g}") if isinstance(value, float) else value


def _mask_row(columns: Iterable[str], row: Iterable[Any]) -> list[Any]:
    return [_mask_value(name, value) for name, value in zip(columns, row, strict=True)]


def _mask_value(key: str, value: Any) -> Any:
    is_schema = isinstance(value, dict)  # of a value that would be masked
    return "*" if _HIDDEN.fullmatch(key) and not is_schema else _mask(value)


def _write(value: Any, indent: str) -> str:
    line = json.dumps(value, ensure_ascii=False, sort_keys=True)
    inner = f"{indent} "
    if len(indent + line) <= 100:
        return line
    if isinstance(value, dict):
        parts = [f'{inner}"{key}": {_write(value[key], inner)}' for key in sorted(value)]
    elif isinstance(value, list) and any(isinstance(each, dict | list) for each in value):
        parts = [inner + _write(each, inner) for each in value]
    else:
        return line
    return "\n".join((line[0], ",\n".join(parts), indent + line[-1]))
