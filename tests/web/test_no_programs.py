"""No request starts a program."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from tests.support.engines import PLAIN


def test_no_request_starts_a_program(api: httpx.Client, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    (tmp_path / "evil.py").write_text(f"open({str(mark)!r}, 'w')\nclass Player: decide = None\n")
    for name in (f"engine:touch {mark}", "evil:Player", PLAIN):
        request = {"game": "5x5/3 safe 1 0", "player": name, "most": 5}
        with pytest.MonkeyPatch.context() as patch:
            patch.syspath_prepend(tmp_path)
            assert api.post("/api/watch", json=request).status_code == 422
            refused = api.post("/api/simulate", json={"player": [name]})
            assert refused.status_code == 422
            for question in ("trace", "best"):
                request = {"position": "3x3/2:01_/12_/___", "player": name}
                assert api.post(f"/api/{question}", json=request).status_code == 422
        assert not mark.exists()
