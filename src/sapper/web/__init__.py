"""SHOW: the web page and its API. A door: it reads requests, calls the rooms, sends JSON."""

from sapper.web.app import create_app
from sapper.web.limits import Limits

__all__ = ["Limits", "create_app"]
