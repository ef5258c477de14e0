"""The exit codes of the command: one meaning each, the same for all commands."""

from __future__ import annotations

from typing import Final

__all__ = [
    "BAD_INPUT",
    "EXIT_CODES",
    "HUNG_UP",
    "INTERRUPTED",
    "NO",
    "OK",
    "OUTPUT_FAILED",
    "OUT_OF_BUDGET",
    "RUN_STOPPED",
    "TERMINATED",
]

OK: Final = 0
NO: Final = 1
BAD_INPUT: Final = 2
OUT_OF_BUDGET: Final = 3
OUTPUT_FAILED: Final = 4
RUN_STOPPED: Final = 5
HUNG_UP: Final = 129
INTERRUPTED: Final = 130
TERMINATED: Final = 143

EXIT_CODES: Final = {
    OK: "success",
    NO: "no (impossible, invalid, uncertain)",
    BAD_INPUT: "bad input or usage",
    OUT_OF_BUDGET: "out of time",
    OUTPUT_FAILED: "output not written",
    RUN_STOPPED: "run unfinished or with faults",
    HUNG_UP: "SIGHUP",
    INTERRUPTED: "Ctrl-C",
    TERMINATED: "SIGTERM",
}
"""What the codes mean. Of several answers the command returns the highest code."""
