"""Presses and releases from the states of a mouse, as MVF replays have them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from sapper.games.replays.byte_reader import ByteReader
from sapper.games.replays.recording import Button, ButtonEvent, Squares
from sapper.language import _

__all__ = ["MouseState", "events_of_states"]

_BUTTONS: Final[tuple[tuple[Button, Button], ...]] = (("lc", "lr"), ("rc", "rr"), ("mc", "mr"))


class MouseState(NamedTuple):
    """Where the mouse is, and which buttons are down: left, right, middle."""

    time: int
    x: int
    y: int
    down: tuple[bool, bool, bool]


def events_of_states(
    states: Iterable[MouseState], squares: Squares, reader: ByteReader
) -> tuple[list[ButtonEvent], int]:
    """Return presses and releases, and how many events there are with those of movement."""
    events: list[ButtonEvent] = []
    moves, last = 0, MouseState(0, -1, -1, (False, False, False))
    for number, state in enumerate(states):
        if state.time < last.time:
            raise reader.refuse(
                _("its time runs backwards, from {last} to {time} ms").format(
                    last=last.time, time=state.time
                )
            )
        moves += number > 0 and (state.x, state.y) != (last.x, last.y)
        cell = squares.cell_at(state.x, state.y)
        events += (ButtonEvent(state.time, button, cell) for button in _changes(last, state))
        last = state
    return events, moves + len(events)


def _changes(before: MouseState, after: MouseState) -> Iterator[Button]:
    """Yield the buttons that went down, then those that went up."""
    if before.down == after.down:
        return
    for (press, _release), was, is_down in zip(_BUTTONS, before.down, after.down, strict=True):
        if is_down and not was:
            yield press
    for (_press, release), was, is_down in zip(_BUTTONS, before.down, after.down, strict=True):
        if was and not is_down:
            yield release
