"""The questions about a position: how it is read, what follows, why, and the best move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Final, Literal

from sapper.analysis import Analysis, analyse
from sapper.answers.question import Lane, PlainQuestion, Question, Work
from sapper.board.cell import Cell, join_names
from sapper.board.formats.reading import Reading, read_position
from sapper.board.geometry import SHAPES
from sapper.board.picture_reading import PictureReading, Pixels, read_picture, read_pixels
from sapper.board.position import Position
from sapper.errors import ContradictionError, InputError
from sapper.language import _

__all__ = ["POSITION_QUESTIONS", "PositionQuestion"]

_EVERY: Final = 0.2  # seconds between two reports
_ANY_DENSITY: Final = 0.2  # what is certain does not depend on it

CellPair = tuple[int, int] | str


@dataclass(kw_only=True, eq=False, repr=False)
class PositionQuestion(PlainQuestion):
    """A question about a position, given as any text that the library reads.

    `mines` is the total where the text has none; with `trust_flags` flags are mines. `doubtful`
    are cells that may show something else, as those of a picture.
    """

    position: str
    mines: int | None = None
    trust_flags: bool = False
    doubtful: tuple[tuple[int, int], ...] = ()

    @cached_property
    def reading(self) -> Reading:
        """The position with the notes on how it was read."""
        return read_position(self.position, self.mines)

    def read(self, work: Work) -> Position:
        """Return the position; raise `TooLarge` if it has too many cells."""
        position = self.reading.position
        work.limits.check_geometry(position.geometry)
        return position

    def refuse(self, error: ContradictionError, work: Work) -> object:
        """Return why no layout fits the position, and the repairs."""
        from sapper.proofs.conflicts import Impossible, conflict_of

        found = conflict_of(
            error, self.reading.position, trust_flags=self.trust_flags, budget=work.budget
        )
        return Impossible(self.reading.position, self.reading.notes, found)

    def is_refused(self, value: object) -> bool:
        """Return whether a value says that no layout fits."""
        return getattr(value, "conflict", None) is not None

    def certain_by_doubt(self, value: object, work: Work) -> list[Cell]:
        """Return the certain cells that are so only if the doubtful cells were read rightly."""
        from sapper.analysis.doubt import certain_by_doubt

        if self.is_refused(value):
            return []
        if not isinstance(value, Analysis):
            position = self.reading.position
            density = _ANY_DENSITY if position.mines is None else None
            value = analyse(position, density=density, budget=work.budget, **self._flags)
        return certain_by_doubt(value, [Cell(*pair) for pair in self.doubtful])

    @property
    def _flags(self) -> dict[str, Any]:
        return {"trust_flags": self.trust_flags}


@dataclass(kw_only=True, eq=False, repr=False)
class DensityQuestion(PositionQuestion):
    """A question whose answer needs a density where the mine count is unknown.

    `density` is the chance of a mine in a cell about which nothing is known.
    """

    density: float | None = None

    def density_for(self, position: Position) -> float | None:
        """Return the density; where the mine count is known, it is dropped."""
        return self.density if position.mines is None else None

    def analysis(self, work: Work) -> Analysis:
        """Return the analysis, by the density where the mine count is unknown."""
        position = self.read(work)
        density = self.density_for(position)
        try:
            return analyse(position, density=density, budget=work.budget, **self._flags)
        except InputError as error:  # an impossible position needs no mine count
            from sapper.proofs import conflict

            found = conflict(position, budget=work.budget, **self._flags)
            raise (error if found is None else found.error) from None


@dataclass(kw_only=True, eq=False, repr=False)
class Read(PositionQuestion):
    """How a text is read."""

    usual_lane: ClassVar[Lane] = "quick"

    def answer(self, work: Work) -> object:
        """Return the reading."""
        self.read(work)
        return self.reading


@dataclass(kw_only=True, eq=False, repr=False)
class Analyse(DensityQuestion):
    """What follows from the position; with `fractions` also every chance as a fraction."""

    fractions: bool = False

    more: ClassVar[Mapping[str, Any]] = {"fractions": list[list[str | None]]}

    @property
    def lane(self) -> Lane:
        """How much the answer costs."""
        return "heavy" if self.fractions else "quick"

    def answer(self, work: Work) -> Analysis:
        """Return the analysis."""
        found = self.analysis(work)
        if self.fractions:
            work.more["fractions"] = found.fractions
        return found


@dataclass(kw_only=True, eq=False, repr=False)
class OneCell(DensityQuestion):
    """What is known of one covered cell: its exact chance, and the numbers behind it."""

    cell: CellPair

    usual_lane: ClassVar[Lane] = "quick"

    def answer(self, work: Work) -> object:
        """Return what is known of the cell."""
        return self.analysis(work).at(self.cell)


@dataclass(kw_only=True, eq=False, repr=False)
class Explain(DensityQuestion):
    """Why a cell is safe, a mine, or neither.

    Without a cell: the certain cell with the easiest proof, with `all` every certain cell, and what
    to guess where nothing is certain.
    """

    cell: CellPair | None = None
    all: bool = False

    def answer(self, work: Work) -> object:
        """Return the explanations."""
        from sapper.proofs import Explanation, easiest_first, explain, explain_all

        position = self.read(work)
        if self.cell is not None:
            if self.all:
                raise InputError("give either a cell or all, not both")
            found = explain(position, self.cell, budget=work.budget, **self._flags)
            return Explanation(position, (found,))
        proofs = explain_all(position, budget=work.budget, **self._flags)
        if not self.all:
            proofs = easiest_first(proofs)[:1]
        guess = None if proofs else self._guess(position, work)
        return Explanation(position, proofs, guess)

    def _guess(self, position: Position, work: Work) -> str:
        """Return what to guess when no cell is certain."""
        from sapper.players import best
        from sapper.players.engine.words import explain_choice
        from sapper.proofs import unavoidable

        if not any(map(position.is_covered, position.geometry.cells())):
            return _("No cell is covered.")
        if position.mines is not None or self.density is not None:
            density = self.density_for(position)
            choice = best(position, density=density, budget=work.budget, **self._flags)
            return explain_choice(choice, budget=work.budget)
        groups = unavoidable(position, budget=work.budget, **self._flags)
        return " ".join([_("Nothing is certain."), *(group.text for group in groups)])


@dataclass(kw_only=True, eq=False, repr=False)
class GiveHint(DensityQuestion):
    """Help in four levels: whether any cell is certain, in which region, which cell, why."""

    level: Literal[1, 2, 3, 4] = 1

    def answer(self, work: Work) -> object:
        """Return the hint."""
        from sapper.proofs import hint

        position = self.read(work)
        density = self.density_for(position)
        found = hint(position, self.level, density=density, budget=work.budget, **self._flags)
        if self.doubtful and found.cell is None and super().certain_by_doubt(found, work):
            text = _("Some of it only if the doubtful cells were read rightly.")
            found = replace(found, text=f"{found.text} {text}")
        return found

    def certain_by_doubt(self, value: object, work: Work) -> list[Cell]:
        """Return those of them that the hint names, itself or in its proof."""
        proof = getattr(value, "proof", None)
        named = {getattr(value, "cell", None)}
        named |= {each.cell for each in proof.highlights} if proof else set()
        return [cell for cell in super().certain_by_doubt(value, work) if cell in named]


@dataclass(kw_only=True, eq=False, repr=False)
class Best(DensityQuestion):
    """The best move and the other candidates.

    `games` random layouts are played to the end for the winning chance. Player `deep` compares the
    candidates on `games` layouts or for some `seconds`; it reports the best so far.
    """

    player: str = "champion"
    limit: int = 8
    games: int = 0
    seed: int = 0
    seconds: float | None = None

    @property
    def lane(self) -> Lane:
        """How much the answer costs."""
        return "long" if self.player == "deep" else "heavy"

    def answer(self, work: Work) -> object:
        """Return the choice with its explanation."""
        from sapper.players import best
        from sapper.players.engine.advice import advise

        work.limits.check("rollouts", self.games)
        position: Any = self.read(work)
        if self.player == "deep":
            return advise(self._deep(position, work), budget=work.budget)
        if self.seconds is not None:
            raise InputError("seconds are for player deep only", field="seconds")
        player: Any = self.player
        choice = best(
            position, player=player, limit=self.limit, budget=work.budget,
            density=self.density_for(position), **self._flags,
        )  # fmt: skip
        chance = _win_chance(self, choice.position, work) if self.games else None
        return advise(choice, chance, budget=work.budget)

    def _deep(self, position: Position, work: Work) -> Any:
        from sapper.players import best

        last = 0.0
        most = self.seconds or work.limits.search_seconds
        work.limits.check("search_seconds", most)

        def watch(choice: Any, spent: float) -> None:
            nonlocal last
            if spent - last >= _EVERY:
                last = spent
                _report_search(work, spent, most, choice)

        _report_search(work, 0, most)
        return best(
            position, player="deep", limit=self.limit, time=self.seconds, games=self.games or None,
            seed=self.seed, watch=watch, budget=work.budget, **self._flags,
        )  # fmt: skip


@dataclass(kw_only=True, eq=False, repr=False)
class BestClick(PositionQuestion):
    """The certain moves, flags and chords among them, by the clicks that the game then takes."""

    limit: int = 8
    seed: int = 0

    def answer(self, work: Work) -> object:
        """Return the moves, the one that saves most first."""
        from sapper.players.engine.advice import with_flags_as_mines
        from sapper.players.engine.clicks import best_click

        position = self.read(work)
        trusted = with_flags_as_mines(position) if self.trust_flags else position
        return best_click(trusted, limit=self.limit, seed=self.seed, budget=work.budget)


@dataclass(kw_only=True, eq=False, repr=False)
class Win(PositionQuestion):
    """The chance to win from here, with good play."""

    player: str = "fast"
    games: int = 200
    seed: int = 0

    def answer(self, work: Work) -> object:
        """Return the winning chance."""
        from sapper.players.engine.advice import with_flags_as_mines

        work.limits.check("rollouts", self.games)
        position = self.read(work)
        trusted = with_flags_as_mines(position) if self.trust_flags else position
        return _win_chance(self, trusted, work)


@dataclass(kw_only=True, eq=False, repr=False)
class ContinueGame(PositionQuestion):
    """A game that stands at this position, with mines drawn from all layouts that fit."""

    seed: int = 0

    more: ClassVar[Mapping[str, Any]] = {"is_same": bool}

    def answer(self, work: Work) -> object:
        """Return the game; it stands elsewhere where the neighbours of a zero were opened."""
        from sapper.games.continuation import continue_position

        position = self.read(work)
        if position.geometry.shape == "graph":
            names = join_names(SHAPES)
            text = _("the page cannot play on a graph; it plays on {names} boards")
            raise InputError(text.format(names=names))
        game = continue_position(position, seed=self.seed, budget=work.budget)
        work.more["is_same"] = game.position == position
        return game


@dataclass(kw_only=True, eq=False, repr=False)
class Draw(DensityQuestion):
    """The board as SVG, with its chances if wanted and if any layout fits."""

    heat: bool = False
    cell_size: int = 28

    more: ClassVar[Mapping[str, Any]] = {"svg": str}

    usual_lane: ClassVar[Lane] = "quick"

    def answer(self, work: Work) -> object:
        """Return the reading; the picture stands beside it."""
        from sapper.analysis.picture import heat_svg

        position, size = self.read(work), self.cell_size
        if not 8 <= size <= 64:
            raise InputError(f"expected a cell size of 8 to 64, got {size}", field="cell_size")
        try:
            svg = heat_svg(self.analysis(work), cell_size=size) if self.heat else None
        except ContradictionError:
            svg = None
        work.more["svg"] = svg or position.svg(cell_size=size)
        return self.reading


@dataclass(kw_only=True, eq=False, repr=False)
class ReadPicture(PlainQuestion):
    """The position in a picture: a file, or pixels of this width and height.

    Pixels are rows from the top, four bytes each: red, green, blue and opacity. A file needs the
    extra `pictures` where the question is answered; pixels do not.
    """

    data: bytes
    width: int | None = None
    height: int | None = None
    mines: int | None = None

    time_factor: ClassVar[float] = 4.0  # for the largest pictures

    def answer(self, work: Work) -> PictureReading:
        """Return the reading."""
        if self.width is None or self.height is None:
            found = read_picture(self.data, self.mines)
        else:
            found = read_pixels(Pixels(self.width, self.height, self.data), self.mines)
        work.limits.check_geometry(found.position.geometry)
        return found


POSITION_QUESTIONS: Final[Mapping[str, type[Question]]] = {
    "read": Read,
    "read_picture": ReadPicture,
    "analyse": Analyse,
    "cell": OneCell,
    "explain": Explain,
    "hint": GiveHint,
    "best": Best,
    "clicks": BestClick,
    "win": Win,
    "continue": ContinueGame,
    "picture": Draw,
}


def _win_chance(asked: Best | Win, position: Position, work: Work) -> Any:
    from sapper.players import win_chance

    player: Any = asked.player
    return win_chance(
        position, games=asked.games, seed=asked.seed, player=player, budget=work.budget
    )


def _report_search(work: Work, done: float, most: float, choice: object = None) -> None:
    work.report("search", {"done": done, "all": most, "choice": choice})
