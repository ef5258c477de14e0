"""Known points of the scale: what our own players would say, as text.

- `random` gives an answer of the right form without looking at the numbers.
- `greedy` knows what single numbers say, as the player of this name: it proves such cells by their
  number, takes the density for every chance, and guesses by its own rule.
- `champion` knows everything that is certain and every chance exactly, but cites nothing, and
  opens what the player of this name opens.
- `exact` gives the answer of the task.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from sapper.analysis.analysis import analyse
from sapper.analysis.puzzle import Puzzle
from sapper.board.cell import FLAG, MINE, Cell
from sapper.board.position import Position
from sapper.errors import ContradictionError, InputError
from sapper.language import _
from sapper.players import player_spec
from sapper.tasks.conversation import Conversation
from sapper.tasks.draws import Draws
from sapper.tasks.kinds import Kind
from sapper.tasks.stages import certain_cells
from sapper.tasks.task import Task
from sapper.tasks.texts import certain_text, claim_text, shown_text

__all__ = ["BASELINES", "baseline_turns"]

_STREAM: Final = 0xBA5E  # separates these choices from those that made the task


def baseline_turns(name: str, task: Task) -> list[str]:
    """Return the answers of a baseline: one, or those of all turns of a game."""
    if name not in BASELINES:
        raise InputError(
            _("expected one of {baselines}, got {name!r}").format(
                baselines=", ".join(BASELINES), name=name[:40]
            )
        )
    if name == "exact":
        return list(task.turns)
    reply, draws = BASELINES[name], Draws(task.seed ^ _STREAM, task.index)
    if task.kind is not Kind.PLAY:
        return [f"Answer: {reply(task, task.position, draws)}"]
    talk, turns = Conversation(task), []
    while not talk.is_over:
        turns.append(f"Answer: {reply(task, talk.position, draws)}")
        talk.reply(turns[-1])
    return turns


def _random(task: Task, position: Position, draws: Draws) -> str:  # noqa: PLR0911
    covered = [cell for cell in position.covered() if position.face(cell) != FLAG]
    numbers = [cell for cell, number in position.numbers() if number]
    match task.kind:
        case Kind.READ:
            return draws.pick(["covered", "known mine", "0", "1", "2", "3"])
        case Kind.NEIGHBOURS:
            return str(draws.below(9))
        case Kind.CERTAIN | Kind.PROVE:
            cited = [draws.pick(numbers)] if task.kind is Kind.PROVE else []
            return claim_text(draws.pick(covered), draws.below(2) == 0, cited)
        case Kind.CHANCE:
            return f"{draws.below(101)}/100"
        case Kind.POSSIBLE:
            return draws.pick(["yes", "no"])
        case Kind.CLASH:
            return f"{draws.pick(numbers)}, {draws.pick(numbers)}"
    return f"open {draws.pick(covered)}"


def _greedy(task: Task, position: Position, draws: Draws) -> str:
    puzzle = Puzzle(position, True, None)
    match task.kind:
        case Kind.CERTAIN | Kind.PROVE:
            claims = [claim_text(c, is_mine, [n]) for c, is_mine, n in _by_single_numbers(puzzle)]
            return "; ".join(claims) or "none"
        case Kind.CHANCE:
            flags = position.faces.count(FLAG)
            unknown = sum(map(position.is_covered, position.covered())) - flags
            return f"{(position.mines or 0) - flags}/{unknown}"
        case Kind.POSSIBLE:
            return "no" if any(True for _ in _broken(puzzle)) else "yes"
        case Kind.CLASH:
            return str(next(_broken(puzzle), "none"))
        case Kind.PLAY:
            safe = _safe_by_rules(position)
            if safe:
                return f"open {', '.join(map(str, safe))}"
    return _read_or_move(task, position, "greedy", draws)


def _champion(task: Task, position: Position, draws: Draws) -> str:
    try:
        analysis = analyse(position, trust_flags=True)
    except ContradictionError:
        return "no"
    match task.kind:
        case Kind.CERTAIN | Kind.PROVE:
            return certain_text(*certain_cells(analysis))
        case Kind.CHANCE if task.cell is not None:
            return f"{analysis.chance(task.cell):.4f}"
        case Kind.POSSIBLE:
            return "yes"
    return _read_or_move(task, position, "champion", draws)


def _read_or_move(task: Task, position: Position, player: str, draws: Draws) -> str:
    """Return the answer to a question that needs no reasoning, or the move of a player."""
    if task.kind is Kind.READ and task.cell is not None:
        return shown_text(position.face(task.cell))
    if task.kind is Kind.NEIGHBOURS and task.cell is not None:
        around = position.geometry.around(task.cell)
        return str(sum(position.is_covered(c) and position.face(c) != FLAG for c in around))
    flags = [cell for cell in position.covered() if position.face(cell) == FLAG]
    shown = position.with_faces(dict.fromkeys(flags, MINE))
    decisions = player_spec(player).player(draws.below(2**32)).decide_several(shown)
    opened = [decision.move.cell for decision in decisions if decision.move.kind == "open"]
    return f"open {', '.join(map(str, opened))}" if opened else _random(task, position, draws)


def _by_single_numbers(puzzle: Puzzle) -> Iterator[tuple[Cell, bool, Cell]]:
    """Yield what single numbers settle: the cell, whether it is a mine, the number."""
    seen: set[int] = set()
    for number in puzzle.numbers:
        premise = puzzle.premise(number)
        if premise.need in (0, len(premise.cells)):
            for cell in sorted(premise.cells - seen):
                seen.add(cell)
                yield puzzle.cell(cell), premise.need > 0, puzzle.cell(number)


def _safe_by_rules(position: Position) -> list[Cell]:
    """Return the cells that single numbers make safe, with the mines that they make known."""
    while True:
        found = list(_by_single_numbers(Puzzle(position, True, None)))
        mines = [cell for cell, is_mine, _ in found if is_mine]
        if not mines:
            return [cell for cell, _, _ in found]
        position = position.with_faces(dict.fromkeys(mines, FLAG))


def _broken(puzzle: Puzzle) -> Iterator[Cell]:
    """Yield the numbers that are impossible by themselves."""
    numbers = (puzzle.position.geometry.index(cell) for cell, _ in puzzle.position.numbers())
    return (puzzle.cell(i) for i in numbers if not puzzle.premise(i).is_possible)


def _exact(task: Task, position: Position, draws: Draws) -> str:  # noqa: ARG001
    return task.answer


BASELINES: Final[dict[str, Callable[[Task, Position, Draws], str]]] = {
    "random": _random,
    "greedy": _greedy,
    "champion": _champion,
    "exact": _exact,
}
"""The baselines by name, from the weakest to the strongest."""
