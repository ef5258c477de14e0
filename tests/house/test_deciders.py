"""Modules that decide import no modules that draw or format."""

from __future__ import annotations

import re

import pytest

from sapper.lab.identity import modules_behind
from sapper.players import strategies

SHOWS = re.compile(
    r"(^|[._])(document|documents|drawing|graph|html|mermaid|page|picture|plots|svg|telling|text|"
    r"tree_layout|views|words)$"
)
DECIDERS = sorted({entry.player().__class__.__module__ for entry in strategies()})


def showing(modules: set[str]) -> list[str]:
    """Return the modules that draw or format; the text formats of positions do not count."""
    return [m for m in sorted(modules) if SHOWS.search(m) and "board.formats" not in m]


@pytest.mark.parametrize("module", DECIDERS)
def test_players_import_no_presentation(module: str) -> None:
    behind = modules_behind(module)
    assert {"sapper.board.position", "sapper.players.player"} <= behind
    assert not showing(behind)
    assert not any(name.startswith("sapper.proofs") for name in behind)


def test_all_players_are_checked() -> None:
    assert "sapper.players.engine.player" in DECIDERS
    assert "sapper.players.papers.greedy" in DECIDERS


@pytest.mark.parametrize(
    ("module", "reached"),
    [
        ("sapper.players.tracing.tracer", "sapper.players.tracing.mermaid"),
        ("sapper.players.tracing.tracer", "sapper.players.tracing.svg"),  # inside a function
        ("sapper.players.tracing.tracer", "sapper.board.svg"),
        ("sapper.proofs.hints", "sapper.proofs.words"),
    ],
)
def test_the_check_finds_imports(module: str, reached: str) -> None:
    assert reached in showing(modules_behind(module))
