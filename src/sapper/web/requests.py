"""What can be asked: the bodies of the requests, checked at the border."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from sapper.board import Position, read_position
from sapper.board.formats.reading import Reading
from sapper.web.limits import Limits

__all__ = [
    "AboutCell",
    "AboutGame",
    "AboutPosition",
    "Analysed",
    "ForBest",
    "ForHint",
    "ForPicture",
    "ForWinChance",
    "PlayedOn",
    "ToContinue",
    "ToDeal",
    "Watched",
]

Coordinate = Annotated[int, Field(ge=0, le=99_999)]
CellPair = tuple[Coordinate, Coordinate]
Seed = Annotated[int, Field(ge=0, le=2**64 - 1)]
_EXAMPLE = "3x3/2:01_/12_/___"
_GAME = "9x9/10 safe 5 0 o4,4"


class _Question(BaseModel):
    model_config = ConfigDict(extra="forbid")


class AboutPosition(_Question):
    """A position, as any text that the library reads."""

    position: str = Field(examples=[_EXAMPLE], max_length=200_000)
    mines: int | None = Field(None, ge=0, le=4_000_000, description="Total, if the text has none.")
    trust_flags: bool = Field(False, description="Take flags for mines.")

    def reading(self, limits: Limits) -> Reading:
        """Return what the text tells; raise `InputError` or `TooLarge`."""
        reading = read_position(self.position, self.mines)
        limits.check_position(reading.position)
        return reading

    def read(self, limits: Limits) -> Position:
        """Return the position alone."""
        return self.reading(limits).position


class Analysed(AboutPosition):
    """A position to analyse."""

    density: float | None = Field(
        None, gt=0, lt=1, description="Chance of a mine where the mine count is unknown."
    )
    fractions: bool = Field(False, description="Also give every chance as an exact fraction.")


class AboutCell(AboutPosition):
    """A cell of a position."""

    cell: CellPair = Field(examples=[[2, 2]])
    density: float | None = Field(None, gt=0, lt=1)


class ForBest(AboutPosition):
    """A position whose best move is wanted."""

    setting: Literal["champion", "patient", "lookahead", "fast"] = "champion"
    limit: int = Field(8, ge=1, le=100, description="How many candidates.")
    games: int = Field(
        0, ge=0, le=100_000, description="Layouts to play out for the chance to win."
    )
    seed: Seed = 0


class ForWinChance(AboutPosition):
    """A position whose chance to win is wanted."""

    setting: Literal["champion", "patient", "lookahead", "fast"] = "fast"
    games: int = Field(200, ge=1, le=100_000, description="Layouts to play out.")
    seed: Seed = 0


class ForHint(AboutPosition):
    """A position in which a player wants a hint."""

    level: Literal[1, 2, 3, 4] = Field(
        1, description="1 is anything certain, 2 where, 3 which cell, 4 why."
    )


class ForPicture(AboutPosition):
    """A position to draw."""

    heat: bool = Field(False, description="Colour the covered cells by their chances.")
    density: float | None = Field(None, gt=0, lt=1)
    cell_size: int = Field(28, ge=8, le=64)


class AboutGame(_Question):
    """A game: one line of board, start rule, seed, game number and moves."""

    game: str = Field(examples=[_GAME], max_length=250_000)


class PlayedOn(AboutGame):
    """A game to replay, and perhaps to go on with by certain moves."""

    certain: bool = Field(False, description="Then make every certain move, as long as any is.")
    analyse: bool = Field(False, description="Also give the analysis of where the game stands.")


class Watched(AboutGame):
    """A game that a strategy shall go on with."""

    strategy: str = Field("champion", max_length=200)
    most: int = Field(1000, ge=1, le=20_000, description="The most moves to make.")


class ToContinue(AboutPosition):
    """A position to play on from."""

    seed: Seed = 0


class ToDeal(_Question):
    """A board to deal."""

    board: str = Field("beginner", max_length=60)
    start: Literal["raw", "safe", "open"] = "safe"
    first: CellPair = (0, 0)
    seed: Seed = 0
    game: Seed = 0
