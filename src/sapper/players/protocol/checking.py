"""Check whether a program speaks the engine protocol: fixed positions, and some misuse.

Every check starts from the specification, docs/reference/protocol.md. What is against it is
*wrong*; what is allowed but not good is a *remark*. The exact analysis judges the moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from sapper.analysis import analyse
from sapper.board.cell import FLAG
from sapper.board.notebook_value import shorten
from sapper.board.position import Position
from sapper.errors import EngineError, InputError
from sapper.players.protocol.messages import EngineAnswer, EngineOption, EngineSaysError
from sapper.players.protocol.process import Command, EngineProcess

__all__ = ["POSITIONS", "EngineCheck", "EngineFinding", "check_engine"]

Verdict = Literal["fine", "remark", "wrong"]
"""Of one check: *wrong* is against the protocol, a *remark* is allowed but not good."""

POSITIONS: Final = (
    "9x9/10:" + "/".join(["_________"] * 9),
    "3x3/2:01_/12_/___",
    "4x4/2:1__1/12_1/0111/0000",
    "2x2/1:1_/__",
    "1x2/1:__",
    "1x3/1:_1_",
    "3x4/3:F_1_/__2_/____",
    "5x6/5:001___/123___/______/______/______",
    "8x8/10:____1000/____2100/_____100/111__100/001_1111/112_1___/____21__/________",
)
"""Grids that at least one layout fits, with a hidden cell to decide."""

_SECONDS = 10.0  # for one answer
_END_SECONDS = 3.0
_TOLERANCE = 0.005  # of a chance


@dataclass(frozen=True)
class EngineFinding:
    """What one check found: `fine`, a `remark`, or what is `wrong`."""

    check: str
    verdict: Verdict
    message: str


@dataclass(frozen=True)
class EngineCheck:
    """What an engine says of itself, None if it does not, and what every check found."""

    name: str | None
    version: str | None
    author: str | None
    options: tuple[EngineOption, ...]
    findings: tuple[EngineFinding, ...]

    document_as = (
        "name", "version", "author", "options", "is_right", "findings",
    )  # fmt: skip

    @property
    def is_right(self) -> bool:
        """Whether nothing is wrong."""
        return all(finding.verdict != "wrong" for finding in self.findings)


def check_engine(command: Command) -> EngineCheck:
    """Return what is right and wrong about the engine of a command.

    Raise nothing: an engine that cannot be started is a finding too.
    """
    try:
        first = EngineProcess(command)
    except EngineError as error:
        finding = EngineFinding("introduction", "wrong", str(error))
        return EngineCheck(None, None, None, (), (finding,))
    first.end()
    about = first.about
    introduced = EngineFinding("introduction", "fine", about.label)
    findings = (_try(name, check, command) for name, check in _CHECKS.items())
    return EngineCheck(
        about.name, about.version, about.author, about.options, (introduced, *findings)
    )


class _Wrong(Exception):  # noqa: N818 (a finding)
    """Something is against the specification."""


_Check = Callable[[EngineProcess], str]
"""Returns a remark, or nothing; raises `_Wrong`."""


def _try(name: str, check: _Check, command: Command) -> EngineFinding:
    """Return the finding of one check, made with a process of its own."""
    engine = None
    try:
        engine = EngineProcess(command)
        remark = check(engine)
    except (_Wrong, EngineError) as error:
        return EngineFinding(name, "wrong", str(error))
    finally:
        if engine is not None:
            engine.end()
    return EngineFinding(name, "remark" if remark else "fine", remark)


def _ask(engine: EngineProcess, line: str) -> str:
    """Return the line that answers a position."""
    return engine.ask(f"position {line}\ngo\n", 1, _SECONDS)[0]


def _decides(engine: EngineProcess) -> str:
    remarks: list[str] = []
    for line in POSITIONS:
        position = Position.parse(line)
        engine.ask(f"new {line.partition(':')[0]} - - seed 1\n", 0, _SECONDS)
        remarks += _judge(position, _answer(_ask(engine, line), line))
    return "; ".join(dict.fromkeys(remarks))


def _answers_once(engine: EngineProcess) -> str:
    """Ask once and end the engine: only then it is known that it writes no second line."""
    line = POSITIONS[1]
    found = engine.last_lines(f"position {line}\ngo\nquit\n", _END_SECONDS)
    if len(found) != 1:
        shown = shorten(", ".join(map(repr, found)), 200) or "none"
        raise _Wrong(f"expected one line for one go, got {len(found)}: {shown}; at {line}")
    return ""


def _survives_mistakes(engine: EngineProcess) -> str:
    """Ask without a position, and with an invalid one: the answer should be `error`."""
    remarks = []
    for line in ("new 9x9/10 safe - seed 1", "position 3x3/2:nonsense"):
        sent = f"{line!r} and 'go'"
        try:
            answer = engine.ask(f"{line}\ngo\n", 1, _SECONDS)[0]
        except EngineError as error:
            raise _Wrong(f"it must answer {sent}, best with error TEXT: {error}") from None
        if not answer.startswith("error"):
            remarks.append(f"expected error TEXT after {sent}, got {answer!r}")
    _answer(_ask(engine, POSITIONS[1]), POSITIONS[1])
    return "; ".join(shorten(remark, 200) for remark in remarks)


def _repeats_itself(engine: EngineProcess) -> str:
    new, line = "new 9x9/10 safe - seed 7\n", POSITIONS[0]
    texts = [f"{new}position {line}\ngo\n" for _ in range(2)]
    first, second = (engine.ask(text, 1, _SECONDS)[0] for text in texts)
    return "" if first == second else "after the same new ... seed 7 it decides differently"


def _ends(engine: EngineProcess) -> str:
    code = engine.end_by_itself(_END_SECONDS, "quit\n")
    if code is None:
        raise _Wrong(f"it did not end within {_END_SECONDS:g} s after quit")
    return "" if code == 0 else f"its exit code after quit was {code}"


_CHECKS: Final[dict[str, _Check]] = {
    "decides positions": _decides,
    "one line for each go": _answers_once,
    "survives mistakes": _survives_mistakes,
    "repeats itself": _repeats_itself,
    "ends at quit": _ends,
}


def _answer(line: str, position: str) -> EngineAnswer:
    try:
        return EngineAnswer.parse(line)
    except EngineSaysError as error:
        raise _Wrong(f"it cannot decide {position}: {error}") from None
    except InputError as error:
        raise _Wrong(f"{error}; at {position}") from None


def _judge(position: Position, answer: EngineAnswer) -> list[str]:
    """Return remarks on the moves of an answer; raise `_Wrong` for an illegal or false one."""
    return [remark for cell in answer.cells for remark in _judge_cell(position, answer, cell)]


def _judge_cell(position: Position, answer: EngineAnswer, cell: object) -> Iterator[str]:
    at = f"{answer.kind} {cell} at {position}"
    try:
        index = position.geometry.index(cell)  # type: ignore[arg-type]
        is_covered = position.is_covered(cell)  # type: ignore[arg-type]
    except InputError as error:
        raise _Wrong(f"an illegal move, {at}: {error}") from None
    if answer.kind != "open":
        return
    if not is_covered or position.faces[index] == FLAG:
        raise _Wrong(f"an illegal move, {at}: the cell is open or has a flag")
    density = 0.2 if position.mines is None else None
    chance = analyse(position, density=density).chance(cell)  # type: ignore[arg-type]
    if answer.claim == "certain" and chance > 0:
        raise _Wrong(f"it calls {at} certain, and the chance of a mine is {chance:.4g}")
    if chance == 1:
        yield f"it opens a certain mine, {at}"
    claimed = chance if position.mines is None or answer.chance is None else answer.chance
    if abs(claimed - chance) > _TOLERANCE:
        yield f"it says chance {claimed:.4g} for {at}, exact is {chance:.4g}"
