"""How figures are estimated: intervals of counts, means without luck, and the sequential test.

`sapper.lab.intervals` has what follows from counts of games, `moments.py` what needs more of every
game, `sprt.py` the sequential test, and `referee.py` lets it stop a run.
"""

from sapper.lab.intervals import (
    CONFIDENCE,
    Calibration,
    Estimate,
    McNemar,
    calibration,
    mcnemar,
    paired_difference,
    score_p_value,
    unpaired_difference,
    wilson,
)
from sapper.lab.statistics.moments import (
    FEWEST_APART,
    ControlVariate,
    LuckFree,
    Moments,
    control_variate,
    luck_free,
    mean_error,
    why_no_luck_free,
    why_too_few,
)
from sapper.lab.statistics.sprt import Basis, Sprt, SprtState

__all__ = [
    "CONFIDENCE",
    "FEWEST_APART",
    "Basis",
    "Calibration",
    "ControlVariate",
    "Estimate",
    "LuckFree",
    "McNemar",
    "Moments",
    "Sprt",
    "SprtState",
    "calibration",
    "control_variate",
    "luck_free",
    "mcnemar",
    "mean_error",
    "paired_difference",
    "score_p_value",
    "unpaired_difference",
    "why_no_luck_free",
    "why_too_few",
    "wilson",
]
