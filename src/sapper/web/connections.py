"""Close connections that only take up room: slow headers, and answers that nobody reads.

uvicorn has a time limit for idle connections between two requests only. Bodies that come slowly
are ended by the middleware, which can still answer.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.auto import AutoHTTPProtocol

__all__ = ["BoundedProtocol", "server_options"]

_LOOK_EVERY: Final = 1.0  # seconds
_MOST_CONNECTIONS: Final = 1000


class BoundedProtocol(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """uvicorn's protocol, with time limits for headers and for unread answers."""

    header_seconds = 10.0
    unread_seconds = 30.0
    most_header_bytes = 1024 * 1024

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Begin to look at the connection now and then."""
        super().connection_made(transport)
        self._since = self.loop.time()  # of the last sign of life
        self._seen = self.cycle  # the request at the last look
        self._unread = self._outside = 0
        self._looking = self.loop.call_later(self._pause, self._look)

    def data_received(self, data: bytes) -> None:
        """Receive data; end a connection that sends too much without a request."""
        before = self.cycle
        super().data_received(data)
        is_inside = self._is_answering or self.cycle is not before
        self._outside = 0 if is_inside else self._outside + len(data)
        if self._outside > self.most_header_bytes:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Look no more."""
        self._looking.cancel()
        super().connection_lost(exc)

    @property
    def _pause(self) -> float:
        return min(_LOOK_EVERY, self.header_seconds / 2, self.unread_seconds / 2)

    @property
    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _look(self) -> None:
        """Close the connection if nothing has moved for too long."""
        now, unread = self.loop.time(), self.transport.get_write_buffer_size()
        is_at_work = self._is_answering and not unread
        if is_at_work or self.cycle is not self._seen or unread != self._unread:
            self._since, self._seen, self._unread = now, self.cycle, unread
        if now - self._since > (self.unread_seconds if unread else self.header_seconds):
            self.transport.abort()
        else:
            self._looking = self.loop.call_later(self._pause, self._look)


def server_options() -> dict[str, Any]:
    """Return the options of uvicorn for every server of sapper."""
    return {
        "http": BoundedProtocol,
        "ws": "none",
        "log_level": "warning",
        "limit_concurrency": _MOST_CONNECTIONS,
        "timeout_graceful_shutdown": 1,
        "timeout_worker_healthcheck": 60,  # a busy machine needs seconds to start one
    }
