"""Measure the distribution of 3BV, openings and islands on the usual boards, and draw it.

    python -m experiments.bbbv.run [--boards N] [--seed S] [--out FILE] [--svg FILE]

The boards are dealt uniformly, without regard to a first cell: games 0 to N - 1 of the seed.
"""

from __future__ import annotations

import argparse
import io
import json
from pathlib import Path

import numpy as np
import numpy.typing as npt
from matplotlib import rc_context
from matplotlib.figure import Figure
from rich.console import Console

from sapper import _core
from sapper.board.spec import BoardSpec
from sapper.files import write_text
from sapper.lab.ledger.provenance import sapper_version
from sapper.lab.report.plots import COLOURS

HERE = Path(__file__).parent
# Means of 50 uniform boards each, on which ms_toollib 1.5.20 and LlamaSweeper (6271016) agree:
# 3BV, openings, islands.
OTHERS = {
    "8x8/10": (14.70, 2.70, 3.28),
    "9x9/10": (16.62, 2.72, 3.50),
    "16x16/40": (65.82, 7.26, 7.80),
    "16x30/99": (175.74, 13.30, 10.02),
}
SAMPLE = 50  # boards behind each of those means
FIGURES = ("bbbv", "openings", "islands")
say = Console(highlight=False, soft_wrap=True).print

Counts = npt.NDArray[np.int32]


def main() -> None:
    """Deal the boards of every kind, write the figures and draw them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boards", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=20261901)
    parser.add_argument("--out", type=Path, default=HERE / "result.json")
    parser.add_argument("--svg", type=Path, default=HERE / "bbbv.svg")
    asked = parser.parse_args()
    rows, distributions = [], {}
    for board in OTHERS:
        counts = measure(board, asked.seed, asked.boards)
        rows.append({"board": board} | {key: summary(board, key, counts) for key in FIGURES})
        distributions[board] = counts["bbbv"]
        say(rows[-1])
    result = {"sapper": sapper_version(), "seed": asked.seed, "boards": asked.boards, "rows": rows}
    write_text(asked.out, json.dumps(result, indent=1) + "\n")
    write_text(asked.svg, svg_of(draw(distributions, asked.boards)))


def measure(board: str, seed: int, boards: int) -> dict[str, Counts]:
    """Return 3BV, openings and islands of many boards."""
    spec = BoardSpec.parse(board)
    graph, size = spec.geometry.native, spec.geometry.size
    layouts = (_core.deal(size, spec.mines, [], seed, game) for game in range(boards))
    counts = np.array([_core.board_counts(graph, layout)[:3] for layout in layouts], np.int32)
    return dict(zip(FIGURES, counts.T, strict=True))


def summary(board: str, key: str, counts: dict[str, Counts]) -> dict[str, float]:
    """Return mean, deviation and quantiles, and how far the mean of others is off in its errors."""
    values = counts[key]
    mean, deviation = float(values.mean()), float(values.std())
    other = OTHERS[board][FIGURES.index(key)]
    low, median, high = np.percentile(values, [1, 50, 99]).tolist()
    return {
        "mean": round(mean, 3),
        "error": round(1.96 * deviation / len(values) ** 0.5, 4),
        "deviation": round(deviation, 3),
        "least": int(values.min()),
        "percent_1": low,
        "median": median,
        "percent_99": high,
        "most": int(values.max()),
        "mean_of_others": other,
        "standard_errors_off": round((other - mean) * SAMPLE**0.5 / deviation, 2),
    }


def draw(distributions: dict[str, Counts], boards: int) -> Figure:
    """Return one histogram of 3BV per kind of board, with both means."""
    figure = Figure(figsize=(9, 5.5), layout="constrained")
    for axes, (board, values) in zip(
        figure.subplots(2, 2).flat, distributions.items(), strict=True
    ):
        shares = np.bincount(values) / len(values)
        edges = np.arange(len(shares) + 1) - 0.5
        axes.stairs(100 * shares, edges, fill=True, color=COLOURS[0])
        mean, other = float(values.mean()), OTHERS[board][0]
        axes.axvline(mean, color="black", label=f"mean {mean:.2f}")
        axes.axvline(other, color=COLOURS[1], linestyle="--", label=f"{SAMPLE} boards {other:.2f}")
        axes.set_xlim(np.percentile(values, [0.01, 99.99]))
        axes.set(title=board, xlabel="3BV", ylabel="boards in %")
        axes.legend(fontsize="small")
    figure.suptitle(f"3BV of {boards:,} boards of each kind")
    return figure


def svg_of(figure: Figure) -> str:
    """Return the drawing as SVG, the same for the same figures."""
    buffer = io.StringIO()
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "bbbv"}):
        figure.savefig(buffer, format="svg", metadata={"Date": None})
    return buffer.getvalue()


if __name__ == "__main__":
    main()
