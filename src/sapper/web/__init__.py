"""SHOW: the web page and its API. A door: it reads requests, asks the rooms, answers JSON."""

from sapper.web.app import create_app
from sapper.web.limits import Limits

__all__ = ["Limits", "create_app"]
