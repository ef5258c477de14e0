"""The learned winning chance: features, networks, lessons, weights; and the second step."""

from __future__ import annotations

from importlib import import_module
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import numpy as np
import numpy.typing as npt
import pytest

from sapper import BoardSpec, Game, Position, _core, analyse, best
from sapper.board.spec import StartRule
from sapper.players.engine.choice import Candidate, Choice
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


SPEC = BoardSpec.parse("16x30/99")
CLOSE, RARE, MOST = 0.03, 0.01, 3  # as in native/sapper/player/second_step.cpp


def close_candidates(advice: Choice) -> list[Candidate]:
    """Return the candidates that are close to the best after the first step."""
    estimates = [candidate.estimate or 0 for candidate in advice.candidates]
    close = [c for c, e in zip(advice.candidates, estimates, strict=True)
             if e >= estimates[0] * (1 - CLOSE)]  # fmt: skip
    return close[:MOST] if len(close) > 1 else []


def estimate_after_two_steps(position: Position, candidate: Candidate) -> float:
    """Return the estimate that uses the champion's best next guess where one is needed."""
    assert candidate.estimate is not None
    value = candidate.estimate
    faces = np.frombuffer(position.faces, np.uint8)
    cell = SPEC.geometry.index(candidate.cell)
    for number, chance in enumerate(analyse(position).numbers(candidate.cell)):
        after = position.with_faces({candidate.cell: number})
        if chance < RARE or analyse(after).safe:
            continue
        learned = native_training.winning_chances(
            None, *lessons(SPEC, faces[None], [cell], [number]), 1
        )[0]
        value += chance * ((best(after).candidates[0].estimate or 0) - learned)
    return value


def steps_of(position: Position) -> tuple[Choice, Choice] | None:
    """Return the advice by one step and by two; None if only the latter has a close candidate."""
    first, second = best(position), best(position, player="patient")
    known = {candidate.cell for candidate in first.candidates}
    enough = (first.candidates[0].estimate or 0) * (1 - 2 * CLOSE)
    others = [c.estimate or 0 for c in second.candidates if c.cell not in known]
    return None if others and max(others) > enough else (first, second)


def test_close_candidates_are_compared_by_the_next_guess() -> None:
    """Approximately: the next guess is chosen among more cells here than in the core."""
    moved, missed = [], []
    for position in positions_before_guesses("16x30/99", 150, 50):
        if (steps := steps_of(position)) is None:
            continue
        first, second = steps
        again = close_candidates(first)
        estimates = {candidate.cell: candidate.estimate for candidate in second.candidates}
        is_moved = False
        for candidate in first.candidates:
            if candidate not in again:
                assert estimates[candidate.cell] == candidate.estimate
                continue
            estimate = estimates[candidate.cell] or 0
            is_moved |= estimate != candidate.estimate
            moved.append(estimate - (candidate.estimate or 0))
            missed.append(estimate - estimate_after_two_steps(position, candidate))
        assert second.basis == ("second-step" if is_moved else "winning-chance")
    misses = np.abs(missed)[np.abs(moved) > 1e-4]
    assert len(misses) > 30
    assert np.mean(misses < 1e-6) > 0.8
    assert np.abs(missed).max() < 0.01


def experiment(name: str) -> ModuleType:
    """Import a file of experiments/value, which may need PyTorch."""
    return import_module(f"experiments.value.{name}")


def test_the_shipped_weights_say_where_they_come_from() -> None:
    weights, header = experiment("weights").read_weights()
    assert weights == _core.shipped_weights()
    assert set(header) >= {"command", "commit", "date", "seeds", "games", "loss", "bound", "gain"}


def test_the_shipped_value_plays_the_same_from_file_and_compiled_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair = experiment("pair")
    monkeypatch.setattr(import_module("experiments.games"), "LEDGER", tmp_path / "ledger")
    compiled, given = (
        pair.play_side(30, "champion", weights, 1) for weights in (None, _core.shipped_weights())
    )
    for name, column in compiled.items():
        np.testing.assert_array_equal(column, given[name])
