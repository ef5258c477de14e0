"""The learned winning chance: its features, its networks, its lessons."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import numpy.typing as npt
import pytest

from sapper import BoardSpec, Game, Position, _core, analyse, best
from sapper.board.spec import StartRule
from tests.support.lessons import guesses, lessons, native_training, positions_before_guesses

Floats = npt.NDArray[np.float32]


def features(
    spec: BoardSpec, faces: npt.NDArray[np.uint8], cells: list[int], numbers: list[int]
) -> Floats:
    features: Floats = native_training.features(*lessons(spec, faces, cells, numbers), 1)
    return features


def networks() -> list[list[tuple[Floats, Floats]]]:
    """Return the layers of the two shipped networks: for windows, and for the whole scene."""
    weights = np.frombuffer(_core.shipped_weights(), np.float32)
    found = []
    for _ in range(2):
        layers = int(weights[0])
        sizes, weights = weights[1 : layers + 2].astype(int), weights[layers + 2 :]
        network = []
        for rows, columns in pairwise(sizes):
            matrix, weights = weights[: rows * columns], weights[rows * columns :]
            network.append((matrix.reshape(rows, columns), weights[:columns]))
            weights = weights[columns:]
        found.append(network)
    assert not len(weights)
    return found


def win_chance(features: Floats, windows: Floats) -> float:
    """Return the output of the shipped networks, computed in numpy."""
    of_windows, of_whole = networks()
    sights = windows.astype(np.float64)
    for matrix, biases in of_windows:
        sights = np.maximum(sights @ matrix + biases, 0)
    values = np.concatenate([features, sights.sum(axis=0)])
    for matrix, biases in of_whole[:-1]:
        values = np.maximum(values @ matrix + biases, 0)
    matrix, biases = of_whole[-1]
    return float(1 / (1 + np.exp(-(values @ matrix + biases)[0])))


def first_guess(spec: BoardSpec) -> Position:
    """Return a position early in a game in which nothing is certain."""
    for number in range(20):
        game = Game(spec, StartRule.SAFE, seed=4, game=number)
        game.open((0, 0))
        if not analyse(game.position).safe:
            return game.position
    raise AssertionError("all of these games begin with a zero")


def test_features_do_not_depend_on_symmetries() -> None:
    spec = BoardSpec.parse("16x16/40")
    faces, cells, numbers, _, _ = guesses("16x16/40", 150)
    assert len(cells) > 30
    plain = features(spec, faces, list(cells), list(numbers))
    boards = faces.reshape(-1, 16, 16)
    row, column = np.divmod(cells.astype(int), 16)
    mirrored = features(
        spec, boards[:, :, ::-1].reshape(-1, 256), list(16 * row + 15 - column), list(numbers)
    )
    turned = features(
        spec, boards.transpose(0, 2, 1).reshape(-1, 256), list(16 * column + row), list(numbers)
    )
    assert np.abs(plain).sum() > 0
    np.testing.assert_allclose(mirrored, plain, atol=2e-3)
    np.testing.assert_allclose(turned, plain, atol=2e-3)


def test_an_estimate_is_the_mean_output_over_the_possible_numbers() -> None:
    spec = BoardSpec.parse("16x30/99")
    compared = 0
    for position in (first_guess(spec), *positions_before_guesses("16x30/99", 60, 30)):
        advice = best(position)
        assert advice.basis == "winning-chance"
        faces = np.frombuffer(position.faces, np.uint8)
        for candidate in advice.candidates[:3]:
            chances = analyse(position).numbers(candidate.cell)
            shown = [n for n, chance in enumerate(chances) if chance > 0]
            cell = spec.geometry.index(candidate.cell)
            rows = lessons(spec, np.tile(faces, (len(shown), 1)), [cell] * len(shown), shown)
            wins = 0.0
            for n, row in zip(shown, native_training.features(*rows, 1), strict=True):
                windows = native_training.windows(*lessons(spec, faces[None], [cell], [n]))
                wins += chances[n] * win_chance(row, windows)
            assert candidate.estimate == pytest.approx(wins, abs=1e-4)
            spoken = dict(zip(shown, native_training.winning_chances(None, *rows, 1), strict=True))
            said = sum(chances[n] * spoken[n] for n in shown)
            assert candidate.estimate == pytest.approx(said, abs=1e-4)
            compared += 1
    assert compared > 50


def test_windows_show_the_chances_around_a_cell_and_the_edge() -> None:
    spec = BoardSpec.parse("6x7/9")
    before = Position.hidden(spec.geometry, spec.mines).with_faces({(0, 0): 1})
    faces = np.frombuffer(before.faces, np.uint8)[None]
    windows = native_training.windows(*lessons(spec, faces, [spec.geometry.index((0, 2))], [2]))
    after = before.with_faces({(0, 2): 2})
    chances = analyse(after).chances
    is_unknown = np.array([[after.is_covered((r, c)) for c in range(7)] for r in range(6)])
    # Untouched cells have the chance from before, which changes little.
    is_touched = np.zeros((6, 7), bool)
    is_touched[:2, :4] = is_unknown[:2, :4]
    expected = np.where(is_touched, chances, analyse(before).untouched_chance)
    seen = [(r, c) for r in range(3) for c in range(5) if is_unknown[r, c]]  # some cell is near
    assert len(windows) == len(seen)
    for row, (r, c) in zip(windows, seen, strict=True):
        around = [(r + i, c + j) for i in range(-2, 3) for j in range(-2, 3) if (i, j) != (0, 0)]
        for (a, b), (mine, unknown, _, beyond) in zip(around, row[:96].reshape(24, 4), strict=True):
            is_there = 0 <= a < 6 and 0 <= b < 7
            assert beyond == (not is_there)
            assert unknown == (is_there and is_unknown[a, b])
            assert mine == pytest.approx(expected[a, b] if unknown else 0, abs=1e-6)
        doubt = 4 * expected[r, c] * (1 - expected[r, c])
        assert row[96:98] == pytest.approx([expected[r, c], doubt], abs=1e-6)
        assert row[99] == (not is_touched[r, c])


def test_lessons_do_not_depend_on_the_workers() -> None:
    one, three = guesses("9x9/10", 200), guesses("9x9/10", 200, workers=3)
    for a, b in zip(one, three, strict=True):
        np.testing.assert_array_equal(a, b)
