"""What the check of an engine found, as values and documents."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypedDict

from sapper.players.protocol.messages import About

__all__ = ["EngineCheck", "EngineCheckDocument", "Finding", "FindingDocument", "Verdict"]

Verdict = Literal["fine", "remark", "wrong"]
"""Of one check: *wrong* is against the protocol, a *remark* is allowed and yet a pity."""


class FindingDocument(TypedDict):
    """What one check found: `fine`, a `remark`, or what is `wrong`."""

    check: str
    verdict: Verdict
    message: str


class EngineOptionDocument(TypedDict):
    """An option that an engine reports."""

    name: str
    value: str


class EngineCheckDocument(TypedDict):
    """What an engine says of itself, null if it does not, and what every check found."""

    name: str | None
    version: str | None
    author: str | None
    options: list[EngineOptionDocument]
    is_right: bool
    positions_per_second: float | None
    findings: list[FindingDocument]


@dataclass(frozen=True)
class Finding:
    """What one check found."""

    check: str
    verdict: Verdict
    message: str

    def to_dict(self) -> FindingDocument:
        """Return plain data for JSON."""
        return FindingDocument(check=self.check, verdict=self.verdict, message=self.message)


@dataclass(frozen=True)
class EngineCheck:
    """All findings; `about` is None if the engine does not introduce itself."""

    about: About | None
    findings: tuple[Finding, ...]
    speed: float | None = None

    @property
    def is_right(self) -> bool:
        """Whether nothing is wrong."""
        return all(finding.verdict != "wrong" for finding in self.findings)

    def to_dict(self) -> EngineCheckDocument:
        """Return plain data for JSON."""
        about = self.about
        return EngineCheckDocument(
            name=about.name if about else None,
            version=about.version if about else None,
            author=about.author if about else None,
            options=[
                EngineOptionDocument(name=name, value=value)
                for name, value in (about.options if about else ())
            ],
            is_right=self.is_right,
            positions_per_second=self.speed,
            findings=[finding.to_dict() for finding in self.findings],
        )
