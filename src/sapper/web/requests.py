"""The bodies of the API's requests, validated by pydantic."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from sapper.board import Position, read_position
from sapper.board.formats.reading import Reading
from sapper.board.geometry import MAX_CELLS
from sapper.web.limits import Limits

__all__ = [
    "AnalyseRequest",
    "BestRequest",
    "CellRequest",
    "CertifyRequest",
    "ContinueRequest",
    "DealRequest",
    "GameRequest",
    "GenerateRequest",
    "HintRequest",
    "MetricsRequest",
    "PictureRequest",
    "PlayRequest",
    "PositionRequest",
    "RatesRequest",
    "WatchRequest",
    "WinChanceRequest",
]

Coordinate = Annotated[int, Field(ge=0, le=99_999)]
CellPair = tuple[Coordinate, Coordinate]
Seed = Annotated[int, Field(ge=0, le=2**64 - 1)]
Clicks = Annotated[int, Field(ge=0, le=10**9)]
_EXAMPLE = "3x3/2:01_/12_/___"
_GAME = "9x9/10 safe 5 0 o4,4"


class _Request(BaseModel):
    model_config = ConfigDict(extra="forbid")


class PositionRequest(_Request):
    """A position, as any text that the library reads."""

    position: str = Field(examples=[_EXAMPLE], max_length=200_000)
    mines: int | None = Field(None, ge=0, le=MAX_CELLS, description="Total, if the text has none.")
    trust_flags: bool = Field(False, description="Treat flags as mines.")

    def reading(self, limits: Limits) -> Reading:
        """Return the position with notes; raise `InputError` or `TooLarge`."""
        reading = read_position(self.position, self.mines)
        limits.check_position(reading.position)
        return reading

    def read(self, limits: Limits) -> Position:
        """Return the position, without the notes on how it was read."""
        return self.reading(limits).position


class AnalyseRequest(PositionRequest):
    """A request for the analysis of a position."""

    density: float | None = Field(
        None, gt=0, lt=1, description="Chance of a mine where the mine count is unknown."
    )
    fractions: bool = Field(False, description="Also return every chance as an exact fraction.")


class CellRequest(PositionRequest):
    """A request about one cell of a position."""

    cell: CellPair = Field(examples=[[2, 2]])
    density: float | None = Field(None, gt=0, lt=1)


class BestRequest(PositionRequest):
    """A request for the best move of a position."""

    density: float | None = Field(
        None, gt=0, lt=1, description="Where the mine count is unknown, for the safest cell."
    )
    player: Literal["champion", "patient", "lookahead", "fast"] = "champion"
    limit: int = Field(8, ge=1, le=100, description="The most candidates to return.")
    games: int = Field(
        0,
        ge=0,
        le=100_000,
        description="Random layouts to play to the end for the winning chance.",
    )
    seed: Seed = 0


class WinChanceRequest(PositionRequest):
    """A request for the winning chance of a position."""

    player: Literal["champion", "patient", "lookahead", "fast"] = "fast"
    games: int = Field(200, ge=1, le=100_000, description="Random layouts to play to the end.")
    seed: Seed = 0


class HintRequest(PositionRequest):
    """A request for a hint."""

    level: Literal[1, 2, 3, 4] = Field(
        1, description="1 whether any cell is certain, 2 in which region, 3 which cell, 4 why."
    )


class PictureRequest(PositionRequest):
    """A request for a picture of a position."""

    heat: bool = Field(False, description="Colour the covered cells by their chances.")
    density: float | None = Field(None, gt=0, lt=1)
    cell_size: int = Field(28, ge=8, le=64)


class GameRequest(_Request):
    """A game: one line of board, start rule, seed, game number and moves; or a record in JSON."""

    game: str = Field(examples=[_GAME], max_length=250_000)


class PlayRequest(GameRequest):
    """A game to replay, optionally continued by all certain moves."""

    certain: bool = Field(False, description="Then open certainly safe cells until there are none.")
    analyse: bool = Field(False, description="Also return the analysis of the resulting position.")


class WatchRequest(GameRequest):
    """A game that a player continues."""

    player: str = Field("champion", max_length=200)
    most: int = Field(1000, ge=1, le=20_000, description="The most moves to make.")


class ContinueRequest(PositionRequest):
    """A position to play on from."""

    seed: Seed = 0


class DealRequest(_Request):
    """A board to deal."""

    board: str = Field("beginner", max_length=60)
    start: Literal["raw", "safe", "open"] = "safe"
    first: CellPair = (0, 0)
    seed: Seed = 0
    game: Seed = 0


class MetricsRequest(GameRequest):
    """A game to measure, with the clicks that changed nothing: its line does not have them."""

    wasted_left: Clicks = 0
    wasted_right: Clicks = 0
    wasted_chord: Clicks = 0


class CertifyRequest(GameRequest):
    """A game whose board needs no guess from the first cell that was opened."""

    mine_count: bool = Field(True, description="Whether counting mines is allowed.")


class GenerateRequest(_Request):
    """A board that needs no guess; `grade` asks for one that needs just this reasoning."""

    board: str = Field("beginner", max_length=60)
    start: Literal["raw", "safe", "open"] = "open"
    first: CellPair | None = Field(None, description="By default the middle.")
    grade: Literal["single", "pair", "chain", "cases", "component", "count"] | None = None
    method: Literal["uniform", "repair"] = "uniform"
    seed: Seed = 0
    number: int = Field(0, ge=0, le=2**32 - 1)


class RatesRequest(_Request):
    """Wins and games, for each of which the win rate is asked."""

    tallies: list[tuple[Clicks, Clicks]] = Field(max_length=1000, examples=[[[41, 100]]])
