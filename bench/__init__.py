"""MEASURE SPEED: benchmarks of the analysis, the players, the laboratory and the web page.

    python -m bench                  all of them (`make bench`)
    python -m bench analysis growth  some of them
    python -m bench --help           list them

A benchmark is a module with a function `tables(say)`, which calls `say` with its progress and
returns tables. They are printed and written to `results/<name>.json` with a description of the
machine. The repository has only those results that README and docs quote, and they are renewed at
releases, not with every change.
"""
