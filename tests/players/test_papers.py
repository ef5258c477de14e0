"""Worked examples of the papers, and what each player must conclude."""

import pytest

from sapper.analysis import analyse
from sapper.board.cell import HIDDEN, Cell
from sapper.board.geometry import Geometry
from sapper.board.position import Position
from sapper.errors import ContradictionError
from sapper.players import player_spec, player_specs
from sapper.players.papers.probability_matrix import probability_matrix

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
