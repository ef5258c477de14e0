"""Signs that an encoding may lack, and the plain ones that stand for them.

Boards and tables count on one column per sign, so nearly every substitute is one character; text is
translated before it is laid out, and a codec error handler catches whatever was not.
"""

from __future__ import annotations

import codecs
from typing import Final

__all__ = ["ERROR_HANDLER", "fit_encoding"]

ERROR_HANDLER: Final = "sapper-ascii-fallback"
"""The name under which codecs know the substitutes."""

_PLAIN: Final = {
    # boards
    "✓": "+", "✱": "*", "✕": "x", "✗": "x", "·": ".", "■": "#", "⚑": "F", "‽": "!", "›": ">",
    "‹": "<", "●": "o", "◆": "o",
    # figures and sentences
    "±": "+-", "–": "-", "−": "-", "—": "-", "≈": "~", "≥": ">=", "≤": "<=", "×": "x", "→": "->",
    "…": "...", "•": "*", "“": '"', "”": '"', "‘": "'", "’": "'",
    # lines of tables, frames and bars
    "─": "-", "━": "=", "│": "|", "┃": "|", "╸": "-", "╺": "-", "╶": "-", "╴": "-",
    **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╰╯┏┓┗┛┡┩╇", "+"),
}  # fmt: skip


def fit_encoding(text: str, encoding: str) -> str:
    """Return the text with a substitute for every sign that the encoding lacks."""
    if text.isascii() or encoding.lower().replace("_", "-").startswith("utf-"):
        return text
    return text.encode(encoding, ERROR_HANDLER).decode(encoding)


def _substitute(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end]
    return "".join(_PLAIN.get(sign, ascii(sign)[1:-1]) for sign in signs), error.end


codecs.register_error(ERROR_HANDLER, _substitute)
