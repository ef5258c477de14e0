"""Translations say the same with the same figures; a text that has none is a warning.

At a release (`SAPPER_RELEASE=1`) it is an error.
"""

from __future__ import annotations

import os
import re
import warnings
from io import BytesIO
from pathlib import Path
from string import Formatter

import pytest

from languages.extract import extract_html
from languages.messages import CATALOGUES, update_catalogue
from sapper.language import catalogue
from tests.support.contrast import STATIC
from tests.support.languages import Forms, texts, translations

CODES = [path.stem for path in CATALOGUES]


def places(text: str) -> set[tuple[str, str, str]]:
    """Return the placeholders of a text, each with its format."""
    return {
        (name, how or "", conversion or "")
        for _text, name, how, conversion in Formatter().parse(text)
        if name is not None
    }


def faults(english: Forms, translated: Forms) -> list[str]:
    """Return what is wrong with a translation."""
    text = english[-1]
    found = [
        f"{places(form) ^ places(text)}" for form in translated if places(form) != places(text)
    ]
    ends = [form for form in translated if form[-1:].isspace() != text[-1:].isspace()]
    return found + [f"another end: {form!r}" for form in ends]


@pytest.mark.parametrize("code", CODES)
def test_translations_fit_their_texts(code: str) -> None:
    assert not [found for pair in translations(code).items() if (found := faults(*pair))]


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("path", CATALOGUES, ids=CODES)
def test_every_text_is_translated(path: Path) -> None:
    missing = sorted(texts() - translations(path.stem).keys())
    is_current = update_catalogue(path) == path.read_bytes()
    problem = f"run make messages: {path.name} lacks {len(missing)} translations: {missing[:20]}"
    if os.environ.get("SAPPER_RELEASE"):
        assert is_current, problem
        assert not missing, problem
    elif missing or not is_current:
        warnings.warn(problem, stacklevel=1)


@pytest.mark.parametrize("code", CODES)
def test_the_installed_catalogue_is_that_of_the_sources(code: str) -> None:
    installed = catalogue(code)
    for english, translated in translations(code).items():
        several = installed.ngettext(english[0], english[-1], 2)
        found = several if len(english) > 1 else installed.gettext(english[0])
        assert found == translated[-1], "run make setup"


def test_placeholders_are_named() -> None:
    for text in (text for forms in texts() for text in forms):
        assert all(name.isidentifier() for name, _how, _conversion in places(text)), text


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
    known = {forms[0] for forms in texts()}
    for name, code in scripts.items():
        shown = re.findall(r'\b(?:t|tn|later)\("((?:[^"\\]|\\.)*)"', code)
        assert not set(shown) - known, name
        assert not re.search(r"(?<![\w.$])tn?\((?!\"|document\.error)", code), name
