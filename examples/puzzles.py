"""Make no-guess boards, check their certificates, measure them and hand them to other programs.

    python examples/puzzles.py [BOARD] [COUNT]

It prints the grade, the 3BV and a link for each board, and writes `puzzle-K.json`, a certificate
that `sapper certify` checks, into the current folder.
"""

from __future__ import annotations

import sys
from pathlib import Path

from sapper import generate_many
from sapper.games.conversion import convert


def main(board: str = "beginner", count: str = "3") -> None:
    """Make the boards."""
    for puzzle in generate_many(board, count=int(count), seed=7):
        certificate = puzzle.certificate
        assert certificate.check().is_valid
        Path(f"puzzle-{puzzle.number}.json").write_text(certificate.to_json(), encoding="utf-8")
        metrics = puzzle.metrics
        print(f"{puzzle.kind}; 3BV {metrics.bbbv}, openings {metrics.openings}")
        print(f"  {len(certificate.moves)} moves; hard steps {puzzle.hard_steps}")
        print(f"  {puzzle.line}")
        print(f"  {convert(puzzle.line, 'link').data!s}")


if __name__ == "__main__":
    main(*sys.argv[1:])
