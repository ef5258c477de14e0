"""An engine in plain Python: rules on single numbers, else the first free cell."""

# Try it: sapper play --player 'engine:python3 plain.py'

import sys


def decide(line: str) -> str:
    """Return the answer to `go` for a position."""
    header, _, board = line.partition(":")
    if not header[:1].isdigit():
        return "error only plain rectangles"
    cells = {(r, c): f for r, row in enumerate(board.split("/")) for c, f in enumerate(row)}
    covered = {cell for cell, face in cells.items() if face in "_FQ"}
    mines: set[tuple[int, int]] = set()
    safe: set[tuple[int, int]] = set()
    before = -1
    while before < len(mines) + len(safe):
        before = len(mines) + len(safe)
        for (r, c), face in cells.items():
            if face.isdigit():
                near = {(r + i, c + j) for i in (-1, 0, 1) for j in (-1, 0, 1)} & covered - safe
                if len(near) == int(face):
                    mines |= near
                elif len(near & mines) == int(face):
                    safe |= near - mines
    names = [f"r{r}c{c}" for r, c in sorted(safe or covered - mines) if cells[r, c] != "F"]
    if not names:
        return "error no cell to open"
    return f"move open {' '.join(names)} certain" if safe else f"move open {names[0]} guess"


def main() -> None:
    """Answer the lines of standard input until `quit`."""
    position = ""
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "sapper-engine":
            print("sapper-engine 1\nname plain-python\nversion 1.0\nready", flush=True)
        elif word == "position":
            position = rest
        elif word == "go":
            print(decide(position), flush=True)
        elif word == "quit":
            break


if __name__ == "__main__":
    main()
