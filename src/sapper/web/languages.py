"""The language of a request, and the file from which the page takes its translations.

A request says its language in its address (`?lang=id`), in the header `X-Sapper-Language`, or, as
browsers do, in `Accept-Language`; the first of them that names one of ours counts.
"""

from __future__ import annotations

import json
from importlib.resources import files

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sapper.language import LANGUAGES, language_of_header, language_of_name, use_language

__all__ = ["LanguageMiddleware", "locale_files"]


class LanguageMiddleware:
    """Answer every request of the API in its language."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, with its language in use."""
        if scope["type"] != "http" or not scope["path"].startswith("/api/"):
            await self._app(scope, receive, send)
            return
        code = _language_of(HTTPConnection(scope))

        async def send_with_language(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["Content-Language"] = code
                headers.add_vary_header("Accept-Language, X-Sapper-Language")
            await send(message)

        with use_language(code):
            await self._app(scope, receive, send_with_language)


def _language_of(request: HTTPConnection) -> str:
    for name in (request.query_params.get("lang"), request.headers.get("x-sapper-language")):
        if name and (code := language_of_name(name)):
            return code
    return language_of_header(request.headers.get("accept-language", ""))


def locale_files() -> dict[str, bytes]:
    """Return the translations of the page as files by their names: `locale/id.json`.

    Each has the code of its `language` and the `messages` of the page by their English texts.
    English has no file: its texts are in the page.
    """
    return {f"locale/{code}.json": _locale_file(code) for code in LANGUAGES if code != "en"}


def _locale_file(code: str) -> bytes:
    messages = json.loads((files("sapper") / "locale" / f"{code}.json").read_text("utf-8"))
    document = {"language": code, "messages": messages}
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
