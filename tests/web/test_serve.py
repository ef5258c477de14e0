"""`sapper serve`: on loopback, and gone at Ctrl-C, whatever is under way."""

from __future__ import annotations

import signal
import socket
import subprocess
import time

import httpx

from tests.support.command import COMMAND


def test_it_serves_on_loopback_and_ends_cleanly() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [*COMMAND, "serve", "--port", str(port), "--no-browser"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=20) as api:
                _wait_for(api, process)
                long = "/api/simulate?strategy=greedy&board=expert&games=100000"
                with api.stream("GET", long) as stream:
                    next(stream.iter_lines())
                    process.send_signal(signal.SIGINT)
                    assert process.wait(10) == 0
        finally:
            process.kill()
        told = process.stderr.read() if process.stderr else ""
    assert "Traceback" not in told
    assert f"http://127.0.0.1:{port}/" in told


def _wait_for(api: httpx.Client, process: subprocess.Popen[str]) -> None:
    for _ in range(200):
        assert process.poll() is None, "the server ended by itself"
        try:
            assert api.get("/api/about").status_code == 200
        except httpx.TransportError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError("the server did not answer")
