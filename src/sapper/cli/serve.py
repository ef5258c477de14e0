"""`sapper serve`: the web page and its API."""

from __future__ import annotations

import errno
import os
import socket
import sys
import webbrowser
from threading import Timer
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.cli.console import say_note
from sapper.cli.extras import need_extra
from sapper.errors import InputError
from sapper.language import N_, _

if TYPE_CHECKING:
    from fastapi import FastAPI

__all__ = ["serve_command"]

_WARNING = N_(
    "warning: other machines can reach this address, without a password and without encryption; "
    "--host 127.0.0.1 serves this machine only"
)


def serve_command(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(help="Port to listen on; 0 takes any free one.", min=0, max=65535)
    ] = 8765,
    workers: Annotated[int, typer.Option(help="Server processes.", min=1, max=64)] = 1,
    engine: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=COMMAND",
            help="Offer this engine, another program, on the page; may be given several times.",
        ),
    ] = None,
    browser: Annotated[
        bool | None,
        typer.Option(help="Open a browser; by default only from a terminal.", show_default=False),
    ] = None,
) -> None:
    """Start the web page and its API: play, analyse, explain, review, compare.

    The API is documented at /docs. Ctrl-C stops the server. No request can start another program
    than those that --engine names.
    """
    need_extra("web", "`sapper serve`")
    from sapper.web.engines import offer_engines
    from sapper.web.security import is_loopback

    offer_engines(engine or [])
    with _listen(host, port) as listener:
        address = _address(host, listener)
        say_note(_("serving at {address} (Ctrl-C stops)").format(address=address))
        is_local = is_loopback(listener.getsockname()[0])
        if not is_local:
            say_note(_(_WARNING))
        if browser or (browser is None and sys.stdout.isatty()):
            Timer(0.8, webbrowser.open, [address]).start()
        if workers > 1:
            _serve_with(workers, host, listener, is_local, engine or [])
            return
        from sapper.web import create_app

        _serve(create_app(only_loopback=is_local), listener)


def _listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens there; raise `InputError` with a remedy if it cannot."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError):
        raise InputError(f"--host {host} is no address: 127.0.0.1 is this machine") from None
    family, kind, protocol, _other, place = found[0]
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(place)
        listener.listen()
    except OSError as error:
        listener.close()
        raise InputError(_why_not(error, host, port)) from None
    return listener


def _why_not(error: OSError, host: str, port: int) -> str:
    """Return why a server cannot listen there and what to do."""
    if error.errno == errno.EADDRINUSE:
        return f"port {port} is already in use: choose another, or any free one with --port 0"
    if error.errno == errno.EACCES:
        return f"port {port} needs more rights: choose one above 1023, or --port 0 for any free one"
    if error.errno == errno.EADDRNOTAVAIL:
        return f"--host {host} is no address of this machine: 127.0.0.1 and 0.0.0.0 are"
    return f"cannot listen on {host}, port {port}: {error.strerror}"


def _address(host: str, listener: socket.socket) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{listener.getsockname()[1]}/"


def _serve_with(
    workers: int, host: str, listener: socket.socket, is_local: bool, engines: list[str]
) -> None:
    """Serve with several processes until Ctrl-C; uvicorn binds the port for them again."""
    import uvicorn

    from sapper.web.app import ONLY_LOOPBACK
    from sapper.web.connections import server_options
    from sapper.web.engines import pass_to_workers

    os.environ[ONLY_LOOPBACK] = "1" if is_local else "0"
    pass_to_workers(engines)
    port = listener.getsockname()[1]
    listener.close()
    uvicorn.run(
        "sapper.web.engines:create_worker_app",
        factory=True,
        host=host,
        port=port,
        workers=workers,
        **server_options(),
    )


def _serve(app: FastAPI, listener: socket.socket) -> None:
    """Serve until Ctrl-C, which first ends the work of the engine, and so all answers."""
    import uvicorn

    from sapper.web.connections import server_options

    class Server(uvicorn.Server):
        """End the engine's work first: an open stream would delay the shutdown."""

        def handle_exit(self, sig: int, frame: object) -> None:
            app.state.pool.close()
            super().handle_exit(sig, frame)  # type: ignore[arg-type]

    config = uvicorn.Config(app, **server_options())
    try:
        Server(config).run(sockets=[listener])
    except KeyboardInterrupt:
        say_note("stopped")
