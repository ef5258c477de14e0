"""Real replays: run where the variable SAPPER_SAMPLES names a folder with them.

They carry the names of players and stay out of the project. The figures are those that ms_toollib
1.5.20 reports; it ends the process on the files without figures.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

import pytest

from sapper.games.replays import read_replay, write_rawvf
from sapper.games.replays.reading import read_recording

FOLDER = os.environ.get("SAPPER_SAMPLES")

pytestmark = pytest.mark.skipif(not FOLDER, reason="SAPPER_SAMPLES names no folder of replays")


class Figures(NamedTuple):
    """Board, 3BV, seconds, events of the mouse, left and right clicks and chords, result."""

    board: str
    bbbv: int
    seconds: float
    events: int
    clicks: str
    status: str = "won"


SAMPLES = {
    "flop-Cus_30x8_30mines.avf": Figures("8x30/30", 39, 19.06, 4581, "13+12+26"),
    "flop-Cus_8x30_30mines.avf": Figures("30x8/30", 47, 21.54, 4390, "20+13+23"),
    "flop-arbiter_beg.avf": Figures("8x8/10", 28, 3.07, 821, "2+5+13"),
    "flop-arbiter_unexpected_bracket.avf": Figures("16x30/99", 166, 46.48, 9091, "98+34+65"),
    "flop-beg.rmv": Figures("8x8/10", 2, 0.515, 66, "2+0+0"),
    "mst-avf_exp_0_48_5.avf": Figures("16x30/99", 248, 101.34, 10356, "298+0+0"),
    "mst-beg_chinese_name.avf": Figures("8x8/10", 22, 9.2, 678, "10+3+8"),
    "mst-test_rmv1_utf8_basic.rmv": Figures("16x30/99", 128, 34.884, 5634, "81+29+56"),
    "mst-test_rmv1_utf8_nonascii.rmv": Figures("16x30/99", 128, 34.884, 5634, "81+29+56"),
    "mst-test_rmv2_24px_preflags.rmv": Figures("8x8/10", 17, 24.57, 1711, "3+29+13"),
    "mst-test_rmv2_utf8_basic.rmv": Figures("8x8/10", 3, 0.67, 109, "1+1+2"),
    "mst-v3-noguess.evf": Figures("8x8/10", 3, 3.796, 190, "4+0+0"),
    "saolei-16x16-nf.rmv": Figures("16x16/40", 32, 9.469, 731, "34+0+0"),
    "saolei-custom-lost.evf": Figures("8x8/40", 24, 39.832, 4493, "20+24+0", "lost"),
    "saolei-expert-fl.avf": Figures("16x30/99", 132, 35.09, 6075, "95+20+43"),
    "saolei-expert_personal.evf": Figures("16x30/99", 133, 37.494, 6742, "110+20+40"),
    "saolei-standard_gsc.evf": Figures("16x30/99", 152, 41.021, 7845, "120+17+33"),
    "sv-test_subject.avf": Figures("8x8/10", 28, 5.41, 1046, "3+7+26"),
    "sv-test_subject.evf": Figures("16x30/99", 167, 69.597, 7103, "29+98+207"),
    "sv-test_subject.rmv": Figures("8x8/10", 10, 4.153, 861, "19+0+0"),
    # ms_toollib reads none of the following; these are our own figures
    "mst-test_rmv1_utf8_invalid.rmv": Figures("16x30/99", 128, 34.884, 5634, "81+29+56"),
    "mst-test_rmv2_utf8_invalid.rmv": Figures("8x8/10", 3, 0.67, 109, "1+1+2"),
    "flop-2006_release_2.mvf": Figures("16x30/99", 117, 44.869, 3252, "48+55+70"),
    "flop-2007_release_1.mvf": Figures("16x30/99", 136, 36.775, 2732, "36+54+94"),
    "flop-2007_release_2.mvf": Figures("16x30/99", 109, 31.133, 2795, "68+29+53"),
    "flop-custom.rawvf": Figures("8x8/10", 8, 11.5, 50, "12+10+0"),
    "flop-nested-opening.rawvf": Figures("16x30/112", 34, 10.612, 852, "35+0+0"),
}


def contents(name: str) -> bytes:
    return (Path(FOLDER or "") / name).read_bytes()


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_has_the_figures_of_ms_toollib_and_survives_rawvf(name: str) -> None:
    data = contents(name)
    replay, expected = read_replay(data), SAMPLES[name]
    clicks, game = replay.clicks, replay.game
    found = Figures(
        board=str(replay.layout.spec),
        bbbv=replay.bbbv,
        seconds=replay.clicks_made[-1].time,
        events=len(replay.events),
        clicks=f"{clicks.left}+{clicks.right}+{clicks.chord}",
        status=game.status.value,
    )
    assert found == expected
    assert replay.stated_bbbv in (replay.bbbv, None)
    assert replay.time in (None, expected.seconds)
    assert replay.format == name.rpartition(".")[2]
    if replay.format == "rmv":
        assert read_recording(data).opened == {c for c in game.geometry.cells() if game.is_open(c)}
    again = read_replay(write_rawvf(replay).encode())
    assert again.clicks_made == replay.clicks_made
    assert again.game.text == game.text
    shifted = [e._replace(time=e.time - replay.clock_start) for e in replay.events]
    assert list(again.events) == shifted
    assert again.path == replay.path
    assert again.player == replay.player


def test_damaged_samples() -> None:
    with pytest.raises(ValueError, match="in line 831: no event is called 'll'"):
        read_replay(contents("flop-error_video_invalid_event.rawvf"))
    replay = read_replay(contents("flop-error_parser_unexpected_end.rawvf"))
    assert replay.clicks_made == ()
    assert "the game does not end in the file" in replay.notes
