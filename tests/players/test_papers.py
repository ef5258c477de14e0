"""Worked examples of the papers, their layout problem, and the notebook of their players."""

from itertools import product
from random import Random

import numpy as np
import pytest

from sapper.analysis import analyse
from sapper.board.cell import FLAG, HIDDEN, MINE, Cell
from sapper.board.geometry import SHAPES, Geometry
from sapper.board.position import Position
from sapper.board.spec import BoardSpec, StartRule
from sapper.errors import BudgetExceeded, ContradictionError
from sapper.games import Game
from sapper.players import player_spec, player_specs, solve_layout
from sapper.players.papers.notebook import MARKED, OPENED, Notebook
from sapper.players.papers.probability_matrix import probability_matrix
from tests.support.random_positions import numbers_of

REASONERS = ["bfs", "backtracking", "hybrid", "hybrid-global", "probability"]
# Sansani, figure 4: a corner with three open neighbours; a b c d e are covered around them.
CORNER = Position.parse("3x3/?:01_/12_/___")


def decide(name, position, seed=0):
    return player_spec(name).player(seed).decide(position)


# S. Huda, 2025


def test_the_safe_rule_chords():
    position = Position.parse("3x3/1:F1_/11_/___")
    player = player_spec("greedy").player()
    # The player ignores a flag that it has not proven.
    assert player.decide(position).is_guess
    proven = Position.parse("2x4/1:F1__/11__")
    decision = decide("greedy", proven)
    assert (decision.move.kind, decision.is_guess, decision.chance) == ("chord", False, 0.0)
    assert decision.move.cell in {(0, 1), (1, 1)}


def test_a_shown_mine_is_not_chorded():
    """A chord counts flags; beside a shown mine the safe cells are opened one by one."""
    for name in ("greedy", "hybrid", "hybrid-global"):
        decision = decide(name, Position.parse("2x3/1:X1_/11_"))
        assert (decision.move.kind, decision.is_guess) == ("open", False)
        assert decision.move.cell in {(0, 2), (1, 2)}


def test_the_mine_rule_flags():
    decision = decide("greedy", Position.parse("2x2/1:_1/11"))
    assert (decision.move.kind, decision.move.cell, decision.chance) == ("flag", (0, 0), 1.0)


def test_equation_1_is_the_reason_of_a_density_guess():
    decision = decide("greedy-density", Position.hidden(Geometry.grid(4, 4), 4))
    assert decision.move.cell == (0, 0)
    assert decision.chance == 0.25
    assert "4/16" in decision.reason


def test_the_rules_alone_do_not_see_a_pair():
    """1-1 at an edge: the pair decides the third cell, one number alone does not."""
    position = Position.parse("2x3/?:___/111")
    assert decide("greedy", position).is_guess
    for name in REASONERS:
        decision = decide(name, position)
        assert not decision.is_guess, name


def test_components_need_not_hold_all_mines_left():
    """The published program forces one component to hold every mine left; ours does not."""
    position = Position.hidden(Geometry.grid(3, 9), 5).with_faces({(1, 1): 1, (1, 7): 1})
    decision = decide("hybrid", position)
    assert decision.is_guess
    assert decision.chance == pytest.approx(1 / 8)


def test_the_global_count_sees_across_components():
    """Two components of one or two mines, and only two mines left: both must hold one."""
    referee = analyse(Position.parse("3x7/2:_______/_1___1_/_______"))
    assert referee.safe == {Cell(r, 3) for r in range(3)}
    decision = decide("hybrid-global", referee.position)
    assert (decision.move.cell in referee.safe, decision.is_guess) == (True, False)
    assert decide("hybrid", referee.position).is_guess


# Greedy by probability


def test_a_corner_is_opened_first():
    for seed in range(20):
        for shape, corners in (("grid", {(0, 0), (0, 5), (4, 0), (4, 5)}), ("torus", None)):
            blank = Position.hidden(Geometry.of_shape(shape, 5, 6), 6)
            decision = decide("probability", blank, seed)
            assert corners is None or decision.move.cell in corners
            assert decision.chance == pytest.approx(6 / 30)


@pytest.mark.parametrize(
    "name", ["backtracking", "hybrid", "hybrid-global", "probability", "probability-naive"]
)
def test_a_clash_of_several_numbers_raises(name):
    """Three cells, three numbers, each pair of cells holds one mine: no number alone is wrong."""
    triangle = Geometry.graph([[3, 5], [3, 4], [4, 5], [0, 1], [1, 2], [0, 2]])
    position = Position(triangle, None, bytes([HIDDEN, HIDDEN, HIDDEN, 1, 1, 1]))
    with pytest.raises(ContradictionError):
        decide(name, position)
    with pytest.raises(ContradictionError):
        decide(name, position.with_mines(2))


# S. Sansani, 2010


@pytest.mark.parametrize("name", REASONERS)
def test_players_beyond_single_numbers_solve_the_corner_example(name):
    decision = decide(name, CORNER)
    assert (decision.move.kind, decision.move.cell, decision.is_guess) == ("open", (2, 2), False)


def test_an_unavoidable_fifty_fifty_is_a_guess_for_all():
    position = Position.parse("2x3/1:_10/_10")
    assert analyse(position).fraction((0, 0)) == analyse(position).fraction((1, 0))
    for entry in player_specs():
        decision = entry.player().decide(position)
        assert decision.is_guess
        assert decision.move.cell in {(0, 0), (1, 0)}
        assert decision.chance in (0.5, None)


