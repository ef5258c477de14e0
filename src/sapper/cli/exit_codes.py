"""The exit codes of the command: one meaning each, the same for all commands."""

from __future__ import annotations

from typing import Final

__all__ = [
    "BAD_INPUT",
    "CONTRADICTION",
    "EXIT_CODES",
    "HUNG_UP",
    "INTERRUPTED",
    "OK",
    "OUTPUT_FAILED",
    "OUT_OF_BUDGET",
    "RUN_STOPPED",
    "TERMINATED",
]

OK: Final = 0
CONTRADICTION: Final = 1
BAD_INPUT: Final = 2
OUT_OF_BUDGET: Final = 3
OUTPUT_FAILED: Final = 4
RUN_STOPPED: Final = 5
HUNG_UP: Final = 129
INTERRUPTED: Final = 130
TERMINATED: Final = 143

EXIT_CODES: Final = {
    OK: "success",
    CONTRADICTION: "no layout of mines fits",
    BAD_INPUT: "bad input or usage",
    OUT_OF_BUDGET: "stopped by the budget",
    OUTPUT_FAILED: "the output could not be written",
    RUN_STOPPED: "a run could not finish",
    HUNG_UP: "stopped by SIGHUP",
    INTERRUPTED: "stopped by Ctrl-C",
    TERMINATED: "stopped by SIGTERM",
}
"""What the codes mean. Of several answers the command returns the highest code."""
