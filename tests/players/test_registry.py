"""Players by name."""

import pytest

from sapper.errors import InputError
from sapper.players import player_spec, player_spec_of


@pytest.mark.parametrize(
    "text", ["greedy", "greedy:guess=density", "probability:matrix=naive,opening=random"]
)
def test_text_survives_a_round_trip(text):
    assert player_spec(text).text == text


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("nobody", "unknown player"),
        ("", "unknown player"),
        ("greedy:guess", "expected option=value"),
        ("greedy:guess=cleverly", "expected guess = random or density"),
        ("greedy:depth=3", "greedy has no option 'depth': it has guess"),
        ("bfs:depth=3", "has no options"),
        ("hybrid:budget=-1", "expected budget = a whole number"),
        ("hybrid:budget=1e3", "expected budget = a whole number from 0 on"),
        ("probability:workers=2", "has no option 'workers'"),
    ],
)
def test_invalid_texts_raise(text, told):
    with pytest.raises(InputError, match=told):
        player_spec(text)


def test_a_message_offers_only_players_that_can_play(tmp_path, monkeypatch):
    """Not the base class that every module of players imports."""
    (tmp_path / "offered.py").write_text(
        "from sapper.players import Player\n\n\nclass Mine(Player):\n    decide = print\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(InputError, match=r"'offered' has no Yours; its players are Mine$"):
        player_spec_of("offered:Yours")
