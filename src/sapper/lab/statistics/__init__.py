"""How figures are estimated: intervals of counts, means without luck, and the sequential test.

`intervals.py` has what follows from counts of games, without NumPy, `moments.py` what needs more of
every game, `sprt.py` the sequential test, and `referee.py` lets it stop a run.
"""
