"""The contract of players: every registered player must pass these tests."""

import pickle
from random import Random

import pytest

from sapper.analysis import analyse
from sapper.board.cell import is_number
from sapper.board.geometry import SHAPES, Geometry
from sapper.board.position import Position
from sapper.board.spec import BoardSpec, StartRule
from sapper.errors import ContradictionError, InputError, SapperError
from sapper.games import Game, Status, play
from sapper.lab import simulate
from sapper.players import player_spec, player_specs
from tests.support.middle_games import positions_of_games, unfinished_game
from tests.support.soundness import assert_sound, assert_well_formed, opened_by

ALL = [entry.name for entry in player_specs()]
EXACT = ["hybrid-global", "probability", "probability-frontier", "probability-naive"]
ODD_BOARDS = [
    "1x1/0", "1x2/1", "1x7/2", "7x1/3", "2x2/3", "5x5/24", "4x5/19", "6x6/0", "3x3/1", "1x9/8",
    "torus-3x3/2", "torus-1x5/1", "torus-2x2/1", "hex-4x4/3", "hex-1x6/2", "8x8/40",
]  # fmt: skip

every_player = pytest.mark.parametrize("name", ALL)


@every_player
@pytest.mark.parametrize("start", ["raw", "safe", "open"])
def test_survives_odd_boards(name, start):
    ended = 0
    for text in ODD_BOARDS:
        spec = BoardSpec.parse(text)
        for game in range(4):
            try:
                record = play(name, spec, seed=5, start=start, game=game)
            except InputError as error:
                assert "cannot hold" in str(error)  # noqa: PT017 (only this refusal is meant)
                assert start == "open"
                continue
            assert record.result in (Status.WON, Status.LOST)
            assert record.steps <= 2 * spec.geometry.size
            ended += 1
    assert ended >= 16


@every_player
def test_a_board_solved_by_the_first_click_is_one_step(name):
    for board, start in (("6x9/0", "raw"), ("5x5/24", "safe")):
        record = play(name, board, seed=1, start=start)
        assert (record.result, record.steps, record.guesses) == (Status.WON, 1, 0)


@every_player
def test_is_deterministic_under_a_seed(name):
    for game in range(5):
        first, second = (
            play(name, "8x8/12", seed=7, start="safe", game=game).moves for _ in range(2)
        )
        strip = [(m.kind, m.cell, m.reason, m.chance, m.is_guess, m.opened) for m in first]
        assert strip == [(m.kind, m.cell, m.reason, m.chance, m.is_guess, m.opened) for m in second]


@every_player
def test_plays_the_same_game_after_pickling(name):
    """Players are pickled for worker processes; a player may be pickled during a game."""
    chosen = player_spec(name)
    sent = pickle.loads(pickle.dumps(chosen))
    assert (sent.name, sent.text, sent.native) == (chosen.name, chosen.text, chosen.native)
    for number in range(3):
        game = Game(BoardSpec.parse("8x8/12"), StartRule.SAFE, seed=8, game=number)
        player, other = chosen.player(number), sent.player(number)
        while not game.is_over:
            decision = player.decide(game.position)
            assert decision == other.decide(game.position)
            game.make(decision.move)
            other = pickle.loads(pickle.dumps(other))


@every_player
def test_one_worker_and_two_play_the_same_games(name):
    """Two workers are other processes, or for native players threads."""
    one, two = (simulate(name, "4x4/3", games=24, seed=3, workers=n).data for n in (1, 2))
    for column in ("won", "steps", "guesses", "cleared", "last"):
        assert getattr(one, column).tolist() == getattr(two, column).tolist(), column


@every_player
def test_is_sound_in_unseen_positions(name):
    chosen = player_spec(name)
    for i, position in enumerate(positions_of_games(11, 150)):
        before = position.faces
        decision = chosen.player(i).decide(position)
        assert position.faces is before
        assert_well_formed(decision)
        assert_sound(position, decision, analyse(position))


@every_player
def test_is_sound_in_unrelated_positions(name):
    """One player sees unrelated positions, some twice: its memory must not mislead it."""
    player = player_spec(name).player(3)
    for i, position in enumerate(positions_of_games(12, 120)):
        for _ in range(1 + i % 2):
            assert_sound(position, player.decide(position), analyse(position))


