"""A server for the tests: in a thread, on a free port, with given limits."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import httpx
from starlette.applications import Starlette

from sapper.web import ServerLimits, create_app
from sapper.web.app import LOOPBACK, Server


@dataclass(frozen=True)
class Served:
    address: str
    app: Starlette


@contextmanager
def served(limits: ServerLimits | None = None) -> Iterator[Served]:
    app = create_app(limits, LOOPBACK)
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    server = Server(app, log_level="error", lifespan="on")
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the server did not start"
        time.sleep(0.01)
    try:
        yield Served(f"http://127.0.0.1:{listening.getsockname()[1]}", app)
    finally:
        server.close()
        server.should_exit = True
        thread.join(10)
        listening.close()


def events(api: httpx.Client, question: str, **body: object) -> Iterator[tuple[str, str]]:
    """Yield the events of a question, each with its document."""
    headers = {"accept": "text/event-stream"}
    with api.stream("POST", f"/api/{question}", json=body, headers=headers) as stream:
        assert stream.headers["content-type"].startswith("text/event-stream"), stream.read()
        name = ""
        for line in stream.iter_lines():
            kind, _, text = line.partition(": ")
            if kind == "event":
                name = text
            elif kind == "data":
                yield name, text
