"""The checker of certificates: it stands alone, believes nothing, and refuses every tampering."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from functools import cache
from itertools import compress, product
from typing import Any

import pytest

from sapper.board.geometry import Geometry
from sapper.board.layout import Layout
from sapper.games.certificates import checker, make_certificate
from sapper.games.certificates.checker import check_certificate
from sapper.games.grades import grade_of
from tests.support.random_positions import random_geometry
from tests.support.slow_grades import dealt, random_layout


def a_certificate(board: str, grade: str) -> dict[str, Any]:
    """Return the first certificate of this grade on dealt boards, as it is in a file."""
    found: dict[str, Any] = json.loads(a_certificate_text(board, grade))
    return found


@cache
def a_certificate_text(board: str, grade: str) -> str:
    for game in range(300):
        layout, first = dealt(board, game)
        if grade_of(layout, layout.geometry.cell(first)).grade == grade:
            return make_certificate(layout, layout.geometry.cell(first)).to_json()
    raise AssertionError(f"no {grade} board")


def pair() -> dict[str, Any]:
    return a_certificate("9x9/10", "pair")


def count() -> dict[str, Any]:
    return a_certificate("9x9/10", "count")


def chain() -> dict[str, Any]:
    return a_certificate("torus-7x7/12", "chain")


def by_hand() -> dict[str, Any]:
    return copy.deepcopy(BY_HAND)


Make = Callable[[], dict[str, Any]]
BY_HAND = {
    "schema": 1,
    "layout": "3x3/1=080",
    "first": [2, 0],
    "start": "open",
    "grade": "pair",
    "difficulty": 1.0,
    "moves": [
        {"uses_mine_count": False, "technique": name, "numbers": n, "open": opened, "mines": mines}
        for name, n, opened, mines in (
            ("pair", [[1, 0], [1, 1]], [[0, 2]], []),
            ("single", [[0, 2]], [], [[0, 1]]),
            ("single", [[1, 0]], [[0, 0]], []),
        )
    ],
}


@pytest.mark.parametrize("make", [pair, count, chain, by_hand])
def test_good_certificates_are_valid(make: Make) -> None:
    document = make()
    finding = check_certificate(document)
    assert (finding.outcome, finding.reason, finding.move) == ("valid", "", None)
    assert finding.text == "valid"


def refused(document: dict[str, Any], says: str = "", move: int | None = None) -> None:
    finding = check_certificate(document)
    assert finding.outcome == "invalid"
    assert says in finding.reason
    assert move is None or finding.move == move
    assert finding.text.startswith("invalid: ")


@pytest.mark.parametrize("make", [pair, count, chain])
def test_no_cited_number_can_be_removed(make: Make) -> None:
    document = make()
    for number, move in enumerate(document["moves"]):
        for k in range(len(move["numbers"])):
            changed = copy.deepcopy(document)
            del changed["moves"][number]["numbers"][k]
            refused(changed, move=number + 1)
            # with a technique that cites one number less it still does not follow
            cited = len(move["numbers"]) - 1
            if cited and not move["uses_mine_count"]:
                changed["moves"][number]["technique"] = ["", "single", "pair", "chain"][
                    min(cited, 3)
                ]
                refused(changed, "do not follow", number + 1)


@pytest.mark.parametrize("make", [pair, count])
def test_no_number_can_be_added(make: Make) -> None:
    document = make()
    for number, move in enumerate(document["moves"]):
        if move["technique"] != "single":
            continue
        changed = copy.deepcopy(document)
        changed["moves"][number]["numbers"].append(document["first"])
        changed["moves"][number]["technique"] = "pair"
        refused(changed, "cited without need", number + 1)


@pytest.mark.parametrize("make", [pair, count, chain])
def test_every_wrong_technique_is_refused(make: Make) -> None:
    document = make()
    for number, move in enumerate(document["moves"]):
        for technique in ("single", "pair", "chain", "count", "click", 3):
            if technique != move["technique"]:
                changed = copy.deepcopy(document)
                changed["moves"][number]["technique"] = technique
                refused(changed, move=number + 1)


@pytest.mark.parametrize("make", [pair, count, chain])
def test_no_move_can_be_left_out_at_the_end(make: Make) -> None:
    document = make()
    changed = copy.deepcopy(document)
    changed["moves"].pop()
    refused(changed, "still covered")
    changed["moves"] = []
    refused(changed, "still covered")


def test_no_move_can_follow_the_end() -> None:
    changed = pair()
    changed["moves"].append(changed["moves"][0])
    refused(changed, "already cleared", len(changed["moves"]))


@pytest.mark.parametrize("make", [pair, count, chain])
def test_reversed_moves_are_refused(make: Make) -> None:
    document = make()
    changed = copy.deepcopy(document)
    changed["moves"].reverse()
    refused(changed)


def test_a_move_before_its_numbers_are_open_is_refused() -> None:
    changed = by_hand()
    moves: Any = changed["moves"]
    moves[0], moves[1] = moves[1], moves[0]
    refused(changed, "the cited r0c2 is not open", 1)
    del moves[1:]
    moves[0]["numbers"] = [[1, 0]]
    moves[0]["open"], moves[0]["mines"] = [[0, 0]], []
    refused(changed, "do not follow", 1)  # before the mine is known


def test_a_mine_moved_elsewhere_is_refused() -> None:
    layout = Layout.parse(pair()["layout"])
    rng = random.Random(0)
    mines = [i for i, is_mine in enumerate(layout.cells) if is_mine]
    for _ in range(60):
        cells = bytearray(layout.cells)
        to = rng.choice([i for i in range(len(cells)) if not cells[i]])
        cells[rng.choice(mines)], cells[to] = 0, 1
        refused({**pair(), "layout": Layout(layout.geometry, bytes(cells)).text})


def test_every_claimed_cell_matters() -> None:
    for number, move in enumerate(pair()["moves"]):
        for key, other in (("open", "mines"), ("mines", "open")):
            for k in range(len(move[key])):
                changed = pair()
                cell = changed["moves"][number][key].pop(k)
                changed["moves"][number][other].append(cell)
                refused(changed, "do not follow", number + 1)


BAD_HEADS = [
    ({"start": "any"}, "start rule must be"),
    ({"first": [0, 99]}, "expected a cell"),
    ({"first": [-1, 0]}, "expected a cell"),
    ({"first": [True, 0]}, "expected a cell"),
    ({"first": None}, "expected a cell"),
    ({"first": [0, 1]}, "the first cell is a mine"),
    ({"first": [1, 0]}, "the first cell touches a mine"),
    ({"schema": 2}, "schema 1"),
    ({"grade": "single"}, "the grade must be pair"),
    ({"layout": "3x3/2=080"}, "does not have 2 mines"),
    ({"layout": "3x3/1=08"}, "does not fit"),
    ({"layout": "3x3/1=800"}, "does not have 1 mine in 9 cells"),
    ({"layout": "9999999x9999999/1=1"}, "does not fit"),
    ({"layout": "cube-3x3/1=080"}, "a text like"),
    ({"layout": None}, "a text like"),
    ({"layout": "graph-3x3/1=080"}, "expected a list under 'neighbours'"),
    ({"layout": "graph-3x3/1=080", "neighbours": [[1]] * 9}, "not those of a graph"),
    ({"moves": {}}, "expected a list under 'moves'"),
    ({"moves": [3]}, "expected an object"),
]


@pytest.mark.parametrize(("change", "says"), BAD_HEADS, ids=[str(c) for c, _ in BAD_HEADS])
def test_wrong_heads_are_refused(change: dict[str, Any], says: str) -> None:
    refused({**BY_HAND, **change}, says)


BAD_MOVES = [
    ({"numbers": [[1, 0], [1, 0]]}, "named twice"),
    ({"numbers": [[1, 0], [0, 0]]}, "the cited r0c0 is not open"),
    ({"numbers": None}, "a list under 'numbers'"),
    ({"open": []}, "settles no cell"),
    ({"open": [[2, 2]]}, "r2c2 is known already"),
    ({"open": [[0, 0]]}, "do not follow"),
    ({"open": [[0, 2], [0, 2]]}, "named twice"),
    ({"mines": [[0, 2]]}, "do not follow"),
    ({"uses_mine_count": True}, "only for it"),
    ({"technique": "count", "uses_mine_count": True}, "without need"),
]


@pytest.mark.parametrize(("change", "says"), BAD_MOVES, ids=[str(c) for c, _ in BAD_MOVES])
def test_wrong_moves_are_refused(change: dict[str, Any], says: str) -> None:
    changed: dict[str, Any] = by_hand()
    changed["moves"][0].update(change)
    refused(changed, says, 1)


@pytest.mark.parametrize("document", [None, 3, [], "x", {}, {"schema": 1}])
def test_other_data_is_refused(document: Any) -> None:
    refused(document)


def test_too_many_cells_are_not_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checker, "_MOST_STATES", 1)
    finding = check_certificate(chain())
    assert (finding.outcome, finding.is_valid) == ("not checked", False)
    assert "too many cells" in finding.text


@pytest.mark.parametrize("seed", range(40))
def test_neighbours_are_those_of_the_geometry(seed: int) -> None:
    geometry = random_geometry(random.Random(seed), 24)
    lists = [list(around) for around in geometry.neighbour_lists]
    document = {"neighbours": lists}
    found = checker._neighbours(geometry.shape, geometry.rows, geometry.columns, document)
    assert [sorted(each) for each in found] == [sorted(each) for each in lists]


def every_way(unknown: list[int], left: int | None) -> list[set[int]]:
    every = product((False, True), repeat=len(unknown))
    ways = [set(compress(unknown, chosen)) for chosen in every]
    return [w for w in ways if left is None or len(w) == left]


@pytest.mark.parametrize("seed", range(25))
def test_what_follows_equals_brute_force(seed: int) -> None:
    """Any claim about any cited numbers is believed just when every layout agrees."""
    rng = random.Random(seed)
    layout, _ = random_layout(rng, 11)
    geometry: Geometry = layout.geometry
    game = object.__new__(checker._Game)
    game.around = [frozenset(each) for each in geometry.neighbour_lists]
    game.mines = frozenset(i for i, is_mine in enumerate(layout.cells) if is_mine)
    safe_cells = [i for i in range(geometry.size) if i not in game.mines]
    game.open = set(rng.sample(safe_cells, rng.randint(1, len(safe_cells))))
    game.found = {i for i in game.mines if rng.random() < 0.3}
    unknown = [i for i in range(geometry.size) if i not in game.open | game.found]
    for _ in range(30):
        numbers = rng.sample(sorted(game.open), rng.randint(0, min(4, len(game.open))))
        counts = rng.random() < 0.5
        ways = every_way(unknown, len(game.mines) - len(game.found) if counts else None)
        ways = [
            way for way in ways
            if all(len((way | game.found) & game.around[n]) == layout.numbers[n] for n in numbers)
        ]  # fmt: skip
        for cell in unknown:
            is_safe, is_mine = all(cell not in w for w in ways), all(cell in w for w in ways)
            assert game._follows(numbers, counts, [cell], []) == is_safe
            assert game._follows(numbers, counts, [], [cell]) == is_mine
