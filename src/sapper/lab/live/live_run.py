"""How a run is doing: its figures so far, and whether somebody is playing it.

Data says the state; `note` says the same in words.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypedDict

from sapper.lab.figures import plain
from sapper.lab.identity import Worker
from sapper.lab.ledger import Entry
from sapper.lab.live.heartbeat import BEAT_SECONDS
from sapper.lab.playing.faults import FaultsDocument
from sapper.lab.sprt import SprtDocument
from sapper.lab.statistics import wilson
from sapper.lab.sums import GameSums
from sapper.lab.workers.alarms import AlarmDocument, Tally, alarms_of

__all__ = ["Call", "LiveRunDocument", "LiveTestDocument", "live_run", "rank_of"]

STALLED_SECONDS: Final = 60.0
"""A run that is alive but has stored no chunk for so long is stalled."""

LOST_SECONDS: Final = 4 * BEAT_SECONDS
"""A call that has not written its heartbeat for so long is lost: killed, or its machine is."""

State = Literal["running", "stalled", "lost", "stopped", "finished", "stored"]
_RANKS: Final[Mapping[State, int]] = {
    "running": 0, "stalled": 0, "lost": 1, "stopped": 2, "finished": 2, "stored": 3,
}  # fmt: skip


class LiveTestDocument(SprtDocument):
    """A sequential test that decides when a call ends; at most some 200 points of its history."""

    players: list[str]


class LiveRunDocument(TypedDict):
    """A run: games done of those wanted, figures so far, and its state.

    `state` is running, stalled (alive, but no chunk for a minute), lost (no sign of life), stopped
    (by its user or an error), finished, or stored (nothing is known of who played it). `games` is
    null where nobody has asked for a number; `speed` is games per second of the last half minute,
    and null unless somebody plays; `seconds_ago` is the age of the last chunk, if it is known.
    """

    number: int
    player: str
    board: str
    start: str
    first: str
    seed: str
    identity: str
    games: int | None
    done: int
    wins: int
    win_rate: float | None
    win_rate_low: float | None
    win_rate_high: float | None
    speed: float | None
    seconds_ago: float | None
    state: State
    note: str
    workers: int
    faults: FaultsDocument
    alarms: list[AlarmDocument]
    sprt: LiveTestDocument | None


@dataclass(frozen=True)
class Call:
    """A row of the table `calls`: somebody who plays a run, or did."""

    games: int
    began: float
    seen: float
    chunk_at: float | None
    speed: float | None
    ended: str | None
    test: str | None

    def state(self, now: float) -> State:
        """Return how the call stands at a time."""
        if self.ended is not None:
            return "finished" if self.ended == "finished" else "stopped"
        if now - self.seen > LOST_SECONDS:
            return "lost"
        latest = self.began if self.chunk_at is None else self.chunk_at
        return "stalled" if now - latest > STALLED_SECONDS else "running"


def live_run(
    entry: Entry,
    sums: GameSums,
    tallies: Mapping[Worker, Tally],
    calls: Sequence[Call],
    now: float,
) -> LiveRunDocument:
    """Return how a run is doing; `calls` are those who play it or did, oldest first."""
    run, rate = entry.run, wilson(sums.wins, sums.games)
    state = _state(calls, now)
    playing = [call for call in calls if call.state(now) in ("running", "stalled")]
    wanted = max((call.games for call in playing or calls[-1:]), default=None)
    times = [call.chunk_at for call in calls if call.chunk_at is not None]
    ago = max(0.0, now - max(times)) if times else None
    speeds = [call.speed or 0.0 for call in playing if call.state(now) == "running"]
    test = next((call.test for call in reversed(calls) if call.test), None)
    return LiveRunDocument(
        number=entry.number,
        player=run.player,
        board=run.board,
        start=run.start,
        first=run.first,
        seed=str(run.seed),
        identity=entry.identity,
        games=wanted,
        done=sums.games,
        wins=sums.wins,
        win_rate=plain(rate.value),
        win_rate_low=plain(rate.low) if sums.games else None,
        win_rate_high=plain(rate.high) if sums.games else None,
        speed=sum(speeds) if speeds else None,
        seconds_ago=ago,
        state=state,
        note=_note(state, calls, ago, now),
        workers=len(tallies),
        faults=sums.faults.to_dict(run),
        alarms=[alarm.to_dict() for alarm in alarms_of(tallies)],
        sprt=None if test is None else json.loads(test),
    )


def rank_of(run: LiveRunDocument) -> tuple[int, float, int]:
    """Return the place of a run in a list: played now, then by its last chunk, then the newest."""
    ago = float("inf") if run["seconds_ago"] is None else run["seconds_ago"]
    is_played = _RANKS[run["state"]] == 0
    return _RANKS[run["state"]], 0.0 if is_played else ago, -run["number"]


def _state(calls: Sequence[Call], now: float) -> State:
    """Return the state of the call that is best off; of those that are over, of the last one."""
    states = [call.state(now) for call in calls]
    for alive in ("running", "stalled"):
        if alive in states:
            return alive
    return states[-1] if states else "stored"


def _note(state: State, calls: Sequence[Call], ago: float | None, now: float) -> str:
    since = min((call.began for call in calls), default=now) if ago is None else now - ago
    if state == "stalled":
        return f"no chunk for {_duration(now - since)}: a slow player, or one that hangs"
    if state == "lost":
        silent = _duration(now - max(call.seen for call in calls if call.ended is None))
        return f"no sign of life for {silent}: it was killed, or its machine is gone"
    if state == "stopped":
        return "stopped before its end; the same command continues it"
    return {"running": "running", "finished": "finished", "stored": "stored earlier"}[state]


def _duration(seconds: float) -> str:
    """Return a time in words, in whole units."""
    for unit, name in ((86400, "d"), (3600, "h"), (60, "min")):
        if seconds >= 2 * unit:
            return f"{int(seconds // unit)} {name}"
    return f"{max(0, int(seconds))} s"
