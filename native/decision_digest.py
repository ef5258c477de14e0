"""Write the digest of the core's sources: a hash of everything in them that can decide.

The build runs it, and `_core.decision_digest()` returns what it wrote. Comments, line breaks,
sentences (strings with a space: docstrings, messages) and the names of files do not count, other
names and numbers do. Neither the compiler nor the folder of the build has a part in it.

    python decision_digest.py OUTPUT SOURCE...
"""

import hashlib
import re
import sys
from collections.abc import Iterable
from pathlib import Path

__all__ = ["digest_of", "essence"]

_PIECE = re.compile(
    r'(?P<raw>R"(?P<mark>[^\s()\\]*)\(.*?\)(?P=mark)")'
    r'|(?P<string>"(?:\\.|[^"\\\n])*")'
    r"|(?P<sign>'(?:\\.[^']*|[^'\\\n])')"
    r"|(?P<comment>//[^\n]*|/\*.*?\*/)"
    r'|(?P<include>^[ \t]*#include "[^"\n]*")',
    re.DOTALL | re.MULTILINE,
)


def essence(text: str) -> str:
    """Return C++ without comments, sentences, layout and the names of our own files."""
    return " ".join(_PIECE.sub(_keep, text).split())


def _keep(piece: re.Match[str]) -> str:
    if piece["comment"] or piece["include"]:
        return " "
    return '""' if piece["string"] and " " in piece["string"] else piece[0]


def digest_of(sources: Iterable[str]) -> str:
    """Return the hash of sources, whatever their files are called."""
    essences = sorted(hashlib.sha256(essence(text).encode()).digest() for text in sources)
    return hashlib.sha256(b"".join(essences)).hexdigest()


def main(output: str, *paths: str) -> None:
    """Write the digest of these files as a C++ string."""
    sources = (Path(path).read_text(encoding="utf-8") for path in paths)
    Path(output).write_text(f'"{digest_of(sources)}"\n', encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
