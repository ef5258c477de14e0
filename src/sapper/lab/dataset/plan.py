"""Which games a dataset is made of, and in which parts.

A split has a seed of its own: the training games have the seed that was given, those for validation
and for the test the next two. So no game is in two splits (on a small board two games may still
have the same mines). What is in a part depends on the plan only, not on the number of workers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Final, NamedTuple, cast

from sapper.board.cell import CellLike
from sapper.board.number_checks import MOST_GAMES, check_seed, whole_number
from sapper.board.spec import BoardSpec, StartRule
from sapper.errors import InputError
from sapper.lab.ledger.provenance import sapper_version
from sapper.lab.runs.limits import RunLimits
from sapper.lab.runs.run import Run
from sapper.players.finding import PlayerLike, player_spec_of

__all__ = ["MOST_FAILURES", "PART_GAMES", "SPLITS", "DatasetPlan", "Part", "Settings"]

Settings = dict[str, str | int | bool | list[str] | dict[str, int] | None]

SPLITS: Final = ("train", "validation", "test")
"""The splits; the seed of a split is the seed of the plan plus its place here."""

PART_GAMES: Final = 50
"""The games of one part: a second's work, and what is lost when the process is killed."""

MOST_FAILURES: Final = 10  # that are described; all are counted


class Part(NamedTuple):
    """Some games of one run, and what to say about their positions."""

    name: str
    run: Run
    games: range
    every: int
    best: bool
    technique: bool


@dataclass(frozen=True)
class DatasetPlan:
    """What is asked for; raise `InputError` for whatever is wrong with it.

    Every player plays the same boards: `games` of them for training, `validation` and `test` for
    the other splits. One of `every` decisions of a game is kept, the first included. A game with
    more than `game_moves` moves ends as a failure.
    """

    players: PlayerLike | Sequence[PlayerLike]
    board: BoardSpec | str
    games: int = 1000
    validation: int = 0
    test: int = 0
    seed: int = 0
    start: StartRule | str = StartRule.OPEN
    first: CellLike | None = None
    every: int = 1
    best: bool = False
    technique: bool = False
    game_moves: int | None = None

    def __post_init__(self) -> None:
        players = [run.player for run in self.runs["train"]]
        if not players:
            raise InputError("expected at least one player")
        if len(set(players)) < len(players):
            raise InputError("the same player is given twice; give different players")
        whole_number(self.every, 1, 1_000_000, "one of 1 to 1,000,000 decisions")
        for split, games in self.counts.items():
            least = int(split == "train")
            expected = f"{least} to {MOST_GAMES:,} games for {split}"
            whole_number(games, least, MOST_GAMES, expected)

    @property
    def counts(self) -> dict[str, int]:
        """The games of every split."""
        return dict(zip(SPLITS, (self.games, self.validation, self.test), strict=True))

    @cached_property
    def runs(self) -> dict[str, list[Run]]:
        """The runs of every split, one for each player."""
        is_one = isinstance(self.players, str) or not isinstance(self.players, Sequence)
        players = cast(Sequence[PlayerLike], [self.players] if is_one else self.players)
        found, seed = [player_spec_of(player) for player in players], check_seed(self.seed)
        run_of = partial(Run.of, board=self.board, start=self.start, first=self.first)
        limits = RunLimits(game_moves=self.game_moves)
        return {
            split: [run_of(each, seed=(seed + place) % 2**64, limits=limits) for each in found]
            for place, split in enumerate(SPLITS)
        }

    def parts(self) -> Iterator[Part]:
        """Yield all parts in their order."""
        for split, games in self.counts.items():
            begins = ((run, at) for run in self.runs[split] for at in range(0, games, PART_GAMES))
            for number, (run, begin) in enumerate(begins):
                name = f"{split}/part-{number:06d}.parquet"
                part = range(begin, min(begin + PART_GAMES, games))
                yield Part(name, run, part, self.every, self.best, self.technique)

    def settings(self, identities: list[str]) -> Settings:
        """Return what determines the rows, with the identities of the players, as plain data."""
        runs = self.runs["train"]
        return {
            "version": sapper_version(),
            "players": [run.player for run in runs],
            "identities": identities,
            **{name: getattr(runs[0], name) for name in ("board", "start", "first", "seed")},
            "games": self.counts,
            **{name: getattr(self, name) for name in ("every", "best", "technique", "game_moves")},
        }
