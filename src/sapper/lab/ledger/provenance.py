"""Provenance: when, where and by which command games were played or a report was written.

The machine is named by its processor, cores and system, never by its host or user name.
"""

from __future__ import annotations

import os
import platform
import shlex
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Final

from sapper.processors import available_processors

__all__ = [
    "Provenance",
    "command_line",
    "own_command",
    "processor_name",
    "sapper_version",
]

_GIT_SECONDS: Final = 5.0
_ROOT: Final = Path(__file__).parents[4]  # of a checkout, where this is src/sapper/lab/ledger


@dataclass(frozen=True)
class Provenance:
    """The time (ISO 8601, UTC), the machine, the versions, the commit and the command.

    `commit` is None for an installed package, and ends with + if files have changed.
    """

    at: str
    machine: str
    cores: int
    python: str
    platform: str
    version: str
    commit: str | None = None
    command: str | None = None

    @classmethod
    def here(cls, command: str | None = None) -> Provenance:
        """Return the provenance of what happens now, in this process; it never fails."""
        return cls(
            at=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            machine=processor_name(),
            cores=available_processors(),
            python=platform.python_version(),
            platform=f"{platform.system()} {platform.machine()}".strip(),
            version=sapper_version(),
            commit=_commit_of(_ROOT),
            command=command,
        )

    @property
    def where(self) -> str:
        """The machine in a few words."""
        cores = "1 core" if self.cores == 1 else f"{self.cores} cores"
        return f"{self.machine}, {cores}, {self.platform}"

    @property
    def software(self) -> str:
        """The versions in a few words."""
        commit = f" (commit {self.commit})" if self.commit else ""
        return f"sapper {self.version}{commit}, Python {self.python}"

    def sentence(self) -> str:
        """Return everything in one sentence without a verb, for the end of another."""
        parts = [self.at.replace("T", " ").replace("Z", " UTC"), self.where, self.software]
        if self.command:
            parts.append(f"command: {self.command}")
        return "; ".join(parts)


@cache
def sapper_version() -> str:
    """Return the installed version of sapper, by reading its metadata once."""
    return version("sapper")


def command_line(arguments: Sequence[str] | None = None) -> str:
    """Return the command as it could be typed again, with ~ for the home directory."""
    given = sys.argv[1:] if arguments is None else arguments
    # A name of a file need not be text where the file system says so; this is.
    words = [os.fsencode(word).decode("utf-8", "backslashreplace") for word in given]
    home = os.path.expanduser("~").rstrip(os.sep)
    if home and home != "~":
        words = [word.replace(home + os.sep, "~/") for word in words]
    return " ".join(["sapper", *map(_quote, words)])


def own_command() -> str | None:
    """Return the command that was given, if this process is a command of sapper."""
    return command_line() if Path(sys.argv[0]).stem in ("sapper", "__main__") else None


def processor_name() -> str:
    """Return the model of the processor; its architecture where the system does not tell."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(models, "") or platform.processor() or platform.machine() or "unknown processor"


def _quote(word: str) -> str:
    """Return a word for a shell; a leading ~ stays unquoted, so that it is the home directory."""
    return f"~/{shlex.quote(word[2:])}" if word.startswith("~/") else shlex.quote(word)


@cache
def _commit_of(root: Path) -> str | None:
    """Return the commit of a checkout of sapper, with + if files have changed, else None.

    An installed package has no commit, also if it lies inside another project's checkout.
    """
    try:
        if not (root / ".git").exists() or 'name = "sapper"' not in (
            root / "pyproject.toml"
        ).read_text(encoding="utf-8"):
            return None
        found = subprocess.run(
            ["git", "describe", "--always", "--abbrev=12", "--exclude=*", "--dirty=+"],
            cwd=root, env=_plain_environment(), capture_output=True, text=True, check=True,
            timeout=_GIT_SECONDS,
        )  # fmt: skip
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    return found.stdout.strip() or None


def _plain_environment() -> dict[str, str]:
    """Return the environment without git's own variables, which could name another repository."""
    names = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return {**names, "GIT_OPTIONAL_LOCKS": "0"}
