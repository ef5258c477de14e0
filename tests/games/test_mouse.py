"""From buttons to clicks, beside a machine that is a table of states."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from sapper.board import Cell, Geometry, Layout
from sapper.board.cell import FLAG, HIDDEN
from sapper.games import Game
from sapper.games.replays.mouse import Click, play_buttons
from sapper.games.replays.recording import Button, MouseEvent, Recording

GRID = Geometry.grid(4, 5)
LAYOUT = Layout.of_mines(GRID, [(0, 4), (3, 0), (3, 4)])
BUTTONS: list[Button] = ["lc", "lr", "rc", "rr", "mr"]

# What a button does in each state of the two others: the click it makes, and the next state.
# up: none is down; left, right: this one is; idle: right, and it marked nothing; both, idle both:
# both are; spent: left, after a chord.
TABLE = {
    ("up", "lc"): ("", "left"), ("up", "rc"): ("right", "right"),
    ("left", "lr"): ("left", "up"), ("left", "rc"): ("", "both"),
    ("right", "rr"): ("", "up"), ("right", "lc"): ("", "both"),
    ("idle", "rr"): ("", "up"), ("idle", "lc"): ("", "idle both"),
    ("both", "lr"): ("chord", "right"), ("both", "rr"): ("chord", "spent"),
    ("idle both", "lr"): ("take back", "right"), ("idle both", "rr"): ("take back", "spent"),
    ("spent", "lr"): ("", "up"), ("spent", "rc"): ("", "both"),
}  # fmt: skip


def play(*events: tuple[Button, tuple[int, int] | None]) -> list[Click]:
    made = (
        MouseEvent(10 * n, 0, 0, button, None if cell is None else Cell(*cell))
        for n, (button, cell) in enumerate(events)
    )
    recording = Recording("rawvf", LAYOUT, tuple(made))
    return play_buttons(Game("4x5/3", "raw", layout=LAYOUT.cells), recording)[0]


def referee(events: list[tuple[Button, tuple[int, int] | None]]) -> tuple[int, int, int]:
    """Return the left clicks, right clicks and chords by the table."""
    game, state, counts = Game("4x5/3", "raw", layout=LAYOUT.cells), "up", [0, 0, 0]
    has_begun = False
    for button, cell in events:
        if game.is_over:
            break
        if button == "mr":
            click, following = "chord", state
        else:
            click, following = TABLE.get((state, button), ("", state))
        if click == "take back":
            counts[1] -= 1
            click = "chord"
        if click == "right" and (cell is None or game.is_open(cell)):
            following = "idle"
        state = following
        if not click or (click == "chord" and cell is None):
            pass
        else:
            counts[["left", "right", "chord"].index(click)] += 1
            if cell is not None and act(game, click, cell):
                has_begun = True
        if not has_begun and set(game.position.faces) == {HIDDEN}:
            counts = [0, 0, 0]
    return counts[0], counts[1], counts[2]


def act(game: Game, click: str, cell: tuple[int, int]) -> bool:
    """Do what a click does, if it may; return whether it opened a cell by itself."""
    is_flag, is_open = game.position.face(cell) == FLAG, game.is_open(cell)
    if click == "right" and not is_open:
        (game.unmark if is_flag else game.flag)(cell)
    if click == "left" and not is_open and not is_flag:
        game.open(cell)
        return True
    if click == "chord" and is_open:
        around = [GRID.cell(i) for i in GRID.neighbour_lists[GRID.index(cell)]]
        flags = sum(game.position.face(near) == FLAG for near in around)
        covered = [c for c in around if game.position.face(c) == HIDDEN]
        if covered and flags == game.position.face(cell):
            game.chord(cell)
    return False


places = st.none() | st.tuples(st.integers(0, 3), st.integers(0, 4))
sequences = st.lists(st.tuples(st.sampled_from(BUTTONS), places), max_size=40)


REPEATED: list[tuple[Button, tuple[int, int] | None]] = [
    ("rc", (0, 0)), ("rr", None), ("rc", None), ("lc", None), ("rc", None), ("lr", None),
]  # fmt: skip


@settings(max_examples=80, deadline=None)
@example(REPEATED)  # the right button goes down twice
@given(sequences)
def test_clicks_are_counted_as_by_the_table(
    events: list[tuple[Button, tuple[int, int] | None]],
) -> None:
    kinds = [click.kind for click in play(*events)]
    counted = kinds.count("left"), kinds.count("right"), kinds.count("chord")
    assert counted == referee(events)


OPENED: list[tuple[Button, tuple[int, int] | None]] = [("lc", (0, 0)), ("lr", (0, 0))]


def kinds_of(*events: tuple[Button, tuple[int, int] | None]) -> list[tuple[str, bool]]:
    return [(click.kind, click.is_wasted) for click in play(*OPENED, *events)[1:]]


def test_the_left_button_with_shift_makes_a_chord_and_leaves_no_button_down() -> None:
    made = kinds_of(("sc", (0, 3)), ("lr", (0, 3)), ("lc", (1, 4)), ("lr", (1, 4)))
    assert made == [("chord", True), ("left", False)]


def test_clicks_outside_the_board_count_but_chords_do_not() -> None:
    assert kinds_of(("lc", None), ("lr", None)) == [("left", True)]
    assert kinds_of(("rc", None), ("rr", None)) == [("right", True)]
    assert kinds_of(("lc", (0, 0)), ("rc", (0, 0)), ("rr", None), ("lr", None)) == []


def test_flags_before_the_first_cell_count_and_stop_the_flood() -> None:
    clicks = play(("pf", (1, 1)), *OPENED)
    assert [str(click.move) for click in clicks] == ["f1,1", "o0,0"]
    away = play(("rc", (1, 1)), ("rr", (1, 1)), ("rc", (1, 1)), ("rr", (1, 1)), *OPENED)
    assert [str(click.move) for click in away] == ["o0,0"]


def test_a_zero_whose_neighbour_bore_a_flag_is_chorded() -> None:
    unmark: list[tuple[Button, tuple[int, int] | None]] = [("rc", (1, 1)), ("rr", (1, 1))]
    clicks = play(("pf", (1, 1)), *OPENED, *unmark, ("mc", (0, 0)), ("mr", (0, 0)))
    assert [str(click.move) for click in clicks] == ["f1,1", "o0,0", "u1,1", "c0,0"]
