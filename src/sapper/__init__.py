"""sapper: a Minesweeper solving workbench."""
