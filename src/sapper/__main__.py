"""`python -m sapper`: the command, also where its script is not on the path."""

from __future__ import annotations

from sapper.cli import main

if __name__ == "__main__":
    main()
