"""Write the digest of the core's sources: a hash of everything in them that can decide.

The build runs it, and `_core.decision_digest()` returns what it wrote. Comments, line breaks and
sentences (strings with a space: docstrings, messages) do not count, names and numbers do. Neither
the compiler nor the folder of the build has a part in it.

    python decision_digest.py OUTPUT SOURCE...
"""

import hashlib
import re
import sys
from pathlib import Path

__all__ = ["digest_of", "essence"]

HERE = Path(__file__).resolve().parent
_PIECE = re.compile(
    r'(?P<raw>R"(?P<mark>[^\s()\\]*)\(.*?\)(?P=mark)")'
    r'|(?P<string>"(?:\\.|[^"\\\n])*")'
    r"|(?P<sign>'(?:\\.[^']*|[^'\\\n])')"
    r"|(?P<comment>//[^\n]*|/\*.*?\*/)",
    re.DOTALL,
)


def essence(text: str) -> str:
    """Return C++ without comments, sentences and layout."""
    return " ".join(_PIECE.sub(_keep, text).split())


def _keep(piece: re.Match[str]) -> str:
    if piece["comment"]:
        return " "
    return '""' if piece["string"] and " " in piece["string"] else piece[0]


def digest_of(sources: dict[str, str]) -> str:
    """Return the hash of sources, given by their names."""
    digest = hashlib.sha256()
    for name, text in sorted(sources.items()):
        digest.update(f"{name}\0{essence(text)}\0".encode())
    return digest.hexdigest()


def main(output: str, *paths: str) -> None:
    """Write the digest of these files as a C++ string."""
    sources = {
        Path(path).resolve().relative_to(HERE).as_posix(): Path(path).read_text(encoding="utf-8")
        for path in paths
    }
    Path(output).write_text(f'"{digest_of(sources)}"\n', encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
