"""The version of the documents that sapper sends, which every top-level document bears.

docs/10-documents.md lists the documents. The version grows when a key disappears or changes its
meaning; a new key leaves it as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["SCHEMA", "stamp"]

SCHEMA: Final = 1


def stamp(document: Mapping[str, object]) -> dict[str, object]:
    """Return a document as it is sent: with the version of the schema first."""
    return {"schema": SCHEMA, **document}
