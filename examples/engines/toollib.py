"""An engine around ms_toollib: the cell with the least of its chances (pip install ms_toollib).

    sapper run 'engine:python3 examples/engines/toollib.py' --games 100

The library ends the whole process on some positions. sapper counts such a game as a fault, starts
the engine anew and goes on. It also leaves a file crash.log where it works, so that is a folder of
its own.
"""

import os
import sys
import tempfile
from importlib.metadata import version

import ms_toollib

CODES = {"_": 10, "F": 10, "Q": 10}  # flags are the player's notes, nothing is known of them


def decide(line):
    header, _, board = line.partition(":")
    mines = header.partition("/")[2]
    if not header[:1].isdigit() or not mines.isdigit():
        return "error only plain rectangles with a mine count"
    if not board or any(face not in "012345678_FQ/" for face in board):
        return "error not a position of a game under way"
    rows = board.split("/")
    codes = [[CODES.get(face) or int(face) for face in row] for row in rows]
    try:
        chances, _ = ms_toollib.cal_probability_onboard(codes, int(mines))
    except RuntimeError as error:
        return f"error {error}"
    hidden = [
        (chances[r][c], r, c)
        for r, row in enumerate(rows)
        for c, face in enumerate(row)
        if face in "_Q"
    ]
    if not hidden:
        return "error no cell to open"
    safe = [f"r{r}c{c}" for chance, r, c in hidden if chance <= 0]
    if safe:
        return f"move open {' '.join(safe)} certain"
    chance, row, column = min(hidden)
    return f"move open r{row}c{column} chance {chance:.6g} guess"


def main():
    position = ""
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "sapper-engine":
            about = f"name ms_toollib\nversion {version('ms_toollib')}\noption chances onboard"
            print(f"sapper-engine 1\n{about}\nready", flush=True)
        elif word == "position":
            position = rest
        elif word == "go":
            print(decide(position), flush=True)
        elif word == "quit":
            break


with tempfile.TemporaryDirectory(prefix="toollib-") as folder:
    os.chdir(folder)
    main()
