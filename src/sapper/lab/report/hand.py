"""The replays of somebody as a page with plots, as CSV or as Parquet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sapper.documents import document
from sapper.files import write_text
from sapper.games.game import Status
from sapper.games.metrics.hand import HAND_FIGURES, Hand, HandFigure, PlayedReplay, Spread
from sapper.lab.ledger.provenance import Provenance
from sapper.lab.report.export import write_tables
from sapper.lab.report.page import Drawing, page_html, plots_html, table_html
from sapper.lab.report.plots import COLOURS
from sapper.lab.table import Table, Value
from sapper.language import _, _n

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["ENDINGS", "hand_tables", "write_hand"]

ENDINGS: Final = (".html", ".csv", ".parquet")
_PERCENTILES: Final = ("p10", "p25", "p50", "p75", "p90")
_MOST_BINS: Final = 30


def write_hand(hand: Hand, file: Path, made: Provenance) -> None:
    """Write a page, or a row for each replay; the ending of the file says which."""
    rows = document(hand.replays)
    ending = file.suffix.lower()
    if ending == ".html":
        write_text(file, _page(hand, made))
    elif ending == ".csv":
        heads = list(rows[0]) if rows else []
        write_text(file, Table("", heads, [list(row.values()) for row in rows]).to_csv())
    else:
        write_tables(lambda arrow: [arrow.Table.from_pylist(rows)], file)


def hand_tables(hand: Hand) -> Iterator[Table]:
    """Yield a table of percentiles for each level and end, then one of the months."""
    figures = {figure.key: figure for figure in HAND_FIGURES}
    for group in hand.groups:
        rows = [_spread_row(spread, figures[spread.figure]) for spread in group.spreads]
        games = _n("{count} game", "{count} games", group.games).format(count=group.games)
        title = f"{_(group.level)}, {group.status.label}: {games}"
        yield Table(title, ["figure", "games", *_PERCENTILES], rows)
    if hand.months:
        months: list[list[Value]] = [
            [m.month, _(m.level), m.games, m.won, m.time, m.bbbv_per_second,
             None if m.efficiency is None else 100 * m.efficiency]
            for m in hand.months
        ]  # fmt: skip
        heads = ["month", "level", "games", "won", "time", "3BV/s", "efficiency, %"]
        yield Table(_("by month, medians (time: of won games)"), heads, months)


def _spread_row(spread: Spread, figure: HandFigure) -> list[Value]:
    shown = (_shown(value, figure) for value in spread.percentiles)
    return [_shown_name(figure), spread.games, *shown]


def _shown_name(figure: HandFigure) -> str:
    return _(figure.name) + (", %" if figure.is_share else "")


def _shown(value: float, figure: HandFigure) -> float:
    return 100 * value if figure.is_share else value


def _page(hand: Hand, made: Provenance) -> str:
    tables = list(hand_tables(hand))
    sections = []
    for level in hand.levels:
        title = _(level)
        own = [table for table in tables if table.title.startswith(f"{title}, ")]
        drawings = list(_drawings(hand.of(level), level))
        content = "".join(f"<h3>{escape(one.title)}</h3>{table_html(one)}" for one in own)
        content += plots_html(drawings)
        sections.append((title, content))
    if hand.months:
        sections.append((tables[-1].title, table_html(tables[-1])))
    if hand.skipped:
        rows: list[list[Value]] = [list(one) for one in hand.skipped]
        table = Table(_("files left out"), ["file", "problem"], rows)
        sections.append((table.title, table_html(table)))
    formulas = "; ".join(f"{_(f.name)}: {_(f.text)}" for f in HAND_FIGURES)
    return page_html(_("Replays"), sections, made, f"{formulas}.")


def _drawings(played: Sequence[PlayedReplay], level: str) -> Iterator[Drawing]:
    for figure in HAND_FIGURES:
        if sum(figure.of(one) is not None for one in played) > 1:
            name = _shown_name(figure)
            draw = partial(_draw_spread, played=played, figure=figure)
            yield Drawing(f"{_(level)}: {name}", draw, 3.0)
    dated = [one for one in played if one.date and one.bbbv_per_second is not None]
    if len({one.date for one in dated}) > 1:
        yield Drawing(f"{_(level)}: {_('trend')}", partial(_draw_trend, played=dated), 3.0)


def _draw_spread(axes: Axes, played: Sequence[PlayedReplay], figure: HandFigure) -> Axes:
    """Draw how often each value occurs, won and lost games apart."""
    shown = [
        (status, [_shown(value, figure) for one in played if one.status is status
                  and (value := figure.of(one)) is not None])
        for status in (Status.WON, Status.LOST)
    ]  # fmt: skip
    shown = [(status, values) for status, values in shown if values]
    bins = min(_MOST_BINS, max(5, len(played) // 4))
    axes.hist(
        [values for _status, values in shown],
        bins,
        color=COLOURS[: len(shown)],
        label=[status.label for status, _values in shown],
    )
    axes.set_xlabel(_shown_name(figure))
    axes.set_ylabel(_("games"))
    axes.legend()
    return axes


def _draw_trend(axes: Axes, played: Sequence[PlayedReplay]) -> Axes:
    """Draw 3BV/s game by game in the order of their dates."""
    for colour, status in zip(COLOURS, (Status.WON, Status.LOST), strict=False):
        ordered = sorted(played, key=lambda one: one.date)
        points = [
            (n, one.bbbv_per_second) for n, one in enumerate(ordered, 1) if one.status is status
        ]
        if points:
            axes.plot(*zip(*points, strict=True), "o", color=colour, label=status.label)
    axes.set_xlabel(_("games by date"))
    axes.set_ylabel("3BV/s")
    axes.legend()
    return axes
