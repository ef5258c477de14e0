"""The learned winning chance: what it is told, how it is computed, and what it learns from."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from sapper import BoardSpec, Game, Position, _core, analyse, best
from sapper.play import StartRule

Floats = npt.NDArray[np.float32]


def guesses(board: str, games: int, workers: int = 1) -> tuple[npt.NDArray[np.generic], ...]:
    spec = BoardSpec.parse(board)
    return _core.self_play(
        spec.geometry.native, spec.mines, "safe", 0, 7, 0, games, "champion", None, 0.3, 0.2,
        workers,
    )  # fmt: skip


def told(
    spec: BoardSpec, faces: npt.NDArray[np.uint8], cells: list[int], numbers: list[int]
) -> Floats:
    graph = spec.geometry.native
    cell, number = np.array(cells, np.int32), np.array(numbers, np.int32)
    return _core.features(graph, spec.mines, np.ascontiguousarray(faces), cell, number, 1)


def win_chance(features: Floats) -> float:
    """Return what the shipped network says, computed in numpy."""
    weights = np.frombuffer(_core.shipped_weights(), np.float32)
    layers = int(weights[0])
    sizes = weights[1 : layers + 2].astype(int)
    at, values = layers + 2, features.astype(np.float64)
    for i in range(layers):
        rows, columns = sizes[i], sizes[i + 1]
        matrix = weights[at : at + rows * columns].reshape(rows, columns)
        at += rows * columns
        values = values[:rows] @ matrix + weights[at : at + columns]
        at += columns
        if i + 1 < layers:
            values = np.maximum(values, 0)
    return float(1 / (1 + np.exp(-values[0])))


def first_guess(spec: BoardSpec) -> Position:
    """Return a position early in a game in which nothing is certain."""
    for number in range(20):
        game = Game(spec, StartRule.SAFE, seed=4, game=number)
        game.open((0, 0))
        if not analyse(game.position).safe:
            return game.position
    raise AssertionError("all of these games begin with a zero")


def test_turning_the_board_turns_nothing_in_what_is_told() -> None:
    spec = BoardSpec.parse("16x16/40")
    faces, cells, numbers, _, _ = guesses("16x16/40", 150)
    assert len(cells) > 30
    plain = told(spec, faces, list(cells), list(numbers))
    boards = faces.reshape(-1, 16, 16)
    row, column = np.divmod(cells.astype(int), 16)
    mirrored = told(
        spec, boards[:, :, ::-1].reshape(-1, 256), list(16 * row + 15 - column), list(numbers)
    )
    turned = told(
        spec, boards.transpose(0, 2, 1).reshape(-1, 256), list(16 * column + row), list(numbers)
    )
    assert np.abs(plain).sum() > 0
    # Pairs whose lower cell lies deep in the unknown are passed over, those seen from the other
    # side are not: a few faint tosses differ.
    tosses = [*range(84, 103), *range(119, 125)]
    for other in (mirrored, turned):
        differs = np.abs(other - plain) > 2e-3
        assert not np.delete(differs, tosses, axis=1).any()
        assert differs.any(axis=1).mean() < 0.1


def test_an_estimate_is_the_mean_of_what_the_network_says_of_its_numbers() -> None:
    spec = BoardSpec.parse("16x30/99")
    position = first_guess(spec)
    advice = best(position)
    assert advice.basis == "winning-chance"
    faces = np.frombuffer(position.faces, np.uint8)
    for candidate in advice.candidates[:3]:
        chances = analyse(position).numbers(candidate.cell)
        shown = [n for n, chance in enumerate(chances) if chance > 0]
        cell = spec.geometry.index(candidate.cell)
        features = told(spec, np.tile(faces, (len(shown), 1)), [cell] * len(shown), shown)
        wins = sum(chances[n] * win_chance(row) for n, row in zip(shown, features, strict=True))
        assert candidate.estimate == pytest.approx(wins, abs=1e-4)


def test_lessons_do_not_depend_on_the_workers() -> None:
    one, three = guesses("9x9/10", 200), guesses("9x9/10", 200, workers=3)
    for a, b in zip(one, three, strict=True):
        np.testing.assert_array_equal(a, b)


def test_lessons_are_worth_about_what_their_games_win() -> None:
    _, _, _, worth, _ = guesses("9x9/10", 2000)
    assert len(worth) > 500
    assert 0.6 < worth.mean() < 0.99
    assert (worth > -0.5).all()
    assert (worth < 1.5).all()


@pytest.mark.parametrize(
    "weights",
    [
        [],
        [0],
        [1, _core.FEATURES + 1, 1],
        [1, 2, 2, *[0] * 6],
        [1, 2, 1, 0, 0],
        [1, 2, 1, 0, 0, 0, 0],
    ],
)
def test_weights_that_are_no_network_are_refused(weights: list[float]) -> None:
    with pytest.raises(ValueError, match="expected"):
        _core.Value(np.array(weights, np.float32).tobytes())


def test_a_small_network_is_accepted() -> None:
    assert _core.Value(np.array([1, 2, 1, 0, 0, 0], np.float32).tobytes()) is not None


def test_other_geometries_are_decided_without_it() -> None:
    spec = BoardSpec.parse("hex-9x9/12")
    position = Position.hidden(spec.geometry, spec.mines)
    assert best(position).basis == "look-ahead"
