"""MEASURE SPEED: benchmarks of the analysis, the players, the laboratory and the web page.

    python -m bench                  all of them (`make bench`)
    python -m bench analysis growth  some of them
    python -m bench --help           what there is

A benchmark is a module with a function `tables(say)`: it reports its progress to `say` and returns
tables. They are printed and written to `results/<name>.json` with a description of the machine.
"""
