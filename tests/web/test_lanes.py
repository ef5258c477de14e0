"""Lanes give places in turn; heavy work is in processes that can be ended, late or dead."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from sapper.errors import InputError
from sapper.lab.errors import ProcessDied
from sapper.lab.workers.processes import WorkerProcess
from sapper.web.lanes import Lane, LaneRequest, TooBusy
from sapper.web.workers import Workers
from tests.support.engines import wait_until_gone


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


def with_workers(use: Callable[[Workers], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        workers = Workers(1)
        try:
            return await asyncio.wait_for(use(workers), 120)
        finally:
            workers.close()

    # In a thread: the main one has the loop of Playwright once a page was tested.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(run())).result()


def niceness() -> int:
    return os.nice(0)


def test_a_process_makes_one_call_after_another_and_yields_to_others() -> None:
    async def use(workers: Workers) -> None:
        pids = {await workers.call(os.getpid) for _ in range(3)}
        assert len(pids) == 1
        assert await workers.call(niceness) >= 10
        with pytest.raises(ZeroDivisionError):
            await workers.call(divmod, 1, 0)
        assert {await workers.call(os.getpid)} == pids

    with_workers(use)


def test_work_that_is_late_or_ends_its_process_costs_no_other() -> None:
    async def use(workers: Workers) -> None:
        await workers.call(os.getpid)  # started: a start is no work
        with pytest.raises(ProcessDied, match="took too long"):
            await workers.call(time.sleep, 600, seconds=0.5)
        assert await workers.call(abs, -42) == 42
        with pytest.raises(ProcessDied, match="ended its process with 7"):
            await workers.call(os._exit, 7)
        assert await workers.call(abs, -42) == 42

    with_workers(use)


def test_work_that_nobody_waits_for_is_ended() -> None:
    async def use(workers: Workers) -> int:
        pid = await workers.call(os.getpid)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.2):
                await workers.call(time.sleep, 600)
        return int(pid)

    wait_until_gone(with_workers(use))


def test_a_call_is_made_once_more_if_its_idle_process_had_died() -> None:
    async def use(workers: Workers) -> None:
        for kill_first in (False, True, True):
            pid = await workers.call(os.getpid)
            if kill_first:
                os.kill(pid, signal.SIGKILL)
            assert await workers.call(abs, -42) == 42

    with_workers(use)


def test_processes_that_cannot_be_started_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError("no more processes")

    async def use(workers: Workers) -> None:
        with pytest.raises(InputError, match="cannot be started here: no more processes"):
            await workers.call(os.getpid)

    monkeypatch.setattr("subprocess.Popen", refuse)
    with_workers(use)


def test_a_process_that_ends_at_its_start_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    async def use(workers: Workers) -> None:
        with pytest.raises(ProcessDied):
            await workers.call(os.getpid)

    monkeypatch.setattr("sys.executable", "/bin/false")
    with_workers(use)


def test_closing_ends_everything() -> None:
    found: list[WorkerProcess] = []

    async def use(workers: Workers) -> None:
        work = asyncio.ensure_future(workers.call(time.sleep, 600))
        await asyncio.sleep(0.1)
        while not workers._all:
            await asyncio.sleep(0.1)
        found.extend(workers._all)
        workers.close()
        with pytest.raises(ProcessDied):
            await work

    with_workers(use)
    assert all(not process.is_alive for process in found)