@every_player
@pytest.mark.parametrize("with_flags", [False, True])
def test_is_sound_move_by_move_from_the_middle_of_a_game(name, with_flags):
    """The board has right and wrong flags from elsewhere; the game still ends."""
    random, chosen = Random(13), player_spec(name)
    for i in range(25):
        spec = BoardSpec(7, 8, random.randint(5, 14), random.choice(SHAPES))
        game = unfinished_game(random, spec, with_flags=with_flags)
        if game is None:
            continue
        player = chosen.player(i)
        for _ in range(3 * spec.geometry.size):
            position = game.position
            decision = player.decide(position)
            assert_well_formed(decision)
            assert_sound(position, decision, analyse(position))
            if game.make(decision.move) is not Status.PLAYING:
                break
        assert game.is_over


@every_player
def test_repeats_its_decision_until_the_move_is_made(name):
    """A player must not assume that its last decision was carried out."""
    chosen = player_spec(name)
    for i, position in enumerate(positions_of_games(14, 60)):
        player = chosen.player(i)
        for _ in range(4):
            assert_sound(position, player.decide(position), analyse(position))


@every_player
def test_plays_without_a_mine_count(name):
    for i, position in enumerate(positions_of_games(15, 40, with_flags=False)):
        unknown = position.with_mines(None)
        decision = player_spec(name).player(i).decide(unknown)
        assert_well_formed(decision)
        assert_sound(unknown, decision, analyse(unknown, density=0.2))


@every_player
def test_impossible_positions_raise_only_sapper_errors(name):
    random, raised = Random(16), 0
    for i, position in enumerate(positions_of_games(17, 80, with_flags=False)):
        numbers = [j for j, face in enumerate(position.faces) if is_number(face)]
        faces = bytearray(position.faces)
        faces[random.choice(numbers)] = 8
        wrong = Position(position.geometry, position.mines, bytes(faces))
        try:
            player_spec(name).player(i).decide(wrong)
        except ContradictionError:
            raised += 1
        except SapperError:
            pass
    assert raised > 40


@every_player
def test_a_hard_lattice_is_decided(name):
    """Every second cell of every second row is open: the widest possible component."""
    geometry, random = Geometry.grid(21, 21), Random(18)
    open_cells = [i for i in range(441) if i // 21 % 2 and i % 21 % 2]
    mines = set(random.sample([i for i in range(441) if i not in open_cells], 160))
    numbers = {i: len(mines.intersection(geometry.neighbour_lists[i])) for i in open_cells}
    faces = {geometry.cell(i): number for i, number in numbers.items() if 1 < number < 7}
    position = Position.hidden(geometry, 160).with_faces(faces)
    decision = player_spec(name).player().decide(position)
    assert decision.is_guess
    assert_well_formed(decision)


@every_player
def test_a_finished_board_raises(name):
    finished = Position.parse("3x3/1:111/1F1/111")
    with pytest.raises(InputError, match="no other safe cell"):
        player_spec(name).player().decide(finished)


@pytest.mark.parametrize("name", EXACT)
def test_exact_players_open_only_cells_of_least_chance(name):
    """Compared with the native core: a certain cell if there is one, else a least chance."""
    chosen, guesses = player_spec(name), 0
    for i, position in enumerate(positions_of_games(18, 250, with_flags=False)):
        referee = analyse(position)
        decision = chosen.player(i).decide(position)
        if decision.is_guess:
            guesses += 1
            assert not referee.safe
            least = min(referee.fraction(cell) for cell in referee.safest)
            assert referee.fraction(decision.move.cell) == least
            assert decision.chance == pytest.approx(float(least), rel=1e-12)
    assert guesses > 30


@pytest.mark.parametrize("name", EXACT)
def test_exact_players_never_open_a_certain_mine_in_whole_games(name):
    for game in range(30):
        table = Game(BoardSpec.parse("8x8/14"), StartRule.SAFE, seed=21, game=game)
        player = player_spec(name).player(game)
        while not table.is_over:
            decision = player.decide(table.position)
            if table.layout is not None:
                referee = analyse(table.position)
                opened = opened_by(table.position, decision.move)
                assert not referee.mines.intersection(opened)
                if decision.is_guess:
                    assert not referee.safe
                    assert decision.move.cell in referee.safest
            table.make(decision.move)
