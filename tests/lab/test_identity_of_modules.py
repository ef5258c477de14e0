"""The identity of players in modules: their helpers, reloads, and what a notebook sets in them."""

from __future__ import annotations

import ast
import importlib
import os
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from sapper.lab import simulate
from sapper.lab.identity import sources
from sapper.lab.identity.identity import _PLAYED_BY
from sapper.lab.identity.module_files import file_of
from sapper.lab.identity.sources import _parse
from sapper.lab.identity.syntax import essence_of, imported_names, is_idle
from sapper.players import own_player
from tests.support.identities import identity, run_cell
from tests.support.imports import forget_modules


def edit(module: ModuleType, path: Path, old: str, new: str) -> ModuleType:
    """Return a module after an edit of one of its files; all files of the folder are reloaded."""
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    os.utime(path, ns=(path.stat().st_mtime_ns + 10**9,) * 2)
    forget_modules("own_")
    return importlib.import_module(module.__name__)


IMPORTS = {
    "plain": "import own_helper\ndef decide(position): return own_helper.pick(position)",
    "from": "from own_helper import pick\ndef decide(position): return pick(position)",
    "inside": "def decide(position):\n    import own_helper\n    return own_helper.pick(position)",
    "by name": "from importlib import import_module\n"
    "def decide(position): return import_module('own_helper').pick(position)",
    "of another": "import own_middle\ndef decide(position): return own_middle.pick(position)",
    "package": "import own_package.part\n"
    "def decide(position): return own_package.part.pick(position)",
}
HELPER = '"""Helps."""\n\ndef pick(position):\n    """Pick."""\n    return next(position.covered())'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    home = tmp_path / "home"
    (home / "own_package").mkdir(parents=True)
    (home / "own_helper.py").write_text(HELPER)
    (home / "own_middle.py").write_text("from own_helper import pick")
    (home / "own_package" / "__init__.py").write_text("")
    (home / "own_package" / "part.py").write_text("from own_helper import pick")
    monkeypatch.syspath_prepend(home)
    yield home
    forget_modules("own_")


@pytest.mark.parametrize("kind", IMPORTS)
def test_an_edited_helper_makes_another_player(folder: Path, kind: str) -> None:
    (folder / "own_player.py").write_text(IMPORTS[kind])
    module = importlib.import_module("own_player")
    first, helper = identity(module.decide), folder / "own_helper.py"
    assert identity(edit(module, helper, "Pick.", "Pick a cell.").decide) == first
    assert identity(edit(module, helper, "def pick", "# see below\ndef pick").decide) == first
    assert identity(edit(module, helper, "next(", "max(").decide) != first
    assert identity(edit(module, helper, "max(", "next(").decide) == first
    player = folder / "own_player.py"
    assert identity(edit(module, player, "def decide", "EXTRA = 1\ndef decide").decide) != first


@pytest.mark.parametrize("kind", IMPORTS)
def test_an_edited_helper_makes_another_player_of_a_cell(folder: Path, kind: str) -> None:
    def player() -> Any:
        return run_cell(IMPORTS[kind])

    helper = importlib.import_module("own_helper")
    first = identity(player())
    edit(helper, folder / "own_helper.py", "Pick.", "Pick a cell.")
    assert identity(player()) == first
    edit(helper, folder / "own_helper.py", "next(", "max(")
    assert identity(player()) != first


def test_a_module_plays_until_it_is_reloaded(folder: Path) -> None:
    path = folder / "own_player.py"
    path.write_text("import own_helper\ndef decide(position): return own_helper.pick(position)")
    module = importlib.import_module("own_player")
    first = identity(module.decide)
    path.write_text("import own_helper\ndef decide(position): return (0, 0)")
    assert identity(module.decide) == first, "the function in memory is the old one"
    assert identity(importlib.reload(module).decide) != first


def test_a_file_that_was_edited_before_the_first_game_is_not_trusted(folder: Path) -> None:
    """What plays is in memory; the identity is neither that of the old file nor of the new one."""
    path = folder / "own_player.py"
    path.write_text("def decide(position): return next(position.covered())")
    module = importlib.import_module("own_player")
    path.write_text("def decide(position): return max(position.covered())")
    stale = identity(module.decide)
    assert stale != identity(importlib.reload(module).decide)


SWEPT = """
DEPTH = 3
_calls = 0
_memory = {}
_last = None
TABLE = {"first": 0}
MODEL = None

class Swept:
    width = 2
    weights = [1.0, 2.0]
    _seen = set()
    _loaded = None

    def decide(self, position):
        global _calls, _last
        _calls += 1
        _last = position
        _memory[_calls] = position
        self._seen.add(position)
        Swept._loaded = len(self._seen)
        offset = TABLE.get("second", 0) + TABLE["first"] + len(self.weights) - 2
        return list(position.covered())[DEPTH + self.width - 5 + offset]
"""


