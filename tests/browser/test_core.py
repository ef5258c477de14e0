"""The core in a browser gives what the native core gives, and raises what it raises."""

from __future__ import annotations

import json
from pathlib import Path

from tests.support import core_calls
from tests.support.browser_python import BrowserPython, differences


def test_every_call_of_the_core_gives_the_same(python: BrowserPython) -> None:
    code = Path(core_calls.__file__).read_text(encoding="utf-8")
    theirs = json.loads(python.run(f"{code}\nall_calls()"))
    ours = json.loads(core_calls.all_calls())
    assert len(ours) > 300
    assert differences(ours, theirs) == []


def test_views_of_a_memory_that_grows_are_made_anew(python: BrowserPython) -> None:
    wide = "from sapper import _core; g = _core.Graph.of_shape('grid', 600, 600); "
    ask = "_core.solve(g, bytes([64]) * 360000, 7200, 0.0, False, 10**9, 0.0).untouched_chance"
    assert python.run(wide + ask) == 0.02
