"""Compare the documents of the page's own engine with those of the server."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.support.wasm_core import WasmCore

__all__ = ["compare"]

ROUNDED = {"ways_log10": 1e-12}
"""Logarithms of two C libraries may differ in the last digits."""


def compare(
    core: WasmCore, api: httpx.Client, route: str, *, is_part: bool = False, **body: Any
) -> dict[str, Any] | None:
    """Return the core's document if it is the server's; None for one that only the server has.

    With `is_part` the server's may have more keys.
    """
    response = api.post(f"/api/{route}", json=body)
    theirs: dict[str, Any] = response.json()
    found = core.ask(route, **body)
    assert found is not None, body
    ours: dict[str, Any] = found["document"]
    assert found["status"] == response.status_code, (body, ours, theirs)
    for document in (ours, theirs):
        document.pop("milliseconds", None)
    if found.get("isClash"):
        assert theirs["conflict"], body
        return None
    if response.status_code != 200:
        assert ours["kind"] == theirs["kind"]
        return None
    if route == "best":
        assert theirs.pop("explanation").startswith(ours.pop("explanation").removesuffix("."))
    _check_same(ours, {key: theirs[key] for key in theirs if key in ours} if is_part else theirs)
    return ours


def _check_same(ours: Any, theirs: Any, key: str = "") -> None:
    """Check that two documents are equal, but for the last digits of logarithms."""
    if isinstance(theirs, dict):
        assert list(ours) == list(theirs), key
        for name, value in theirs.items():
            _check_same(ours[name], value, name)
    elif key in ROUNDED:
        assert ours == pytest.approx(theirs, rel=ROUNDED[key])
    else:
        assert ours == theirs, key
