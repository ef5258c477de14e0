"""The digest of the core: whatever could decide changes it, comments and sentences do not."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

from sapper import _core

NATIVE = Path(__file__).parents[2] / "native"


def load_digest() -> ModuleType:
    spec = importlib.util.spec_from_file_location("core_digest", NATIVE / "decision_digest.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


digest = load_digest()
FILES = [
    *NATIVE.glob("bindings/*.[ch]pp"),
    *(
        path
        for path in NATIVE.glob("sapper/**/*")
        if path.is_file() and path.parent.name != "pictures"
    ),
]
SOURCES = {path.relative_to(NATIVE).as_posix(): path.read_text("utf-8") for path in FILES}


def edited(name: str, pattern: str, replacement: str) -> str:
    text, count = re.subn(pattern, replacement, SOURCES[name], count=1, flags=re.MULTILINE)
    assert count == 1
    assert text != SOURCES[name]
    return str(digest.digest_of({**SOURCES, name: text}.values()))


def test_the_build_carries_the_digest_of_the_sources() -> None:
    assert _core.decision_digest() == digest.digest_of(SOURCES.values())


def test_a_changed_constant_changes_the_digest() -> None:
    for name, pattern, replacement in (
        ("sapper/player/setting.hpp", r"= \d+", "= 31"),
        ("sapper/value/weights.inc", r"\Z", "1,\n"),
        ("bindings/names.cpp", "StartRule::kRaw", "StartRule::kSafe"),
    ):
        assert edited(name, pattern, replacement) != digest.digest_of(SOURCES.values())


def test_comments_and_sentences_do_not_change_the_digest() -> None:
    for name, pattern, replacement in (
        ("sapper/player/player.cpp", r"\A", '// A remark: it\'s new, "quoted".\n'),
        ("sapper/player/player.cpp", r"\n", "\n\n/* two\n   lines */\n"),
        ("sapper/player/setting.cpp", "expected one of the players", "choose one of these:"),
    ):
        assert edited(name, pattern, replacement) == digest.digest_of(SOURCES.values())
