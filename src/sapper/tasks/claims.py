"""Read what a part of a text says about cells: claims, cells to open, and what is cited."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from sapper.board.cell import Cell
from sapper.tasks.reading import CELL, NEGATION, cell_of, cells_of, mark_bare_cells

__all__ = ["Claim", "read_cells", "read_cited", "read_claims"]

_SET: Final = r"[\"']?\s?[:=]\s?[\"']?"
_COUNT: Final = (
    r"\b(?:uses?[\s_])?mines?[\s_-]?counts?\b|\b(?:total|number|count)(?:\snumber)?\sof\smines\b"
    r"|\btotal\smines?\b|\bmines?\s(?:in\s(?:all|total)|left|remaining|total)\b"
)
_NO_COUNT: Final = (
    rf"(?:{NEGATION}|\bwithout\b)(?:\s(?:the|need(?:ed|ing)?|us(?:e|ed|ing)|require|to|any)){{0,3}}"
    rf"\s(?:{_COUNT})"
    rf"|(?:{_COUNT})(?:{_SET}(?:false|no|null|none|not)\b"
    rf"|(?:\s(?:is|was|be|itself|information)){{0,2}}\s{NEGATION}(?:\s(?:be|even)){{0,2}}"
    rf"\s(?:need|use|require|necessary|cited|relevant))"
)
_COUNT_WORDS: Final = re.compile(f"(?P<uncount>{_NO_COUNT})|(?P<count>{_COUNT})", re.IGNORECASE)
_MINE: Final = r"(?:mines?|bombs?)\b"
_OPEN: Final = r"(?:open|reveal|click|uncover|choose|pick|guess|select)(?:e?d|ing)?\b"
_FILL: Final = r"(?: (?:be|been|an?|the|contain|have|has|hold|any|to|on)){0,3} "
_SURE: Final = (
    r"(?:certain(?:ly)?|necessarily|provabl[ey]|definite(?:ly)?|guaranteed|sure(?:ly)?|known|proven"
    r"|proved|clear(?:ly)?|decided|determined|deduced|forced|always)\b"
)
_EITHER: Final = r"(?:\s(?:or\s)?(?:be\s)?(?:an?\s)?(?:safe\b|mines?\b|bombs?\b)){0,2}"
_NEITHER: Final = (
    r"\bneither\b(?:\s(?:be\s)?(?:an?\s)?(?:safe|mine|bomb)\sn?or\s(?:be\s)?(?:an?\s)?"
    r"(?:safe|mine|bomb)\b)?"
)
_REJECT: Final = (
    rf"(?:{NEGATION}(?:{_FILL}{_OPEN})?|\bavoid(?:ing)?\b|\b(?:than|over)\b"
    r"|\binstead\sof\b|\bskip\b"
    r"|\bexcept(?:\sfor)?\b|\bleave\b)(?:\s(?:opening|clicking|the|cells?|at|on|to)){0,3}\s?:?"
    r"\s?(?=(?:r|row|col|column)\s?[0-9]|[(\[]\s?[0-9])"
)
_ONE: Final = f"(?:{CELL.pattern})"
_LIST: Final = rf"{_ONE}(?:(?:\s?,\s?and\s|\s?,\s?|\s(?:and|or|nor)\s)(?:the\s)?{_ONE}){{0,99}}"
_NO_PART: Final = (
    rf"(?:{NEGATION}(?:\s(?:be|an?|the|any)){{0,2}}\s(?:part|need\w{{0,3}}|requir\w{{1,3}}|involved"
    r"|belong\w{0,3}|relevant|necessary|includ\w{1,3}|among|one\sof|in\b|contradict\w{0,8}|clash\w{0,4}"
    r"|conflict\w{0,4}|matter|wrong|to\sblame|a\sproblem)"
    r"|(?:is|are|seems?|looks?)\s(?:fine|ok|okay|irrelevant|unrelated|uninvolved|unnecessary"
    r"|redundant|innocent|consistent|right|correct)\b)"
)
_REJECTED: Final = re.compile(
    rf"(?:{NEGATION}|\b(?:without|except(?:\sfor)?|apart\sfrom|instead\sof|than|excluding)\b)"
    rf"(?:\s(?:the|number|cell|at|in)){{0,3}}\s{_ONE}(?:\sn?or\s{_ONE}){{0,99}}"
    rf"|{_ONE}\s(?=(?:itself\s)?(?:is|does|was|seems|looks)){_NO_PART}"
    rf"|{_LIST}\s(?=are|do|were|need|seem|look|can){_NO_PART}",
    re.IGNORECASE,
)
"""Cells that a text names to say that they are no part of a contradiction."""

_WORDS: Final = (
    ("reject", _REJECT),
    ("uncount", _NO_COUNT),
    ("count", _COUNT),
    ("unsure", rf"\b(?:is[\s_])?(?:mine|safe){_SET}(?:null|unknown)\b"
               r"|\b(?:undecided|undetermined|unknown|uncertain|unsure|ambiguous|undeducible)\b"
               rf"|\b(?:(?:could|may|might)(?:\snot)?\sbe|maybe|perhaps|possibly)\b{_EITHER}"
               rf"|\b(?:can|could|may|might)(?:\s(?:be|go))?\s(?:either|both)\b(?:\sway)?{_EITHER}"
               rf"|{_NEITHER}"
               rf"|{NEGATION}{_FILL}{_SURE}(?:\s(?:to|as))?{_EITHER}|{NEGATION}{_FILL}{_OPEN}"
               r"|\bavoid\b"),
    ("safe", rf"\b(?:is[\s_])?(?:mine|bomb){_SET}(?:false|no)\b"
             rf"|{NEGATION}{_FILL}(?:unsafe\b|{_MINE})"
             rf"|\b(?:mine|bomb)-?free\b|\b(?:is_)?safe\b(?!{_SET}(?:false|no)\b)"
             rf"|\bclear\b(?!\sthat)|\b{_OPEN}"),
    ("mine", rf"\b(?:is[\s_])?safe{_SET}(?:false|no)\b|(?!no\b){NEGATION}{_FILL}safe\b|\bunsafe\b"
             rf"|\b(?:is_)?{_MINE}|\bflags?\b|\bmark\b"),
    ("by", r"\bby\b|\bbecause\b|\bfrom\b|\bsince\b|\busing\b|\bproofs?\b|\bproved\b|\bgiven\b"
           r"|\bnumbers?\b|\bdue\sto\b|\bpremises\b|\bcit(?:e|ed|ing)\b|\bfollows\b|<-|\u2190"),
    ("none", r"\bnone\b|\bno\s(?:safe\s|certain\s)?cells?\b|\bnothing\b|\bempty\b"),
    ("end", r"[;\n}]|\.(?=\s|$)|\bbut\b"),
)  # fmt: skip
_NAMES: Final = ("cell", *(name for name, _ in _WORDS))
_TOKEN: Final = re.compile(
    f"(?P<cell>{CELL.pattern})|" + "|".join(f"(?P<{n}>{p})" for n, p in _WORDS), re.IGNORECASE
)
_VERDICTS: Final = ("safe", "mine", "unsure")


class Claim(NamedTuple):
    """What is said about a cell: whether it is a mine, and what that is said to follow from."""

    is_mine: bool
    numbers: frozenset[Cell] = frozenset()
    uses_mine_count: bool = False


def read_cells(text: str) -> list[Cell] | None:
    """Return the cells to open: those that are neither called mines nor rejected."""
    claims = read_claims(text) or {}
    return [cell for cell, claim in claims.items() if not claim.is_mine] or None


def read_cited(text: str) -> tuple[frozenset[Cell], bool] | None:
    """Return the numbers that are named and not rejected, and whether the mine count is."""
    cells = cells_of(_REJECTED.sub(" ", mark_bare_cells(text)))
    counts = any(match["count"] is not None for match in _COUNT_WORDS.finditer(text))
    return (frozenset(cells), counts) if cells or counts else None


def read_claims(text: str) -> dict[Cell, Claim] | None:
    """Return what is said about cells, each with what it is said to follow from.

    `safe: r0c1 by r1c1`, `r0c1 is safe by r1c1`, lists under a heading and JSON are all read. The
    last claim about a cell counts; a cell that is called undecided, or rejected, has none. An
    explicit none is an empty answer.
    """
    claims: dict[Cell, Claim] = {}
    heading: str | None = None
    is_none = False
    for clause in _clauses(_join_json(mark_bare_cells(text))):
        words = [word for word, _ in clause]
        is_none |= "none" in words
        uses_mine_count = "count" in words
        subjects, verdict, cited = _parse_clause(clause, heading)
        heading = verdict if words[0] in _VERDICTS else heading
        for cell, said in subjects:
            if said == "unsure":
                claims.pop(cell, None)
            else:
                claims[cell] = Claim(said == "mine", cited, uses_mine_count)
    return claims if claims or is_none else None


def _join_json(text: str) -> str:
    """Return a text with the JSON in it on one line."""
    begin = min((i for i in (text.find("{"), text.find("[")) if i >= 0), default=-1)
    end = max(text.rfind("}"), text.rfind("]"))
    try:
        data = json.loads(text[begin : end + 1])
        return f"{text[:begin]} {json.dumps(data)} {text[end + 1 :]}"
    except (ValueError, RecursionError):
        return text


_Token = tuple[str, Cell | None]


def _clauses(text: str) -> Iterator[list[_Token]]:
    clause: list[_Token] = []
    for match in _TOKEN.finditer(text):
        word = next(name for name in _NAMES if match[name] is not None)
        if word == "end":
            if clause:
                yield clause
            clause = []
        else:
            clause.append((word, cell_of(match) if word == "cell" else None))
    if clause:
        yield clause


def _parse_clause(
    clause: list[_Token], heading: str | None
) -> tuple[list[tuple[Cell, str]], str | None, frozenset[Cell]]:
    """Return the cells that a clause is about with their verdicts, the last verdict, what is cited.

    A verdict before cells holds for those after it; one behind them for those before it. A
    rejection (`not r1c0`) holds for those after it.
    """
    words = [word for word, _ in clause]
    split = words.index("by") if "by" in words and words[0] != "by" else len(clause)
    behind = pairwise(clause[split:])
    cited = frozenset(
        cell for (word, _), (_, cell) in behind if cell is not None and word != "reject"
    )
    about = clause[:split]
    is_heading = bool(about) and about[0][0] in _VERDICTS
    subjects: list[tuple[Cell, str]] = []
    waiting: list[Cell] = []
    verdict = heading
    for word, cell in about:
        if word in _VERDICTS or word == "reject":
            said = (verdict or "safe") if word == "reject" else word
            subjects += [(one, said) for one in waiting]
            waiting = []
            verdict = "unsure" if word == "reject" else word
            is_heading |= word == "reject"
        elif cell is not None and is_heading and verdict is not None:
            subjects.append((cell, verdict))
        elif cell is not None:
            waiting.append(cell)
    if split == len(clause) and subjects and not is_heading and waiting:  # r0c1 safe (r1c1, r1c2)
        cited, waiting = frozenset(waiting), []
    subjects += [(one, verdict or "safe") for one in waiting]
    return subjects, verdict, cited
