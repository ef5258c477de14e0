"""`sapper serve`: the web page and its API."""

from __future__ import annotations

import socket
import sys
import webbrowser
from ipaddress import ip_address
from threading import Timer

import click

from sapper.cli.lazy_group import command
from sapper.cli.optional_dependencies import need_extra
from sapper.cli.terminal.console import say_note
from sapper.errors import InputError
from sapper.language import N_, _

__all__ = ["serve_command"]

_WARNING = N_(
    "warning: other machines can reach this address, without a password and without encryption; "
    "--host 127.0.0.1 serves this machine only"
)


@command
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8765,
    show_default=True,
    help="Port to listen on; 0 takes any free one.",
)
@click.option(
    "--allow-host", multiple=True, metavar="NAME", help="Answer under this name too; several times."
)
@click.option(
    "--browser/--no-browser", default=None, help="Open a browser; by default from a terminal."
)
def serve_command(host: str, port: int, allow_host: tuple[str, ...], browser: bool | None) -> None:
    """Start the web page and its API: play, analyse, explain, review, compare.

    /openapi.json describes the API. Ctrl-C stops the server. No request can start another program.

    Examples:
      sapper serve --port 9000

    """
    need_extra("web", "`sapper serve`")
    from sapper.web import serve

    with _listen(host, port) as listener:
        address = _address(host, listener)
        say_note(_("serving at {address} (Ctrl-C stops)").format(address=address))
        if not ip_address(listener.getsockname()[0]).is_loopback:
            say_note(_(_WARNING))
        if browser or (browser is None and sys.stdout.isatty()):
            Timer(0.8, webbrowser.open, [address]).start()
        serve(listener, hosts=allow_host)
        say_note("stopped")


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
        raise InputError(
            f"cannot listen on {host}, port {port}: {error.strerror}; --port 0 takes any free port"
        ) from None
    return listener


def _address(host: str, listener: socket.socket) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{listener.getsockname()[1]}/"
