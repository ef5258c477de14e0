"""`sapper serve`: on loopback, and gone at Ctrl-C, whatever is under way."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest

from sapper.web.app import Server, create_app
from tests.support.command import COMMAND, sapper
from tests.support.committed_positions import stress_positions
from tests.support.engines import wait_until_gone


def test_it_serves_on_loopback_and_ends_cleanly() -> None:
    long = {"player": ["greedy"], "board": "expert", "games": 100_000}
    headers = {"accept": "text/event-stream"}
    with serving() as (process, api):
        assert api.base_url.host == "127.0.0.1"
        with api.stream("POST", "/api/simulate", json=long, headers=headers) as stream:
            next(stream.iter_lines())
            process.send_signal(signal.SIGINT)
            assert process.wait(60) == 0
        assert "Traceback" not in said_by(process)


def test_other_machines_are_warned_of() -> None:
    with serving("--host", "0.0.0.0") as (process, _):
        process.send_signal(signal.SIGTERM)
        process.wait(60)
        assert "other machines can reach this address" in said_by(process)


@pytest.mark.parametrize("signals", [[signal.SIGHUP], [signal.SIGINT] * 2, [signal.SIGTERM]])
def test_it_ends_quietly_under_load_with_all_its_processes(signals: list[signal.Signals]) -> None:
    with serving() as (process, api):
        with _heavy_requests(api.base_url.port or 0):
            ends = time.monotonic() + 60
            while not (children := _children_of(process.pid)) and time.monotonic() < ends:
                time.sleep(0.05)
            for number in signals:
                process.send_signal(number)
                time.sleep(0.1)
            process.wait(60)  # three seconds on a machine that does nothing else
        said = said_by(process)
    assert children
    for child in children:
        wait_until_gone(child)
    assert not re.search("Traceback|Error|Cancel", said), said


def test_ctrl_c_may_come_again_and_again_until_it_has_ended() -> None:
    with serving() as (process, _):
        while process.poll() is None:
            process.send_signal(signal.SIGINT)
            time.sleep(0.005)
        assert process.returncode in (0, -signal.SIGINT)  # Python itself gives the signal back
        assert said_by(process) == "note: stopped\n"


def test_a_signal_while_the_work_is_ended_forces_nothing() -> None:
    server = Server(create_app())
    end_work = server.close

    def close_while_a_signal_comes() -> None:
        server.handle_exit(signal.SIGINT, None)
        end_work()

    server.close = close_while_a_signal_comes
    server.handle_exit(signal.SIGINT, None)
    assert server.should_exit
    assert not server.force_exit


def test_a_proxy_may_pass_its_name_on() -> None:
    with serving("--allow-host", "mines.example") as (_, api):
        ours = {"host": "mines.example", "origin": "https://mines.example"}
        question = {"board": "4x4/3"}
        assert api.post("/api/deal", json=question, headers=ours).status_code == 200
        assert api.get("/api/about", headers={"host": "example.org"}).status_code == 400


@contextmanager
def serving(*options: str) -> Iterator[tuple[subprocess.Popen[str], httpx.Client]]:
    """Yield the process of a server on any free port that has answered, and a client of it."""
    command = [*COMMAND, "serve", "--port", "0", "--no-browser", *options]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            address = process.stderr.readline().split()[3]
            with httpx.Client(base_url=address, timeout=120) as api:
                _wait_for(api, process)
                yield process, api
        finally:
            process.kill()


def said_by(process: subprocess.Popen[str]) -> str:
    assert process.stderr is not None
    return process.stderr.read()


def _children_of(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii")
    return [int(child) for child in found.split()]


def test_a_busy_port_is_noticed_before_success_is_claimed() -> None:
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = busy.getsockname()[1]
        done = sapper("serve", "--port", str(port), "--no-browser")
    assert done.returncode == 2
    assert done.stderr == (
        f"sapper: cannot listen on 127.0.0.1, port {port}: Address already in use; "
        "--port 0 takes any free port\n"
    )


@pytest.mark.parametrize(
    ("host", "says"),
    [
        ("300.1.1.1", "--host 300.1.1.1 is no address"),
        ("no such host", "--host no such host is no address"),
        ("192.0.2.1", "cannot listen on 192.0.2.1, port 0: Cannot assign requested address"),
    ],
)
def test_a_bad_host_is_said(host: str, says: str) -> None:
    done = sapper("serve", "--host", host, "--port", "0", "--no-browser")
    assert done.returncode == 2
    assert done.stderr.startswith(f"sapper: {says}")


@contextmanager
def _heavy_requests(port: int) -> Iterator[None]:
    """Have four requests run that take seconds."""
    body = json.dumps({"position": str(stress_positions()["lattice2-30x16"]), "games": 2000,
                       "player": "patient"})  # fmt: skip
    head = "POST /api/best HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    text = f"{head}Content-Length: {len(body)}\r\n\r\n{body}"
    with ExitStack() as connections:
        for _ in range(4):
            connection = socket.create_connection(("127.0.0.1", port), 10)
            connections.enter_context(connection)
            connection.sendall(text.encode())
        time.sleep(0.3)
        yield


def _wait_for(api: httpx.Client, process: subprocess.Popen[str]) -> None:
    for _ in range(600):
        assert process.poll() is None, "the server ended by itself"
        try:
            assert api.get("/api/about").status_code == 200
        except httpx.TransportError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError("the server did not answer")
