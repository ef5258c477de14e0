"""The report of runs as one self-contained HTML page, light and dark, for all screen widths."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from html import escape

from sapper.board.cell import join_names
from sapper.lab.boards_group import BoardsGroup, groups_of
from sapper.lab.inline_svg import Draw, inline_svg
from sapper.lab.papers import Chapter, Reproduction, best_player
from sapper.lab.papers.examples import Example
from sapper.lab.report_page import PageHead, Section, page_html
from sapper.lab.result import RunResult
from sapper.lab.statistics import SprtState
from sapper.lab.table import Table
from sapper.language import _
from sapper.players.papers.sources import PAPERS

__all__ = ["report_html", "report_tables", "reproduction_html", "reproduction_tables"]


def report_html(
    results: Sequence[RunResult],
    title: str | None = None,
    head: PageHead | None = None,
    tests: Sequence[tuple[str, SprtState]] = (),
) -> str:
    """Return the report of some runs: a section per board.

    `tests` are sequential tests to draw, each with its name.
    """
    sections = [*_test_sections(tests), *_run_sections(results)]
    return page_html(title or _("Minesweeper runs"), sections, head or PageHead())


def _test_sections(tests: Sequence[tuple[str, SprtState]]) -> list[Section]:
    from sapper.lab.plots import plot_sprt

    drawings: list[tuple[str, Draw, float]] = [
        (
            _("{name}: {verdict} after {games:,} boards").format(
                name=name, verdict=state.verdict, games=state.games
            ),
            partial(plot_sprt, state=state),
            3,
        )
        for name, state in tests
    ]
    return [Section(_("Sequential tests"), _plots(drawings))] if drawings else []


def reproduction_html(reproduction: Reproduction, head: PageHead | None = None) -> str:
    """Return the report of the papers' experiments."""
    chapters = [_chapter(chapter, reproduction) for chapter in reproduction.chapters]
    groups = groups_of(reproduction.results)
    sections = [*chapters, *(_boards_section(g, is_drawn=len(g.results) > 1) for g in groups)]
    names = join_names([paper.name for paper in PAPERS.values()])
    lead = _(
        "Five papers on Minesweeper ({names}), each with its own figures or examples "
        "beside ours, and our player {best_player} beside the paper's; then all games "
        "once more, with every figure, and plots where several players share the boards"
        " (`sapper report` draws them for single players too). "
    ).format(names=names, best_player=best_player())
    return page_html(
        _("Five papers' experiments, played again"), sections, head or PageHead(), lead
    )


def report_tables(results: Sequence[RunResult]) -> list[Table]:
    """Return every table of the report, each with its boards in the title."""
    return [
        replace(table, title=f"{table.title} on {group.title}")
        for group in groups_of(results)
        for table in group.tables()
    ]


def reproduction_tables(reproduction: Reproduction) -> list[Table]:
    """Return every table of the papers' report."""
    return [*reproduction.tables, *report_tables(reproduction.results)]


def _chapter(chapter: Chapter, reproduction: Reproduction) -> Section:
    """Return one paper: its name, its table, and its examples as pictures or its plot."""
    content = f"<p>{escape(chapter.paper.citation)}</p>" + _wide(chapter.table)
    if examples := "".join(map(_example, chapter.examples)):
        content += f'<div class="pictures">{examples}</div>'
    if chapter.paper is PAPERS["layout"]:
        content += _plots([_growth_drawing(reproduction)])
    return Section(chapter.table.title, content)


def _example(example: Example) -> str:
    """Return an example as the paper shows it: steps, search tree."""
    figures = [
        f"<figure><figcaption>{escape(example.title)}: {escape(shown.caption)}</figcaption>"
        f'<div class="picture">{shown.trace.render("svg")}</div></figure>'
        for shown in example.shown
    ]
    return "".join(figures)


def _growth_drawing(reproduction: Reproduction) -> tuple[str, Draw, float]:
    from sapper.lab.plots import plot_growth

    caption = _("Nodes as boards grow; the bounds go on beyond the top, see the table")
    return caption, partial(plot_growth, points=reproduction.layout), 3.4


def _run_sections(results: Sequence[RunResult]) -> list[Section]:
    """Return one section for all runs on the same boards."""
    return list(map(_boards_section, groups_of(results)))


def _boards_section(group: BoardsGroup, *, is_drawn: bool = True) -> Section:
    """Return the tables and plots of all runs on the same boards."""
    content = "<p></p>".join(map(_wide, group.tables()))
    if is_drawn:
        content += _plots(_drawings(group)) + _maps_note(group.results)
    return Section(group.title, content)


def _drawings(group: BoardsGroup) -> list[tuple[str, Draw, float]]:
    """Return the plots that the runs have data for: caption, function and height in inches."""
    from sapper.lab import plots

    results, pairs = group.results, group.pairs
    located = [r for r in results if r.sums.located]
    has_safeties = any(r.sums.safety_counts for r in results)
    drawings: list[tuple[str, Draw, float]] = []
    if len(results) > 1:
        height = 1.2 + 0.5 * len(results)
        drawings.append((_("Win rates"), partial(plots.plot_win_rates, results=results), height))
    if pairs:
        height = 1.5 + 0.6 * len(pairs)
        drawings.append((_("Differences"), partial(plots.plot_differences, pairs=pairs), height))
    drawings.append((_("Guesses per game"), partial(plots.plot_guesses, results=results), 3.0))
    if located:
        drawings.append(
            (_("Where games are lost"), partial(plots.plot_losses, results=located), 3.0)
        )
    if has_safeties:
        drawings.append((_("Calibration"), partial(plots.plot_calibration, results=results), 3.4))
    drawings.append((_("Time per game"), partial(plots.plot_times, results=results), 3.0))
    for r in located:
        if plots.has_loss_map(r):
            caption = _("Cells where games are lost: {player}").format(player=r.run.player)
            drawings.append((caption, partial(plots.plot_loss_map, result=r), 3.4))
    return drawings


def _maps_note(results: Sequence[RunResult]) -> str:
    """Return why players have no map of lost games, as a paragraph; empty if all have one."""
    from sapper.lab.plots import FEWEST_LOSSES, has_loss_map, losses_per_cell

    few = [r for r in results if r.run.spec.shape != "hex" and not has_loss_map(r)]
    if not few:
        return ""
    most = max(map(losses_per_cell, few))
    text = _(
        "No map of the cells where {players} lost: it needs {fewest} lost games per cell on "
        "average, so that chance moves a cell by 20 %, and there are at most {most:.2g}."
    ).format(players=join_names([r.run.player for r in few]), fewest=FEWEST_LOSSES, most=most)
    return f"<p>{escape(text)}</p>"


def _wide(table: Table) -> str:
    """Return a table without caption, horizontally scrollable, and its notes."""
    notes = "".join(f"<p>{escape(note)}</p>" for note in table.notes)
    return f'<div class="wide">{replace(table, title="").to_html()}</div>{notes}'


def _plots(drawings: Sequence[tuple[str, Draw, float]]) -> str:
    figures = [
        f"<figure><figcaption>{escape(name)}</figcaption>{inline_svg(draw, height, name)}</figure>"
        for name, draw, height in drawings
    ]
    return f'<div class="plots">{"".join(figures)}</div>'
