"""`sapper bench`: the signature is the behaviour."""

from __future__ import annotations

import json

from tests.support.command import sapper

# Changes only with a change of behaviour, which the commit then says.
SIGNATURE = "a03cb76fb335"


def test_signature() -> None:
    result = json.loads(sapper("bench", "--json").stdout)
    assert result["signature"] == SIGNATURE
    assert result["positions"] > 1000
