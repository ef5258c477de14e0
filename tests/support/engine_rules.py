"""Rules for engine processes; in a module of its own, which a process imports in no time."""

from __future__ import annotations

import time


def work_forever(_body: object, _limits: object) -> dict[str, object]:
    while True:  # a rule that does not know its budget, inside Python
        time.sleep(0.01)


def work_at_once(_body: object, _limits: object) -> dict[str, object]:
    return {"answer": 42}
