"""Read a queue of experiments: TOML text to checked experiments.

    title = "Guessing rules"          # of the report
    games = 1000                      # defaults of every experiment below
    board = "beginner"

    [[run]]                           # measures each player by itself
    player = "fast"
    board = "expert"

    [[compare]]                       # all players on the same boards
    name = "rules"
    players = ["greedy", "hybrid", "bfs"]
    boards = ["beginner", "8x8/12"]

    [[compare]]                       # on given boards, each once
    players = ["champion", "fast"]
    boards = "no-guess.txt"

    [[compare]]                       # until the sequential test has decided
    players = ["champion", "fast"]
    sprt = [0.0, 2.0]
    games = 100000

Everything is checked before anything is played. An error names the line and the experiment.
"""

from __future__ import annotations

import re
import reprlib
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from sapper.board.cell import CellLike
from sapper.board.seeds import check_games
from sapper.errors import InputError
from sapper.lab.collection import Collection
from sapper.lab.collection_reading import count_games, read_collections
from sapper.lab.comparison import check_contests
from sapper.lab.ledger.keep import Keep
from sapper.lab.limits import Limits
from sapper.lab.run import Run
from sapper.lab.sprt import Sprt

__all__ = ["Experiment", "Kind", "read_experiments"]

Kind = Literal["run", "compare"]

_HEADER: Final = re.compile(r"^[ \t]*\[\[[ \t]*(run|compare)[ \t]*\]\]", re.MULTILINE)
_DEFAULTS: Final = (
    "board", "boards", "games", "seed", "start", "first", "keep", "move_time", "game_moves",
)  # fmt: skip
_KEYS: Final = {
    "run": (*_DEFAULTS, "name", "player", "players"),
    "compare": (*_DEFAULTS, "name", "players", "sprt", "alpha", "beta"),
}
_ERROR_RATE: Final = 0.05


@dataclass(frozen=True)
class Experiment:
    """An entry of a queue: players on boards, measured one by one or compared."""

    kind: Kind
    name: str
    players: tuple[str, ...]
    boards: tuple[str, ...]
    games: int | None
    seed: int
    start: str
    first: CellLike | None
    sprt: Sprt | None
    keep: str | None = None
    limits: Limits = field(default_factory=Limits)
    collections: tuple[Collection, ...] = ()
    """The given boards, one collection for each kind; `boards` then are these kinds."""

    @property
    def contests(self) -> list[list[Run]]:
        """The runs of every board."""
        if self.collections:
            options: Any = {"start": self.start, "seed": self.seed, "limits": self.limits}
            return [
                [Run.on_collection(player, given, **options) for player in self.players]
                for given in self.collections
            ]
        return [
            [
                Run.of(
                    player,
                    board,
                    start=self.start,
                    first=self.first,
                    seed=self.seed,
                    limits=self.limits,
                )
                for player in self.players
            ]
            for board in self.boards
        ]

    @property
    def total(self) -> int:
        """The games of all players on all boards; with a sequential test, at most."""
        return sum(map(self.games_of, self.contests)) * len(self.players)

    def games_of(self, runs: list[Run]) -> int:
        """Return the games of every player in a contest; on given boards, each once."""
        return count_games(self.games, runs[0].held)


def read_experiments(text: str) -> tuple[str | None, list[Experiment]]:
    """Return the title and the experiments of a queue, in the order of the file.

    Raise `InputError` for a text that is no queue, with its line.
    """
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"the queue is not valid TOML: {error}", **_line_of(error)) from None
    title = document.pop("title", None)
    if title is not None and not isinstance(title, str):
        raise _unexpected("a title in quotes", title)
    entries = list(_entries(text, document))
    defaults = {key: value for key, value in document.items() if key not in _KEYS}
    _check_keys(defaults, ("title", *_DEFAULTS), "at the top are [[run]], [[compare]],")
    if not entries:
        raise InputError("the queue has no experiment: add [[run]] or [[compare]]")
    return title, [_read(at, line, kind, defaults, entry) for at, line, kind, entry in entries]


def _unexpected(expected: str, value: object) -> InputError:
    """Return the error for a value of another kind."""
    return InputError(f"expected {expected}, got {reprlib.repr(value)}")


def _line_of(error: Exception) -> Any:
    """Return the line that an error of the TOML reader names, as the place of ours."""
    found = re.search(r"at line (\d+)", str(error))
    return {"line": int(found[1])} if found else {}


def _entries(
    text: str, document: Mapping[str, Any]
) -> Iterator[tuple[str, int | None, Kind, dict[str, Any]]]:
    """Yield the entries in the order of the file, with their place and line.

    TOML gives a list for each kind; their order and lines are those of the headers in the text.
    """
    kinds: tuple[Kind, ...] = ("run", "compare")
    lists = {kind: _tables(document.get(kind, []), kind) for kind in kinds}
    lines: list[tuple[str, int | None]] = [
        (m[1], text.count("\n", 0, m.start()) + 1) for m in _HEADER.finditer(text)
    ]
    counts = {kind: sum(found == kind for found, _other in lines) for kind in kinds}
    if counts != {kind: len(entries) for kind, entries in lists.items()}:
        lines = [(kind, None) for kind in kinds for _each in lists[kind]]  # headers in a text
    numbers = dict.fromkeys(kinds, 0)
    for kind in kinds:
        if isinstance(document.get(kind), dict):
            raise InputError(f"write [[{kind}]] with two brackets: a queue may have several")
    for found, line in lines:
        kind = "run" if found == "run" else "compare"
        entry = lists[kind][numbers[kind]]
        numbers[kind] += 1
        where = "" if line is None else f"line {line}, "
        yield f"{where}[[{kind}]] {numbers[kind]}", line, kind, entry


