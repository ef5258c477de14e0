"""A server for the tests: in a thread, on a free port, with given limits."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import uvicorn
from fastapi import FastAPI

from sapper.web import Limits, create_app
from sapper.web.connections import server_options


@dataclass(frozen=True)
class Served:
    address: str
    app: FastAPI


@contextmanager
def served(limits: Limits | None = None) -> Iterator[Served]:
    app = create_app(limits, only_loopback=True)
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    config = uvicorn.Config(app, **{**server_options(), "log_level": "error", "lifespan": "on"})
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the server did not start"
        time.sleep(0.01)
    try:
        yield Served(f"http://127.0.0.1:{listening.getsockname()[1]}", app)
    finally:
        app.state.pool.close()
        server.should_exit = True
        thread.join(10)
        listening.close()
