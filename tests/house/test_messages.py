"""Every text that people read is translated, and says the same with the same figures."""

from __future__ import annotations

import ast
import re
from io import BytesIO
from pathlib import Path
from string import Formatter

import polib
import pytest

from languages.extract import extract_html
from languages.messages import CATALOGUES, Message, collect_messages
from tests.support.contrast import STATIC
from tests.support.rooms import modules

MESSAGES = collect_messages()
FILES = sorted(CATALOGUES.glob("*.po"))


def entries(path: Path) -> dict[str, polib.POEntry]:
    found = polib.pofile(str(path), encoding="utf-8")
    assert len({entry.msgid for entry in found}) == len(found), "a text has two entries"
    return {entry.msgid: entry for entry in found}


def places(text: str) -> set[tuple[str, str, str]]:
    """Return the placeholders of a text, each with its format."""
    return {
        (name, how or "", conversion or "")
        for _text, name, how, conversion in Formatter().parse(text)
        if name is not None
    }


def faults(entry: polib.POEntry, message: Message | None) -> list[str]:
    """Return what is wrong with an entry."""
    if message is None:
        return ["no source has it"]
    texts = list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]
    found = ["fuzzy"] if "fuzzy" in entry.flags else []
    found += ["obsolete"] if entry.obsolete else []
    found += ["another plural"] if (entry.msgid_plural or None) != message.plural else []
    found += [f"{len(texts)} forms"] if len(texts) != 1 else []
    found += ["not translated"] if not all(texts) else []
    wanted = places(message.plural or message.text)
    found += [f"{places(text) ^ wanted}" for text in texts if text and places(text) != wanted]
    found += ["another mark of the page"] if (entry.comment == "page") != message.in_page else []
    ends = [text for text in texts if text and text[-1:].isspace() != entry.msgid[-1:].isspace()]
    return found + [f"another end: {text!r}" for text in ends]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_text_is_translated(path: Path) -> None:
    known = entries(path)
    wrong = {text: faults(entry, MESSAGES.get(text)) for text, entry in known.items()}
    assert not {text: found for text, found in wrong.items() if found}, "run make messages"
    assert not set(MESSAGES) - set(known), "run make messages"
    assert list(known) == sorted(known)


def test_there_is_indonesian() -> None:
    assert [path.stem for path in FILES] == ["id"]
    plural = polib.pofile(str(FILES[0])).metadata["Plural-Forms"]
    assert plural == "nplurals=1; plural=0;"


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        (polib.POEntry(msgid="a", msgstr=""), Message("a", None, False)),
        (polib.POEntry(msgid="a", msgstr="b", flags=["fuzzy"]), Message("a", None, False)),
        (polib.POEntry(msgid="a", msgstr="b"), None),
        (polib.POEntry(msgid="a", msgstr="b"), Message("a", "as", False)),
        (polib.POEntry(msgid="a", msgstr="b"), Message("a", None, True)),
        (polib.POEntry(msgid="a {x}", msgstr="b {y}"), Message("a {x}", None, False)),
        (polib.POEntry(msgid="a {x:,}", msgstr="b {x}"), Message("a {x:,}", None, False)),
        (polib.POEntry(msgid="a ", msgstr="b"), Message("a ", None, False)),
        (
            polib.POEntry(msgid="a", msgid_plural="as", msgstr_plural={0: "b", 1: "c"}),
            Message("a", "as", False),
        ),
    ],
)
def test_the_check_finds_faults(entry: polib.POEntry, message: Message | None) -> None:
    assert faults(entry, message)


def wrong_calls(source: str) -> list[str]:
    """Return the calls for a translation whose text is put together before it is looked up."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("_", "_n", "N_"):
            texts = node.args[:-1] if getattr(node.func, "id", "") == "_n" else node.args
            wrong = (ast.JoinedStr, ast.BinOp, ast.Call)
            found += [ast.unparse(node) for text in texts if isinstance(text, wrong)]
    return found


def test_texts_are_looked_up_whole() -> None:
    assert not [call for module in modules() for call in wrong_calls(module.read_text("utf-8"))]
    assert wrong_calls("_(f'{x} mines')")
    assert wrong_calls("_('a' + b)")
    assert wrong_calls("_('{x} mines'.format(x=x))")
    assert not wrong_calls("_('{x} mines').format(x=x)")


def unnamed_places(text: str) -> bool:
    return any(not name.isidentifier() for name, _how, _conversion in places(text))


def test_placeholders_are_named() -> None:
    assert not [text for text in MESSAGES if unnamed_places(text)]
    assert unnamed_places("{} mines")
    assert unnamed_places("{0} mines")


HTML = """<head><title>not here</title></head><body title="seen">
<p>A <kbd>Key</kbd> moves · <code>code</code>
  two   lines · <i translate="no" title="no">no <b>none</b></i></p>
<svg><text>drawn</text></svg><input placeholder="some" aria-label="12"><noscript>off</noscript>"""


def test_texts_of_html() -> None:
    found = extract_html(BytesIO(HTML.encode()), [], [], {})
    assert [text for _line, _name, text, _comments in found] == [
        "seen", "A", "moves", "two lines", "some",
    ]  # fmt: skip


def test_texts_of_scripts_are_whole_and_known() -> None:
    """A text is a plain string, outside of template strings: Babel finds no other."""
    scripts = {path.name: path.read_text("utf-8") for path in (STATIC / "js").rglob("*.js")}
    del scripts["language.js"]
    for name, code in scripts.items():
        texts = re.findall(r'\b(?:t|tn|later)\("((?:[^"\\]|\\.)*)"', code)
        assert not set(texts) - set(MESSAGES), name
        assert not re.search(r"(?<![\w.$])tn?\((?!\"|document\.error)", code), name
