"""What decides imports no modules that draw or format, since these do not change an identity."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import sapper
from sapper.lab.identity import identity
from sapper.lab.identity.sources import imports_of, is_shown, modules_behind
from sapper.players import player_specs

DECIDERS = sorted({entry.player().__class__.__module__ for entry in player_specs()})
PLAYED_BY = {*identity._PLAYED_BY, *identity._PLAYED_IN_CORE_BY}
PASSED_ON = {  # imports for documents, sentences and processors: looked at, they decide nothing
    ("sapper.analysis.analysis", "sapper.analysis.schema"),
    ("sapper.games.game", "sapper.games.document"),
    ("sapper.games.record", "sapper.games.document"),
    ("sapper.games.record", "sapper.schema"),
    ("sapper.lab.chunk", "sapper.lab.playing.faults"),
    ("sapper.lab.chunk", "sapper.lab.identity"),
    ("sapper.lab.chunk", "sapper.lab.identity.identity"),
    ("sapper.lab.run", "sapper.lab.run_words"),
    ("sapper.players.engine.bias", "sapper.percent"),
    ("sapper.players.engine.engine", "sapper.processors"),
    ("sapper.players.engine.player", "sapper.percent"),
    ("sapper.players.registry", "sapper.players.papers.sources"),
}
WORDS = "sapper.language"  # translates what a player says, never what it decides
PACKAGE = Path(sapper.__file__).parent


def showing(modules: set[str]) -> set[tuple[str, str]]:
    """Return the imports of modules that show results, apart from their words."""
    found = {(name, each) for name in modules for each in imports_of(name) if is_shown(each)}
    return {(name, each) for name, each in found if each != WORDS}


@pytest.mark.parametrize("module", DECIDERS)
def test_players_import_no_presentation(module: str) -> None:
    behind = modules_behind(module)
    assert {"sapper.board.position", "sapper.players.player"} <= behind
    assert showing(behind) <= PASSED_ON
    assert not any(name.startswith("sapper.proofs") for name in behind)


def test_what_plays_imports_no_presentation() -> None:
    behind = modules_behind(*PLAYED_BY)
    assert behind >= PLAYED_BY
    assert showing(behind | modules_behind(*DECIDERS)) == PASSED_ON


def test_all_players_are_checked() -> None:
    assert "sapper.players.engine.player" in DECIDERS
    assert "sapper.players.papers.greedy" in DECIDERS


@pytest.mark.parametrize(
    ("module", "reached"),
    [
        ("sapper.players.tracing.tracer", "sapper.players.tracing.mermaid"),
        ("sapper.players.tracing.tracer", "sapper.players.tracing.svg"),  # inside a function
        ("sapper.players.tracing.svg", "sapper.board.svg"),
        ("sapper.proofs.hints", "sapper.proofs.words"),
    ],
)
def test_the_check_finds_imports(module: str, reached: str) -> None:
    assert (module, reached) in showing({module})


def test_names_of_a_package_lead_to_the_modules_that_define_them() -> None:
    """Packages of sapper only pass names on, so a player depends on what it imports."""
    assert "sapper.players.papers.bfs" not in modules_behind("sapper.lab.chunk")
    assert "sapper.analysis.analysis" in modules_behind("sapper.lab.chunk")


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("__init__.py")), ids=lambda p: p.parent.name)
def test_packages_define_nothing(path: Path) -> None:
    room = path.parent.relative_to(PACKAGE).parts[:1]
    tree = ast.parse(path.read_text("utf-8"))
    if room not in ((), ("cli",), ("web",)):
        assert not [n for n in tree.body if isinstance(n, ast.FunctionDef | ast.ClassDef)]
