"""The language of a request, and the file from which the page takes its translations.

A request says its language in its address (`?lang=id`), in the header `X-Sapper-Language`, or, as
browsers do, in `Accept-Language`; the first of them that names one of ours counts.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Final
from urllib.parse import parse_qs

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sapper.language import LANGUAGES, language_of_header, language_of_name, use_language

__all__ = ["LanguageMiddleware", "locale_files"]

_HEADER: Final = b"x-sapper-language"
_VARIES: Final = (b"vary", b"Accept-Language, X-Sapper-Language")


class LanguageMiddleware:
    """Answer every request of the API in its language."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, with its language in use."""
        if scope["type"] != "http" or not scope["path"].startswith("/api/"):
            await self._app(scope, receive, send)
            return
        code = _language_of(scope)
        with use_language(code):
            await self._app(scope, receive, _with_language(send, code))


def _language_of(scope: Scope) -> str:
    headers = dict(scope["headers"])
    asked = parse_qs(scope["query_string"].decode("latin-1")).get("lang", [""])[0]
    for name in (asked, headers.get(_HEADER, b"").decode("latin-1")):
        if name and (code := language_of_name(name)):
            return code
    return language_of_header(headers.get(b"accept-language", b"").decode("latin-1"))


def _with_language(send: Send, code: str) -> Send:
    added = [(b"content-language", code.encode("ascii")), _VARIES]

    async def send_with_language(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", ()), *added]
        await send(message)

    return send_with_language


def locale_files() -> dict[str, bytes]:
    """Return the translations of the page as files by their names: `locale/id.json`.

    Each has the code of its `language`, the `messages` of the page by their English texts, and the
    `words` of the page's own engine. English has no file: its texts are in the page.
    """
    return {f"locale/{code}.json": _locale_file(code) for code in LANGUAGES if code != "en"}


def _locale_file(code: str) -> bytes:
    from sapper.web.page_words import page_words  # it is a command too, which must be first

    with use_language(code):
        words = page_words()
    messages = json.loads((files("sapper") / "locale" / f"{code}.json").read_text("utf-8"))
    document = {"language": code, "messages": messages, "words": words}
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
