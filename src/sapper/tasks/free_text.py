r"""Find the answer in free text: markup is removed, and the last answer wins.

Where a text names its answer (`Answer: ...`, `<answer>`, `\boxed{...}`), what follows is read;
else the last paragraph that can be read. All patterns take time in proportion to the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, TypeVar

__all__ = ["last_readable"]

T = TypeVar("T")

_THOUGHT: Final = re.compile(r"</(?:think|thinking|thought|reasoning)>", re.IGNORECASE)
_FRACTION: Final = re.compile(r"\\[dt]?frac\s{0,9}\{([0-9]{1,40})\}\s{0,9}\{([0-9]{1,40})\}")
_BOXED: Final = re.compile(r"\\(?:boxed|fbox|text|mathrm|textbf)\s{0,9}\{")
_TAG: Final = re.compile(r"</?[a-zA-Z]{1,20}>")
_MARK: Final = re.compile(
    r"\b(?:final\s{1,9})?answers?(?:\s{1,9}is)?\s{0,9}[:=]|\banswer\s{1,9}is\b|\u27e6answer\u27e7",
    re.IGNORECASE,
)
_PARAGRAPH: Final = re.compile(r"\n[ \t\r]*\n")
_GOES_ON: Final = re.compile(
    r"\s*(?:[-*\u2022]|[0-9]{1,3}[.)]\s|r[0-9]|[(\[{]|safe\b|mines?\b|cell\b|row\b|open\b)", re.I
)
_LISTED: Final = re.compile(
    r"\s*(?:[-\u2022#]{0,4}\s*)(?:the\s|certain(?:ly)?\s|all\s)?"
    r"(?:safe|mines?|bombs?|undecided|undetermined|unknown)\b",
    re.IGNORECASE,
)


def last_readable(text: str, read: Callable[[str], T | None], *, is_list: bool = False) -> T | None:
    """Return what `read` makes of the last part of a text that it can read, or None.

    A list may have several paragraphs, such as one for safe cells and one for mines.
    """
    for part in _parts(_plain(text), is_list):
        found = read(part)
        if found is not None:
            return found
    return None


def _plain(text: str) -> str:
    """Return the text without thoughts and markup."""
    ends = [match.end() for match in _THOUGHT.finditer(text)]
    if ends and text[ends[-1] :].strip():
        text = text[ends[-1] :]
    text = _FRACTION.sub(r"\1/\2", text)
    text = re.sub(r"<answer>", " \u27e6answer\u27e7 ", text, flags=re.IGNORECASE)
    text = text.replace("\\boxed", " \u27e6answer\u27e7 \\boxed")
    text = _TAG.sub(" ", _BOXED.sub(" ", text)).replace("\\%", "%").replace("\\", " ")
    text = re.sub(r"```[a-zA-Z]{0,20}", " ", text)
    return re.sub(r"[*`$]|(?<![0-9a-zA-Z_])_{1,3}(?=[a-zA-Z])", " ", text)


def _parts(text: str, is_list: bool) -> Iterator[str]:
    """Yield the parts of a text that may be the answer, the most likely first."""
    marks = list(_MARK.finditer(text))
    end = len(text)
    for mark in reversed(marks):
        yield from _beginnings(text[mark.end() : end])
        end = mark.start()
    if not marks:
        paragraphs = _PARAGRAPH.split(text)
        yield from reversed(_lists(paragraphs) if is_list else paragraphs)


def _lists(paragraphs: list[str]) -> list[str]:
    """Return paragraphs with those of one list joined."""
    groups: list[list[str]] = []
    was_listed = False
    for paragraph in filter(str.strip, paragraphs):
        is_listed = _LISTED.match(paragraph) is not None
        if groups and (groups[-1][-1].rstrip().endswith(":") or (is_listed and was_listed)):
            groups[-1].append(paragraph)
        else:
            groups.append([paragraph])
            was_listed = False
        was_listed |= is_listed
    return ["\n".join(group) for group in groups]


def _beginnings(text: str) -> Iterator[str]:
    """Yield the paragraph after a mark, with those that continue it, then the next ones."""
    paragraphs = [part for part in _PARAGRAPH.split(text) if part.strip()]
    for start in range(len(paragraphs)):
        last = start + 1
        while last < len(paragraphs) and _GOES_ON.match(paragraphs[last]):
            last += 1
        yield "\n".join(paragraphs[start:last])
        if start >= _MOST_STARTS:
            return


_MOST_STARTS: Final = 20  # an answer stands near its mark