def _tables(value: object, kind: str) -> list[dict[str, Any]]:
    if isinstance(value, dict):
        return []
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        raise _unexpected(f"tables [[{kind}]]", value)
    return value


def _read(
    place: str, line: int | None, kind: Kind, defaults: Mapping[str, Any], entry: Mapping[str, Any]
) -> Experiment:
    try:
        _check_keys(entry, _KEYS[kind], f"the keys of [[{kind}]] are")
        return _experiment(kind, _merge(defaults, entry))
    except InputError as error:
        where: Any = {} if line is None else {"line": line}
        raise InputError(f"{place}: {error}", **where) from None


def _merge(defaults: Mapping[str, Any], entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keys of an entry over the defaults; its own boards replace theirs."""
    has_boards = "board" in entry or "boards" in entry
    kept = {k: v for k, v in defaults.items() if not (has_boards and k in ("board", "boards"))}
    return {**kept, **entry}


def _experiment(kind: Kind, entry: Mapping[str, Any]) -> Experiment:
    players = _texts(entry, "player", "players")
    given = _collections(entry)
    boards = tuple(each.board for each in given)
    if not given:
        boards = _texts(entry, "board", "boards", ("beginner",))
    games = check_games(entry.get("games", 1000)) if not given or "games" in entry else None
    experiment = Experiment(
        kind=kind,
        name=_text(entry.get("name", ", ".join(players)), "a name"),
        players=players,
        boards=boards,
        games=games,
        seed=entry.get("seed", 0),
        start=_text(entry.get("start", "safe"), "a start rule"),
        first=_first(entry),
        sprt=_sprt(entry),
        keep=entry.get("keep"),
        limits=Limits(entry.get("move_time"), entry.get("game_moves")),
        collections=given,
    )
    most = max(map(experiment.games_of, experiment.contests))
    kept = Keep.parse(experiment.keep, most)
    if kind == "compare" and experiment.keep is not None and not kept.has_outcomes:
        raise InputError("a comparison needs the outcomes: keep those or the games")
    contests = experiment.contests
    if kind == "compare":
        check_contests(contests, experiment.sprt)
    for runs in contests:
        if len(set(runs)) < len(runs):
            raise InputError("the same player is given twice; give different players")
    return experiment


def _collections(entry: Mapping[str, Any]) -> tuple[Collection, ...]:
    """Return the given boards of an entry whose boards are one text, the name of their file."""
    if not isinstance(entry.get("boards"), str):
        return ()
    kinds = [_text(entry["board"], "a board")] if "board" in entry else []
    found = read_collections(
        entry["boards"],
        board=kinds,
        start=_text(entry.get("start", "safe"), "a start rule"),
        first=_first(entry),
        seed=entry.get("seed", 0),
    )
    return tuple(found)


def _first(entry: Mapping[str, Any]) -> CellLike | None:
    first = entry.get("first")
    return tuple(first) if isinstance(first, list) else first


def _sprt(entry: Mapping[str, Any]) -> Sprt | None:
    bounds = entry.get("sprt")
    rates = [entry.get(name, _ERROR_RATE) for name in ("alpha", "beta")]
    if bounds is None:
        if "alpha" in entry or "beta" in entry:
            raise InputError("alpha and beta are of a sequential test: add sprt = [P0, P1]")
        return None
    if not isinstance(bounds, list) or len(bounds) != 2:
        raise _unexpected("sprt = [P0, P1]", bounds)
    for number in (*bounds, *rates):
        if isinstance(number, bool) or not isinstance(number, int | float):
            raise _unexpected("numbers for the test", number)
    return Sprt(*bounds, *rates)


def _texts(
    entry: Mapping[str, Any], one: str, several: str, default: tuple[str, ...] | None = None
) -> tuple[str, ...]:
    """Return the texts of a key that may be given as one or as several."""
    if one in entry and several in entry:
        raise InputError(f"give {one} or {several}, not both")
    if one in entry:
        return (_text(entry[one], f"a {one}"),)
    if several not in entry:
        if default is None:
            raise InputError(f"{several} are missing")
        return default
    value = entry[several]
    if not isinstance(value, list) or not value:
        raise _unexpected(f'a list like {several} = ["a", "b"]', value)
    return tuple(_text(each, f"a {one}") for each in value)


def _text(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise _unexpected(f"{what} in quotes", value)
    return value


def _check_keys(entry: Mapping[str, Any], known: tuple[str, ...], rule: str) -> None:
    for key in entry:
        if key not in known:
            raise InputError(f"unknown key {key!r}: {rule} {', '.join(known)}")
