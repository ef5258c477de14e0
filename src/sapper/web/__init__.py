"""SHOW: the web page and its API. A door: it reads requests, asks `sapper.answers`, sends JSON."""

from sapper.web.app import create_app, serve
from sapper.web.limits import ServerLimits

__all__ = ["ServerLimits", "create_app", "serve"]