def test_what_a_notebook_sets_in_a_module_belongs_to_the_player(folder: Path) -> None:
    (folder / "own_swept.py").write_text(SWEPT)
    module = importlib.import_module("own_swept")
    found = [identity(module.Swept)]
    for scope, name, value in [
        (module, "DEPTH", 4),
        (module.Swept, "width", 1),
        (module, "TABLE", {"first": 1}),
        (module, "MODEL", [3]),
        (module.Swept, "weights", [1.0, 3.0]),
        (module.Swept, "decide", lambda self, position: next(position.covered())),
    ]:
        before = vars(scope)[name]
        setattr(scope, name, value)
        found.append(identity(module.Swept))
        setattr(scope, name, before)
    assert len({*found}) == 7
    assert identity(module.Swept) == found[0]
    module.TABLE["second"] = 1
    assert identity(module.Swept) not in found


@pytest.mark.parametrize("workers", [1, 2])
def test_what_a_player_counts_and_remembers_is_no_part_of_it(folder: Path, workers: int) -> None:
    (folder / "own_swept.py").write_text(SWEPT)
    module = importlib.import_module("own_swept")
    results = [
        simulate(module.Swept, "5x5/3", games=games, workers=workers, ledger=folder / "ledger")
        for games in (60, 120)
    ]
    assert results[0].identity == results[1].identity
    assert results[1].games == 120


def test_the_words_of_a_failure_belong_to_no_identity(tmp_path: Path) -> None:
    text = Path(own_player.__file__).read_text("utf-8")
    digests = []
    for number, words in enumerate((" failed: {", " broke down: {")):
        path = tmp_path / f"{number}.py"
        path.write_text(text.replace(" failed: {", words), "utf-8")
        assert words in path.read_text("utf-8")
        digests.append(_parse(path, "sapper.players", True, (0, 0)).digest)
    assert digests[0] == digests[1]


def test_translated_texts_belong_to_no_identity() -> None:
    """Neither as messages nor as reasons; but what a call is given elsewhere counts."""

    def essence(code: str) -> str:
        return essence_of(ast.parse(code), True)

    raised = "raise InputError(_('expected {x}').format(x=x))"
    assert essence(raised) == essence("raise InputError(_('wanted {y}').format(y=x))")
    assert essence("reason = _('a')") == essence("reason = _('b {c}').format(c=1)")
    assert essence("reason = _n('a', 'as', n)") == essence("reason = _('b')")
    assert essence("from sapper.language import _\nx = 1") == essence("x = 1")
    assert essence("reason = move('a')") != essence("reason = move('b')")
    assert essence("from sapper.other import _\nx = 1") != essence("x = 1")


@pytest.mark.parametrize(
    ("code", "reworded", "is_same"),
    [
        ("raise InputError(f'no {x}')", "raise InputError(f'not {x}')", True),
        ("def f():\n return InputError('a')", "def f():\n return InputError('b')", True),
        ("whole_number(x, 1, 9, 'a')", "whole_number(x, 1, 9, 'b')", True),
        ("whole_number(x, 1, 9, 'a')", "whole_number(x, 2, 9, 'a')", False),
        ("x = f('a')", "x = f('b')", False),
    ],
)
def test_messages_of_errors_belong_to_no_identity(code: str, reworded: str, is_same: bool) -> None:
    trees = [ast.parse(code), ast.parse(reworded)]
    for tree in trees:
        imported_names(tree, "sapper", True)
    assert (essence_of(trees[0], True) == essence_of(trees[1], True)) == is_same


def test_sentences_of_the_laboratory_belong_to_no_identity() -> None:
    """What plays a chunk holds no sentence that could be reworded and make other players."""

    def counted(node: ast.AST) -> Iterator[str]:
        for child in ast.iter_child_nodes(node):
            if not is_idle(child, True):
                value = getattr(child, "value", None)
                if isinstance(child, ast.Constant) and isinstance(value, str):
                    yield value
                yield from counted(child)

    modules = sources.modules_behind(*_PLAYED_BY)
    assert {"sapper.lab.chunk", "sapper.lab.run", "sapper.lab.limits"} <= modules
    assert "sapper.players.papers.sources" not in modules
    for name in sorted(modules):
        path = file_of(name)
        assert path is not None
        tree = ast.parse(path.read_bytes())
        imported_names(tree, "sapper", True)
        sentences = [text for text in counted(tree) if text.count(" ") >= 3]
        assert not (name.startswith("sapper.lab.") and sentences), (name, sentences)
