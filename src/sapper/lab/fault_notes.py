"""Tell the user about games in which a player failed, as they happen; end a strict run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sapper.lab.errors import RunStopped
from sapper.lab.fault import Failure
from sapper.lab.faults import Faults, replay_command
from sapper.lab.run import Run

__all__ = ["FaultNotes"]

_NOTES: Final = 3  # for each run; the result counts all


class FaultNotes:
    """Notes the first failures of every run."""

    def __init__(self, note: Callable[[str], None]) -> None:
        self._note = note
        self._noted: dict[Run, int] = {}

    def add(self, run: Run, failure: Failure) -> None:
        """Note a failure; raise `RunStopped` with the command that replays it if strict."""
        if run.limits.strict:
            raise RunStopped(
                f"{failure.text}; finished games are stored; in game {failure.game} of {run}; "
                f"replay: {replay_command(run, failure.game)}"
            )
        noted = self._noted.get(run, 0)
        if noted < _NOTES:
            self._noted[run] = noted + 1
            self._note(f"game {failure.game} is lost: {failure.text}")

    def check_stored(self, run: Run, faults: Faults) -> None:
        """Raise `RunStopped` if a strict run has stored games with a fault."""
        if run.limits.strict and faults:
            raise RunStopped(f"stored games have faults: {'; '.join(faults.replays(run))}")
