"""The connection to a Dask scheduler: whether there is one, and which of its workers are frozen."""

from __future__ import annotations

import asyncio
import reprlib
import socket
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Any, Final, Protocol, cast

from sapper.errors import InputError

__all__ = ["FROZEN_SECONDS", "DaskClient", "connect", "remove_frozen_workers"]

FROZEN_SECONDS: Final = 30.0
"""A worker that the scheduler has not heard of for so long is removed."""

_PORT_SECONDS = 3.0  # for somebody to accept the connection
_ANSWER_SECONDS = 6.0  # for the answer that tells a scheduler from anything else
_CONNECT_SECONDS = 10.0  # for a scheduler that has answered


class DaskClient(Protocol):
    """The part of Dask's client that is used here, since Dask has no type hints."""

    status: str

    def nthreads(self) -> dict[str, int]: ...  # noqa: D102 (described by Dask, as the others)
    def wait_for_workers(self, n_workers: int, timeout: float) -> None: ...  # noqa: D102
    def get_executor(self, *, pure: bool, **options: Any) -> Executor: ...  # noqa: D102
    def run(self, function: Callable[[], Any]) -> dict[str, Any]: ...  # noqa: D102
    def run_on_scheduler(self, function: Any, **options: Any) -> Any: ...  # noqa: D102
    def upload_file(self, filename: str) -> object: ...  # noqa: D102
    def close(self, timeout: float) -> None: ...  # noqa: D102


def connect(address: str) -> DaskClient:
    """Return a client of a scheduler; raise `InputError` within 10 seconds if there is none."""
    try:
        import distributed
    except ImportError:
        raise InputError(
            "--cluster needs the cluster extra: pip install 'sapper[cluster]'"
        ) from None
    if not isinstance(address, str):
        raise InputError(f"expected an address like tcp://HOST:PORT, got {reprlib.repr(address)}")
    _check_scheduler(address)
    client = cast("Callable[..., DaskClient]", distributed.Client)
    try:
        return client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise _no_scheduler(address, _first_line(error)) from None


def remove_frozen_workers(client: DaskClient, seconds: float) -> list[str]:
    """Remove the workers that the scheduler has not heard of for some time; return their addresses.

    Dask itself does so only after five minutes. Their chunks go to other workers. The function is
    pickled by value, since the scheduler need not have sapper, and uses the scheduler's clock.
    """

    async def remove(dask_scheduler: Any, seconds: float) -> list[str]:
        from time import time

        frozen = [
            worker.address
            for worker in list(dask_scheduler.workers.values())
            if time() - worker.last_seen > seconds
        ]
        for address in frozen:
            await dask_scheduler.remove_worker(address, stimulus_id="sapper-frozen")
        return frozen

    try:
        return list(client.run_on_scheduler(remove, seconds=seconds) or [])
    except ValueError:  # a scheduler that runs no functions; Dask then notices in its own time
        return []


def _check_scheduler(address: str) -> None:
    """Raise `InputError` unless a Dask scheduler answers; Dask itself would try much longer."""
    with ThreadPoolExecutor(1) as thread:  # a notebook's own thread has a loop already
        try:
            _check_port(address)
            kind = thread.submit(asyncio.run, _kind_of_server(address)).result()
        except TimeoutError:
            why = f"nothing answers within {_ANSWER_SECONDS:g} seconds"
            raise _no_scheduler(address, why) from None
        except (OSError, ValueError) as error:
            raise _no_scheduler(address, _first_line(error)) from None
        except Exception:  # whatever Dask raises when it reads what is not Dask's
            raise _no_scheduler(address, "what answers there is no Dask server") from None
    if kind != "Scheduler":
        raise _no_scheduler(address, f"it is the address of a {kind.lower()}")


def _check_port(address: str) -> None:
    """Raise `OSError` or `ValueError` if nothing listens there, sooner and clearer than Dask."""
    scheme, _other, place = address.rpartition("://")
    host, _other, port = place.rpartition(":")
    if scheme in ("", "tcp", "tls"):
        if not (host and port.isdecimal()):
            raise ValueError("no address like tcp://HOST:PORT")
        socket.create_connection((host.strip("[]"), int(port)), _PORT_SECONDS).close()


async def _kind_of_server(address: str) -> str:
    """Return what a Dask server says that it is: Scheduler, Worker, Nanny."""
    from distributed import core, security

    arguments = cast(Any, security).Security().get_connection_args("client")
    server = cast(Any, core).rpc(address, timeout=_ANSWER_SECONDS, connection_args=arguments)
    async with asyncio.timeout(_ANSWER_SECONDS), server:
        answer = await server.identity()
    return str(answer.get("type"))


def _no_scheduler(address: str, why: str) -> InputError:
    return InputError(f"there is no Dask scheduler at {address!r}: {why}")


def _first_line(error: BaseException) -> str:
    lines = str(error).splitlines()
    return lines[0] if lines else type(error).__name__
