"""MEASURE SPEED: benchmarks of the analysis and of the players, each a module of this folder.

    python -m bench                  all of them (`make bench`)
    python -m bench analysis growth  some of them

A benchmark is a module with `tables(say)`: it tells its progress to `say` and returns `Table`s.
The tables are printed and written to `results/<name>.json` with a description of the machine.
"""
