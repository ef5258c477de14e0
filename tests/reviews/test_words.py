"""Reviews as sentences in both languages, data and graph."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest

from sapper import document
from sapper.games import play
from sapper.reviews.reviewing import review
from tests.support.languages import assert_indonesian, in_indonesian

# Mines are given at r0c0, r0c3 and r0c5; all chances are exact.
MINE = "1x6/3 raw =25 0 o0,1 o0,2 o0,0"


def texts(record, **options):
    return [move.text for move in review(record, **options).guesses]


def test_figures_from_estimates_are_marked():
    text = review("9x9/10 safe 1 0 o4,4 o0,0", games=24).text
    for name in ("start", "skill", "luck", "end", "accuracy"):
        (line,) = (line for line in text.splitlines() if line.startswith(f"{name} "))
        assert line.split()[1].startswith("~"), line
    first, second = (line.split() for line in text.splitlines() if " open r" in line)
    assert first[-6:-2] == ["0.0", "%", "0.0", "%"]  # by rule
    assert [word[0] for word in second[3:10:2]] == ["~"] * 4
    assert text.endswith("all else is exact")


def test_an_estimated_end_alone_has_the_legend():
    found = review("9x9/10 safe 1 0 o4,4", games=24)
    assert found.end.basis == "estimated"
    assert "~ is estimated from 24 sampled layouts" in found.text


def test_sentences():
    assert texts(MINE) == [
        "forced guess (mine in 50 %): the best cell",
        "opened a certain mine: blunder −50.0 %; it was a mine",
    ]
    assert texts("3x3/2 raw =101 0 o0,1 o2,2") == [
        "forced guess (mine in 33.3 %): r0c0 (mine in 20 %) was better, "
        "mistake −13.3 %; it was a mine",
    ]
    assert texts("4x4/2 raw =9000 0 o3,0 o0,0") == [
        "opened a certain mine: blunder −100.0 %; it was a mine"
    ]
    assert texts("9x9/10 safe 1 0 o4,4 o0,0", games=400) == [
        "unforced guess (mine in 6.7 %): r1c6 was certain, mistake −8.0 % (−12.0 to −4.0)"
    ]


def test_a_certain_loss_is_no_guess():
    found = review(MINE)
    assert (found.guess_count, found.unforced_guesses, found.certain_losses) == (1, 0, 1)
    assert "1 guess, 0 unforced; 1 certain loss\n" in found.text
    only = review("4x4/2 raw =9000 0 o3,0 o0,0")
    assert (only.guess_count, only.certain_losses) == (0, 1)
    assert "no guess; 1 certain loss\n" in only.text


@pytest.mark.parametrize(
    ("game", "begins"),
    [
        (
            "4x4/2 raw =9000 0 o3,0 o0,1 o0,2",
            "Won, with no chance lost by choices (skill 0.0 %, luck 0.0 %).",
        ),
        ("4x4/2 raw =9000 0 o3,0", "Not finished (skill 0.0 %, luck 0.0 %)."),
        ("1x6/3 raw =25 0 o0,0", "Lost by the first cell."),
        ("1x6/3 raw =25 0 o0,1 o0,2 o0,5", "Lost by bad luck"),
    ],
)
def test_summaries(game, begins):
    assert review(game).text.startswith(begins)


def test_the_missed_proof_is_in_the_data():
    found = document(review(play("greedy", "9x9/10", seed=1), games=24))
    missed = [move for move in found["moves"] if move["missed"]]
    assert missed
    for move in missed:
        assert move["verdict"] == "unforced guess"
        assert move["missed"]["cell"] == move["best"]
        assert move["position"].startswith("9x9/10:")
    total = sum(move["skill"] + move["luck"] for move in found["moves"])
    assert total == pytest.approx(found["end"]["chance"] - found["start"]["chance"])
    assert json.loads(json.dumps(found))["summary"] == found["summary"]


def test_the_graph_is_one_picture():
    for game in (MINE, "1x6/3 raw =25 0 o0,0", play("greedy", "hex-6x6/8", seed=2)):
        root = ElementTree.fromstring(review(game, games=24).svg())
        assert root.tag.endswith("svg")
        assert not [e for e in root.iter() if "id" in e.attrib]
    titles = [e.text for e in ElementTree.fromstring(review(MINE).svg()).iter() if e.text]
    assert "move 3: open r0c0, opened a certain mine: blunder −50.0 %; it was a mine" in titles


GAMES = (
    "1x6/3 raw =25 0 o0,1 o0,2 o0,0",  # a certain mine
    "1x6/3 raw =25 0 o0,1",  # not finished
    "2x3/1 safe 3 0 o0,2",
)


def test_reviews_are_indonesian() -> None:
    records = [play("greedy", "5x5/6", seed=8, game=number) for number in range(6)]
    with in_indonesian() as lookups:
        for record in (*GAMES, *records):
            found = review(record, games=8)
            assert_indonesian(found.summary)
            for move in found.moves:
                assert_indonesian(move.text)
            head, _, table = found.text.partition("\n\n")
            assert_indonesian(head.replace("start safe", "").replace("safe", ""))
            assert_indonesian(table.replace("safe", ""))
    assert not lookups.unmarked
