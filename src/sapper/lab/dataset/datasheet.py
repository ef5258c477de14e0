"""The datasheet of a dataset: what it is, how it was made and what is not in it, in Markdown.

Every figure is computed from the dataset's own document.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import Final

from sapper.board.spec import BoardSpec
from sapper.lab.dataset.figures import DatasetDocument
from sapper.lab.dataset.files import columns_of
from sapper.lab.dataset.overlap import MOST_ROWS
from sapper.lab.dataset.plan import SPLITS
from sapper.lab.provenance import Provenance
from sapper.lab.statistics import wilson
from sapper.lab.table import Table, format_share
from sapper.percent import percent

__all__ = ["datasheet"]

_FEW: Final = 1000  # layouts for each game, so that equal ones are likely among some hundreds


def datasheet(document: DatasetDocument) -> str:
    """Return the page that explains a dataset."""
    return "\n".join([*_lines(document), ""])


def _lines(document: DatasetDocument) -> Iterator[str]:
    plan = document["plan"]
    rows = sum(split["rows"] for split in document["splits"].values())
    yield f"# Minesweeper positions with exact answers: {plan['board']}"
    yield ""
    yield f"{rows:,} positions from games of {', '.join(plan['players'])}, made by sapper. In every"
    yield "position the chance of a mine in every covered cell and the cells that are certain are"
    yield "exact: they are counted over all layouts of mines that fit, not estimated."
    yield ""
    yield "## How it was made"
    yield ""
    yield f"- Board {plan['board']}, start rule `{plan['start']}`, first cell {plan['first']}."
    for player, identity in zip(plan["players"], plan["identities"], strict=True):
        yield f"- Player `{player}`, identity {identity}: another identity may play otherwise."
    yield f"- {_sampling(plan['every'])}"
    yield f"- Made on {Provenance(**document['made']).sentence()}."
    yield ""
    yield "## The splits"
    yield ""
    yield _splits(document).to_markdown()
    yield ""
    yield "Each split has a seed of its own, so no game is in two of them; all players play games"
    yield "of the same seeds. The validation games of a seed are the training games of the next:"
    yield "do not train on one dataset and judge on another whose seed is close. The layout of a"
    yield "game comes from its line in the column `game`."
    yield ""
    yield "## The columns"
    yield ""
    columns = columns_of(plan["form"], plan["best"], plan["technique"])
    yield Table(
        "", ["column", "meaning"], [[name, text] for name, text in columns.items()]
    ).to_markdown()
    yield ""
    yield "## What to know before use"
    yield ""
    yield from _limits(document)


def _sampling(every: int) -> str:
    if every == 1:
        return "Every position in which a player decided is a row, before its move."
    return f"Of the positions in which a player decided, one in {every} is a row, before its move."


def _splits(document: DatasetDocument) -> Table:
    seed = document["plan"]["seed"]
    rows: list[list[str | int | float | None]] = []
    for name, split in document["splits"].items():
        rate = format_share(wilson(split["wins"], split["games"]), unit=" %")
        certain = percent(split["certain"] / split["rows"], 1) if split["rows"] else "–"
        own = (seed + SPLITS.index(name)) % 2**64
        rows.append([name, str(own), split["games"], rate, split["rows"], certain])
    heads = ["split", "seed", "games", "won (95 %)", "rows", "rows with a safe cell"]
    return Table("", heads, rows)


def _limits(document: DatasetDocument) -> Iterator[str]:
    splits = document["splits"].values()
    unknown, faults = (sum(split[key] for split in splits) for key in ("unknown", "faults"))
    yield "- The positions of one game resemble each other: count games, not rows, when you judge"
    yield "  how much data there is, and never split a game."
    yield from _overlap(document)
    yield "- Which positions occur depends on the players: bad guessers see few late ones."
    if unknown:
        yield f"- {unknown:,} rows have no answer: counting would have exceeded the budget. Their"
        yield "  chances are null."
    else:
        yield "- Every row has its exact answer; none exceeded the budget."
    if faults:
        yield f"- In {faults:,} games the player failed; the positions before are kept. The first:"
        for failure in document["failures"]:
            yield f"  - {failure['split']}, game {failure['game']}: {failure['words']}"
    yield "- Chances count all layouts with the right number of mines that fit what is open. The"
    yield "  start rule adds nothing to that, but before the first cell is open it is not used."


def _overlap(document: DatasetDocument) -> Iterator[str]:
    """Yield how far the splits hold the same positions."""
    others = {name: split for name, split in document["splits"].items() if name != SPLITS[0]}
    for name, split in others.items():
        if split["shared"] is None:
            yield f"- Whether positions of {name} are in {SPLITS[0]} too was not counted: there are"
            yield f"  more than {MOST_ROWS:,} rows."
        else:
            yield f"- {split['shared']:,} different positions of {name} are in {SPLITS[0]} too:"
            yield "  leave them out when you judge what a learner has not seen."
    spec = BoardSpec.parse(document["plan"]["board"])
    layouts = comb(spec.geometry.size, spec.mines)
    if others and layouts <= _FEW * sum(document["plan"]["games"].values()):
        yield f"- The board has only {layouts:,} layouts of mines: games of two splits may have the"
        yield "  same one."
