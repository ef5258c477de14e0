"""`sapper serve`: the web page and its API."""

from __future__ import annotations

import sys
import webbrowser
from threading import Timer
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.cli.console import say_note
from sapper.errors import InputError

if TYPE_CHECKING:
    from fastapi import FastAPI

__all__ = ["serve_command"]

_GRACE = 3  # seconds that running requests may take after Ctrl-C


def serve_command(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on.", min=1, max=65535)] = 8765,
    workers: Annotated[int, typer.Option(help="Server processes.", min=1, max=64)] = 1,
    browser: Annotated[
        bool | None,
        typer.Option(help="Open a browser; by default only from a terminal.", show_default=False),
    ] = None,
) -> None:
    """Start the web page and its API: play, analyse, explain, review, compare.

    The API is documented at /docs. Ctrl-C stops the server.
    """
    try:
        import uvicorn
    except ImportError:
        raise InputError("`sapper serve` needs the web extra: pip install 'sapper[web]'") from None
    address = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
    say_note(f"serving at {address} (Ctrl-C stops)")
    if browser or (browser is None and sys.stdout.isatty()):
        Timer(0.8, webbrowser.open, [address]).start()
    if workers > 1:
        uvicorn.run(
            "sapper.web:create_app", factory=True, host=host, port=port, workers=workers,
            log_level="warning", timeout_graceful_shutdown=_GRACE,
        )  # fmt: skip
        return
    from sapper.web import create_app

    _serve(create_app(), host, port)


def _serve(app: FastAPI, host: str, port: int) -> None:
    """Serve until Ctrl-C, which first stops the simulations and so ends their streams."""
    import uvicorn

    class Server(uvicorn.Server):
        """Stop simulations first: an open stream would delay the shutdown."""

        def handle_exit(self, sig: int, frame: object) -> None:
            app.state.simulations.close()
            super().handle_exit(sig, frame)  # type: ignore[arg-type]

    config = uvicorn.Config(
        app, host=host, port=port, log_level="warning", timeout_graceful_shutdown=_GRACE
    )
    try:
        Server(config).run()
    except KeyboardInterrupt:
        say_note("stopped")
