"""Thirty lines as a user writes them: type checkers must accept them without a cast."""

import numpy as np

import sapper

ROWS = [[0, 1, None], [1, 2, None], [None, None, None]]


def my_player(position: sapper.Position) -> sapper.Cell:
    return sapper.analyse(position).safest[0]


analysis = sapper.analyse(ROWS, mines=2)
print(analysis, analysis["r2c0"], analysis[2, 2], np.asarray(analysis).shape)
board = np.where(np.isnan(analysis.chances), analysis.position.matrix(), -1)
choice: sapper.Choice = sapper.best(board, mines=2)
proof = sapper.explain(board, choice.cell, mines=2)
if isinstance(proof, sapper.Proof):
    print(proof.technique.value, [step.text for step in proof.steps])
chance = sapper.win_chance(board, mines=2)
print(choice.move.kind, choice.move.cell.row, round(chance.chance, 2), chance.is_exact)
result: sapper.RunResult = sapper.simulate(my_player, "beginner", games=20)
low, high = result.win_rate.low, result.win_rate.high
comparison = sapper.compare("champion", my_player, board="6x6/5", games=20)
review = sapper.review(sapper.play("champion", "beginner", seed=1))
print(result.wins, low < high, comparison.pairs[0].verdict_text, review.luck)
if clash := sapper.conflict([[8, "_"]], mines=1):
    print(clash.text, [repair.text for repair in clash.repairs])
batch = sapper.analyse_many([board, board], mines=2)
print(batch.chances.shape, [cell for each in batch for cell in each.safe])