def test_the_mine_count_decides_an_isolated_cell():
    """No number touches the corner; only the mine count decides it."""
    walled = "3x4/{}:_F20/FF20/2210"
    for mines, is_safe in ((3, True), (4, False)):
        position = Position.parse(walled.format(mines))
        if is_safe:
            for name in ["greedy", *REASONERS]:
                decision = decide(name, position)
                assert (decision.move.cell, decision.is_guess) == ((0, 0), False), name
        else:
            assert analyse(position).mines == set(position.covered())


def test_final_analysis_subtracts_numbers_from_the_mines_left():
    position = Position.parse("1x6/1:_1____")
    decision = decide("bfs", position)
    assert (decision.move.cell.column in (3, 4, 5), decision.is_guess) == (True, False)
    assert "final analysis" in decision.reason


def test_question_marks_give_no_information():
    plain, marked = Position.parse("2x3/?:___/111"), Position.parse("2x3/?:Q_Q/111")
    for name in REASONERS:
        assert decide(name, plain).move == decide(name, marked).move
    assert (probability_matrix(plain) == probability_matrix(marked))[0].all()


METHODS = ["brute-force", "backtracking"]


def matrix_of(geometry, mines):
    return np.array(numbers_of(geometry, mines)).reshape(geometry.rows, geometry.columns)


def cells_of(geometry, mines):
    return frozenset(map(geometry.cell, mines))


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 4), (2, 3), (3, 3)])
def test_every_layout_of_a_small_board(shape, rows, columns):
    """All layouts of a size, grouped by their numbers: each group must be found exactly."""
    geometry = Geometry.of_shape(shape, rows, columns)
    by_numbers: dict[bytes, list[set[int]]] = {}
    for bits in product((0, 1), repeat=geometry.size):
        mines = {i for i, bit in enumerate(bits) if bit}
        key = matrix_of(geometry, mines).tobytes()
        by_numbers.setdefault(key, []).append(mines)
    for layouts in list(by_numbers.values())[:: 7 if geometry.size > 6 else 1]:
        numbers = matrix_of(geometry, layouts[0])
        for method in METHODS:
            result = solve_layout(numbers, method, geometry=geometry)
            assert sorted(map(sorted, result.solutions)) == sorted(
                sorted(cells_of(geometry, mines)) for mines in layouts
            )
            assert result.is_complete
            assert result.nodes > 0


def test_both_methods_agree_with_a_known_number_of_mines():
    random = Random(2)
    for _ in range(60):
        geometry = Geometry.grid(random.randint(1, 4), random.randint(1, 4))
        mines = set(random.sample(range(geometry.size), random.randint(0, geometry.size)))
        numbers = matrix_of(geometry, mines)
        found = [solve_layout(numbers, method, mines=len(mines)).solutions for method in METHODS]
        assert set(found[0]) == set(found[1])
        assert cells_of(geometry, mines) in found[0]
        assert all(len(solution) == len(mines) for solution in found[0])


def test_backtracking_solves_an_expert_board_and_brute_force_refuses_it():
    geometry = Geometry.grid(16, 30)
    mines = set(Random(3).sample(range(480), 99))
    numbers = matrix_of(geometry, mines)
    result = solve_layout(numbers, most=1)
    assert matrix_of(geometry, {geometry.index(c) for c in result.solutions[0]}).tolist() == (
        numbers.tolist()
    )
    with pytest.raises(BudgetExceeded, match="use backtracking"):
        solve_layout(numbers, "brute-force", mines=99)


def state_of(notes, marks):
    """Return the state of a notebook, after its proven mines were marked."""
    for index in marks:
        if notes.state[index] != MARKED:
            notes.mark(index)
    active = {n for n in notes.active if notes.unknown[n]}
    numbers = {n: (notes.missing[n], notes.unknown[n]) for n in active}
    return bytes(notes.state), numbers, notes.marked, notes.unknown_cells


def drain(notes):
    while notes.next_changed() is not None:
        pass


@pytest.mark.parametrize("shape", SHAPES)
def test_updates_equal_a_new_reading(shape):
    random = Random(1)
    for trial in range(40):
        spec = BoardSpec(random.randint(2, 9), random.randint(2, 9), 3, shape)
        game = Game(spec, StartRule.SAFE, seed=1, game=trial)
        kept, marks = Notebook(), []
        while not game.is_over:
            _random_move(random, game)
            kept.read(game.position)
            if game.layout is not None and random.random() < 0.3:
                mine = random.choice([i for i, m in enumerate(game.layout) if m])
                if kept.state[mine] != MARKED and game.position.faces[mine] != MINE:
                    kept.mark(mine)
                    marks.append(mine)
            drain(kept)
            fresh = Notebook()
            fresh.read(game.position)
            assert state_of(kept, marks) == state_of(fresh, marks)


def _random_move(random, game):
    cell = random.choice(list(game.position.covered()))
    face = game.position.face(cell)
    if random.random() < 0.3:
        game.unmark(cell) if face == FLAG else game.flag(cell)
    elif face != FLAG:
        is_mine = game.layout is not None and game.layout[game.geometry.index(cell)]
        if not is_mine or random.random() < 0.1:
            game.open(cell)


def test_another_game_is_read_from_scratch():
    notes = Notebook()
    position = Position.hidden(Geometry.grid(3, 3), 2).with_faces({(1, 1): 2})
    assert notes.read(position)
    assert not notes.read(position)
    assert notes.read(position.with_faces({(1, 1): 1}))
    assert notes.read(position.with_faces({(1, 1): HIDDEN}))
    assert notes.read(position.with_mines(3))
    assert notes.read(Position.hidden(Geometry.torus(3, 3), 3))
    notes.mark(0)
    assert notes.read(Position.hidden(Geometry.torus(3, 3), 3).with_faces({(0, 0): 1}))
    assert notes.state[0] == OPENED
