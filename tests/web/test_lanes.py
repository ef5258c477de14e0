"""A lane gives its places to the clients in turn, and lets nobody wait for too long."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from sapper.web.lanes import Lane, LaneRequest, TooBusy


def in_loop(use: Callable[[], Awaitable[None]]) -> None:
    """Run a coroutine in a thread: the main one has the loop of Playwright after a page's test."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(use())).result(60)  # type: ignore[arg-type]


def working(*turns: LaneRequest) -> list[bool]:
    return [turn.began is not None for turn in turns]


async def waits(lane: Lane, turn: LaneRequest) -> list[int]:
    return [ahead async for ahead in lane.wait(turn)]


def test_clients_get_places_in_turn_however_much_each_asks_for() -> None:
    async def use() -> None:
        lane = Lane(1, room=100, seconds=None)
        script = [lane.enter("script") for _ in range(50)]
        first, second = lane.enter("first"), lane.enter("second")
        assert working(script[0], script[1], first, second) == [True, False, False, False]
        lane.leave(script[0])
        assert working(script[1], first, second) == [True, False, False], "it came before them"
        lane.leave(script[1])
        assert working(script[2], first, second) == [False, True, False]
        lane.leave(first)
        assert working(script[2], second) == [False, True]
        lane.leave(second)
        assert working(script[2]) == [True]

    in_loop(use)


def test_a_client_has_at_most_its_share_of_the_places() -> None:
    async def use() -> None:
        lane = Lane(2, room=10, seconds=None, of_client=1)
        one, two = lane.enter("a"), lane.enter("a")
        assert working(one, two) == [True, False]
        other = lane.enter("b")
        assert working(two, other) == [False, True]
        lane.leave(one)
        assert working(two) == [True]

    in_loop(use)


def test_a_full_lane_refuses_the_client_that_waits_most() -> None:
    async def use() -> None:
        lane = Lane(1, room=3, seconds=None)
        script = [lane.enter("script") for _ in range(4)]
        with pytest.raises(TooBusy) as refused:
            lane.enter("script")
        assert refused.value.seconds >= 1
        person = lane.enter("person")
        with pytest.raises(TooBusy):
            await waits(lane, script[3])
        assert lane.inside == 4
        lane.leave(script[3])
        lane.leave(script[0])
        assert working(script[1], person) == [True, False]
        lane.leave(script[1])
        assert working(script[2], person) == [False, True]

    in_loop(use)


def test_nobody_waits_for_too_long_and_all_know_their_place() -> None:
    async def use() -> None:
        lane = Lane(1, room=10, seconds=0.2)
        work, *others = (lane.enter(client) for client in "abbcd")
        assert await waits(lane, work) == []
        found = await asyncio.gather(
            *(waits(lane, turn) for turn in others), return_exceptions=True
        )
        assert all(isinstance(each, TooBusy) for each in found)
        ahead = [await anext(lane.wait(turn)) for turn in others]
        assert ahead == [0, 3, 1, 2]
        for turn in others:
            lane.leave(turn)
        assert lane.inside == 1

    in_loop(use)


def test_the_time_to_try_again_is_that_of_the_work() -> None:
    async def use() -> None:
        lane = Lane(2, room=8, seconds=None)
        for _ in range(200):
            turn = lane.enter("a")
            turn.began = (turn.began or 0) - 4.0
            lane.leave(turn)
        for _ in range(10):
            lane.enter("a")
        with pytest.raises(TooBusy) as refused:
            lane.enter("a")
        assert refused.value.seconds == 10 * 4 / 2 + 1

    in_loop(use)
