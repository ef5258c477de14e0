"""`sapper players`: everybody, with options and paper."""

from __future__ import annotations

import json

from sapper.players import player_spec, player_specs
from sapper.players.builtin import FAMILIES
from sapper.players.papers.sources import PAPERS
from tests.support.command import sapper


def test_every_player_has_its_line() -> None:
    done = sapper("players")
    lines = done.stdout.splitlines()
    assert done.returncode == 0
    for entry in player_specs():
        origin = PAPERS[entry.paper].name if entry.paper in PAPERS else entry.paper
        at = lines.index(f"  {entry.name} ({origin})")
        assert lines[at + 1].strip() == entry.summary
    families = [line for line in lines if line and line[0] != " " and ":" not in line]
    assert families[:2] == list(FAMILIES[:2])
    assert (
        lines.index(families[1]) < lines.index("  hybrid (Huda 2025)") < lines.index("probability")
    )
    assert "guess=random|density: how to guess (random)" in done.stdout
    assert "Amadia 2023: backtracking on a given position" in done.stdout
    assert "paper 2" not in done.stdout


def test_json_has_the_options() -> None:
    known = json.loads(sapper("players", "--json").stdout)["players"]
    told = {entry["name"]: entry for entry in known}
    assert set(told) == {entry.name for entry in player_specs()}
    matrix = next(o for o in told["probability"]["options"] if o["name"] == "matrix")
    assert matrix["default"] in matrix["values"]
    assert told["bfs"]["paper"] == "Sansani"
    for entry in told.values():  # what is printed can be written back
        chosen = ",".join(f"{option['name']}={option['default']}" for option in entry["options"])
        assert player_spec(f"{entry['name']}:{chosen}").name == entry["name"]
