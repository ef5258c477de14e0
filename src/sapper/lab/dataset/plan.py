"""Which games a dataset is made of, and in which parts.

A split has a seed of its own: the training games have the seed that was given, those for validation
and for the test the next two. So no game is in two splits, and a position belongs to the split of
its game (on a small board two games may still have the same mines). A part has a fixed number of
games; what is in it depends on the plan only, not on the number of workers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import Final, Literal, TypedDict, cast, get_args

from sapper.board.cell import CellLike
from sapper.board.seeds import check_seed, whole_number
from sapper.board.spec import BoardSpec, StartRule
from sapper.errors import InputError
from sapper.lab.identity import identity_of
from sapper.lab.jobs import Job
from sapper.lab.limits import Limits
from sapper.lab.run import Run
from sapper.language import _
from sapper.players.finding import PlayerLike, player_spec_of
from sapper.players.registry import PlayerSpec

__all__ = ["FORMS", "PART_GAMES", "SPLITS", "DatasetForm", "DatasetPlan", "Part", "PlanDocument"]

DatasetForm = Literal["parquet", "jsonl"]
FORMS: Final[tuple[DatasetForm, ...]] = get_args(DatasetForm)

SPLITS: Final = ("train", "validation", "test")
"""The splits; the seed of a split is the seed of the plan plus its place here."""

PART_GAMES: Final = 50
"""The games of one part: a second's work, and what is lost when the process is killed."""

_MOST_GAMES: Final = 1_000_000_000
_MODULES: Final = ("sapper.lab.dataset.rows", "sapper.lab.dataset.files")  # what makes rows


class PlanDocument(TypedDict):
    """What determines the rows of a dataset; the identities are those of the players' code."""

    players: list[str]
    identities: list[str]
    board: str
    start: str
    first: str
    seed: int
    games: dict[str, int]
    every: int
    best: bool
    technique: bool
    move_time: float | None
    game_moves: int | None
    form: DatasetForm


@dataclass(frozen=True)
class Part:
    """Games `begin` to `begin + count - 1` of one run, and what to say about their positions.

    `number` counts the parts of the whole dataset.
    """

    number: int
    name: str
    run: Run
    begin: int
    count: int
    every: int
    best: bool
    technique: bool
    form: DatasetForm


@dataclass(frozen=True)
class DatasetPlan:
    """The players, the board and the games of each split; make one with `DatasetPlan.of`."""

    players: tuple[PlayerSpec, ...]
    board: BoardSpec
    start: StartRule
    first: CellLike | None
    seed: int
    games: tuple[int, ...]
    every: int
    best: bool
    technique: bool
    form: DatasetForm
    limits: Limits

    @classmethod
    def of(
        cls,
        players: PlayerLike | Sequence[PlayerLike],
        board: BoardSpec | str = "expert",
        *,
        games: int = 1000,
        validation: int = 0,
        test: int = 0,
        seed: int = 0,
        start: StartRule | str = StartRule.OPEN,
        first: CellLike | None = None,
        every: int = 1,
        best: bool = False,
        technique: bool = False,
        form: str = "parquet",
        move_time: float | None = None,
        game_moves: int | None = None,
    ) -> DatasetPlan:
        """Return the plan; raise `InputError` for whatever is wrong with it.

        Every player plays the same boards: `games` of them for training, `validation` and `test`
        for the other splits. One of `every` decisions of a game is kept, the first included.
        `move_time` are the most seconds of a move of a Python player, `game_moves` the most moves
        of a game: beyond them the game ends as a failure.
        """
        is_one = isinstance(players, str) or not isinstance(players, Sequence)
        given = [cast(PlayerLike, players)] if is_one else list(cast(Sequence[PlayerLike], players))
        if not given:
            raise InputError(_("expected at least one player"))
        found = tuple(player_spec_of(player) for player in given)
        if len({player.text for player in found}) < len(found):
            raise InputError(_("the same player is given twice; give different players"))
        if form not in FORMS:
            raise InputError(
                _("expected the form {forms}, got {form!r}").format(
                    forms=" or ".join(FORMS), form=form
                )
            )
        counts = tuple(
            whole_number(count, least, _MOST_GAMES, f"{least} to {_MOST_GAMES:,} games for {split}")
            for split, count, least in zip(
                SPLITS, (games, validation, test), (1, 0, 0), strict=True
            )
        )
        plan = cls(
            players=found,
            board=BoardSpec.of(board),
            start=StartRule.parse(start),
            first=first,
            seed=check_seed(seed),
            games=counts,
            every=whole_number(every, 1, 1_000_000, "one of 1 to 1,000,000 decisions"),
            best=bool(best),
            technique=bool(technique),
            form=form,
            limits=Limits(move_time, game_moves),
        )
        _other = plan.runs  # checks first cell, board and seeds
        return plan

    @cached_property
    def runs(self) -> dict[str, tuple[Run, ...]]:
        """The runs of every split that has games, one for each player."""
        return {
            split: tuple(self._run(player, place) for player in self.players)
            for place, split in enumerate(SPLITS)
            if self.games[place]
        }

    def _run(self, player: PlayerSpec, place: int) -> Run:
        seed = (self.seed + place) % 2**64
        return Run.of(
            player,
            self.board,
            start=self.start,
            first=self.first,
            seed=seed,
            limits=self.limits,
        )

    def parts(self) -> Iterator[Part]:
        """Yield all parts in their order."""
        total = count()
        for place, split in enumerate(SPLITS):
            number = 0
            for run in self.runs.get(split, ()):
                for begin in range(0, self.games[place], PART_GAMES):
                    games = min(PART_GAMES, self.games[place] - begin)
                    name = f"{split}/part-{number:06d}.{self.form}"
                    yield Part(
                        next(total), name, run, begin, games, self.every, self.best,
                        self.technique, self.form,
                    )  # fmt: skip
                    number += 1

    @cached_property
    def job(self) -> Job:
        """The job that makes the parts."""
        return Job.of("dataset", {**self.to_dict()}, _MODULES)

    @property
    def total_games(self) -> int:
        """The games of all players and splits."""
        return len(self.players) * sum(self.games)

    @cached_property
    def identities(self) -> tuple[str, ...]:
        """The identity of every player's code."""
        return tuple(identity_of(run) for run in self.runs[SPLITS[0]])

    def to_dict(self) -> PlanDocument:
        """Return plain data for JSON."""
        return PlanDocument(
            players=[player.text for player in self.players],
            identities=list(self.identities),
            board=str(self.board),
            start=self.start.value,
            first=self.runs[SPLITS[0]][0].first,
            seed=self.seed,
            games={split: self.games[place] for place, split in enumerate(SPLITS)},
            every=self.every,
            best=self.best,
            technique=self.technique,
            move_time=self.limits.move_time,
            game_moves=self.limits.game_moves,
            form=self.form,
        )
