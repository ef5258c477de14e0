"""The files of the page, held in memory: compressed once, and named after their contents.

Every answer is ready before it is asked for, so pages come from the event loop alone, however busy
the engine is. The page names its files under a hash of all of them (`/static/3f2a…/js/main.js`);
scripts and styles name each other by relative addresses and so stay under it. Such a name never
changes its contents, so browsers need not ask again. The plain names work too and are revalidated.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

__all__ = ["Pages"]

_FOREVER: Final = "public, max-age=31536000, immutable"
_ASK: Final = "no-cache"
_DIGITS: Final = 12
_HASHED = re.compile(r"^([0-9a-f]{12})/(.+)$")
_NAMED = re.compile(rb'((?:href|src)="/?static/)')
_TEXT: Final = (".css", ".html", ".js", ".json", ".svg", ".wasm", ".webmanifest")
_LEAST: Final = 500  # bytes below which compression does not pay


@dataclass(frozen=True)
class _File:
    body: bytes
    packed: bytes | None
    tag: str
    media_type: str

    @classmethod
    def of(cls, name: str, body: bytes) -> _File:
        can_pack = name.endswith(_TEXT) and len(body) >= _LEAST
        packed = gzip.compress(body, 9, mtime=0) if can_pack else None
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        return cls(body, packed, f'"{_digest(body)}"', kind)

    def response(self, headers: Mapping[str, str], caching: str) -> Response:
        """Return the file, or that the browser has it already."""
        common = {"Cache-Control": caching, "ETag": self.tag, "Vary": "Accept-Encoding"}
        if self.tag in headers.get("if-none-match", ""):
            return Response(status_code=304, headers=common)
        if self.packed is not None and "gzip" in headers.get("accept-encoding", ""):
            packing = common | {"Content-Encoding": "gzip"}
            return Response(self.packed, headers=packing, media_type=self.media_type)
        return Response(self.body, headers=common, media_type=self.media_type)


class Pages:
    """All files under a folder; read again when one was changed and a page is asked for.

    `more` returns files that are made and not stored, by their names.
    """

    def __init__(self, folder: Path, more: Callable[[], Mapping[str, bytes]] = dict) -> None:
        self._folder = folder
        self._more = more
        self._seen = _times(folder)
        self._read()

    @property
    def version(self) -> str:
        """The hash of all files, part of their names."""
        return self._version

    def page(self, request: Request, name: str) -> Response:
        """Return a page, whose files have the names with the hash."""
        if (seen := _times(self._folder)) != self._seen:
            self._seen = seen
            self._read()
        return self._pages[name].response(request.headers, _ASK)

    def file(self, request: Request, path: str) -> Response | None:
        """Return a file by either of its names, or None if there is none."""
        match = _HASHED.match(path)
        version, name = match.groups() if match else ("", path)
        found = self._files.get(name)
        caching = _FOREVER if version == self._version else _ASK
        return None if found is None else found.response(request.headers, caching)

    def _read(self) -> None:
        bodies = {name: (self._folder / name).read_bytes() for name in self._seen}
        bodies |= self._more()
        self._version = _digest(b"".join(name.encode() + bodies[name] for name in sorted(bodies)))
        self._files = {name: _File.of(name, body) for name, body in bodies.items()}
        self._pages = {
            name: _File.of(name, _NAMED.sub(rb"\g<1>%b/" % self._version.encode(), body))
            for name, body in bodies.items()
            if name.endswith(".html")
        }


def _times(folder: Path) -> dict[str, int]:
    """Return the names of all files and when they were changed."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.stat().st_mtime_ns for path in files}


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:_DIGITS]
