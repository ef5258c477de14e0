"""The report of runs as one self-contained HTML page, light and dark, for all screen widths."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from html import escape
from itertools import groupby

from sapper.board.cell import join_names
from sapper.lab.comparison import Pair, pairs_of, refusals, unpaired
from sapper.lab.inline_svg import Draw, inline_svg
from sapper.lab.papers import Chapter, Reproduction, best_player
from sapper.lab.papers.examples import Example
from sapper.lab.ratings import ratings_of, ratings_table
from sapper.lab.report_page import PageHead, Section, page_html
from sapper.lab.result import RunResult
from sapper.lab.sprt import SprtState
from sapper.lab.table import Table, Value, difference_cells, format_p_value, share_cells
from sapper.percent import percent_figure
from sapper.players.papers.sources import PAPERS

__all__ = ["report_html", "report_tables", "reproduction_html", "reproduction_tables"]


def report_html(
    results: Sequence[RunResult],
    title: str = "Minesweeper runs",
    head: PageHead | None = None,
    overview: Table | None = None,
    tests: Sequence[tuple[str, SprtState]] = (),
) -> str:
    """Return the report of some runs: an overview if one is given, then a section per board.

    `tests` are sequential tests to draw, each with its name.
    """
    first = [] if overview is None else [Section("Overview", _wide(overview))]
    sections = [*first, *_test_sections(tests), *_run_sections(results)]
    return page_html(title, sections, head or PageHead())


def _test_sections(tests: Sequence[tuple[str, SprtState]]) -> list[Section]:
    from sapper.lab.plots import plot_sprt

    drawings: list[tuple[str, Draw, float]] = [
        (
            f"{name}: {state.verdict} after {state.games:,} boards",
            partial(plot_sprt, state=state),
            3,
        )
        for name, state in tests
    ]
    return [Section("Sequential tests", _plots(drawings))] if drawings else []


def reproduction_html(reproduction: Reproduction, head: PageHead | None = None) -> str:
    """Return the report of the papers' experiments."""
    chapters = [_chapter(chapter, reproduction) for chapter in reproduction.chapters]
    sections = [*chapters, *_run_sections(reproduction.results)]
    names = join_names([paper.name for paper in PAPERS.values()])
    lead = (
        f"Five papers on Minesweeper ({names}), each with its own figures or examples beside ours, "
        f"and our player {best_player()} beside the paper's; then all games once more, with every "
        "figure. "
    )
    return page_html("Five papers' experiments, played again", sections, head or PageHead(), lead)


def report_tables(results: Sequence[RunResult]) -> list[Table]:
    """Return every table of the report, each with its boards in the title."""
    groups = _by_boards(results)
    return [
        replace(table, title=f"{table.title} on {_boards_title(group)}")
        for group in groups
        for table in _tables(group)
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

    caption = "Nodes as boards grow; the bounds go on beyond the top, see the table"
    return caption, partial(plot_growth, points=reproduction.layout), 3.4


def _run_sections(results: Sequence[RunResult]) -> list[Section]:
    """Return one section for all runs on the same boards."""
    return list(map(_boards_section, _by_boards(results)))


def _by_boards(results: Sequence[RunResult]) -> list[list[RunResult]]:
    """Return the runs that have games, in groups with the same boards."""
    some = sorted((r for r in results if r.games), key=lambda r: tuple(map(str, r.run.boards)))
    return [list(group) for _, group in groupby(some, lambda r: r.run.boards)]


def _boards_section(results: list[RunResult]) -> Section:
    """Return the tables and plots of all runs on the same boards."""
    content = "<p></p>".join(map(_wide, _tables(results))) + _plots(_drawings(results))
    return Section(_boards_title(results), content + _maps_note(results))


def _boards_title(results: Sequence[RunResult]) -> str:
    run = results[0].run
    return run.boards_text


def _tables(results: Sequence[RunResult]) -> list[Table]:
    tables = [_players_table(results)]
    if any(r.control_variate for r in results):
        tables.append(_scores_table(results))
    if pairs_of(results):
        tables.append(_pairs_table(results))
        if ratings := ratings_of(results):
            tables.append(ratings_table(ratings))
    return tables


def _drawings(results: list[RunResult]) -> list[tuple[str, Draw, float]]:
    """Return the plots that the runs have data for: caption, function and height in inches."""
    from sapper.lab import plots

    pairs = pairs_of(results)
    located = [r for r in results if r.sums.located]
    has_safeties = any(r.sums.safety_counts for r in results)
    drawings: list[tuple[str, Draw, float]] = []
    if len(results) > 1:
        height = 1.2 + 0.5 * len(results)
        drawings.append(("Win rates", partial(plots.plot_win_rates, results=results), height))
    if pairs:
        height = 1.5 + 0.6 * len(pairs)
        drawings.append(("Differences", partial(plots.plot_differences, pairs=pairs), height))
    drawings.append(("Guesses per game", partial(plots.plot_guesses, results=results), 3.0))
    if located:
        drawings.append(("Where games are lost", partial(plots.plot_losses, results=located), 3.0))
    if has_safeties:
        drawings.append(("Calibration", partial(plots.plot_calibration, results=results), 3.4))
    drawings.append(("Time per game", partial(plots.plot_times, results=results), 3.0))
    for r in located:
        if plots.has_loss_map(r):
            caption = f"Cells where games are lost: {r.run.strategy}"
            drawings.append((caption, partial(plots.plot_loss_map, result=r), 3.4))
    return drawings


def _maps_note(results: Sequence[RunResult]) -> str:
    """Return why players have no map of lost games, as a paragraph; empty if all have one."""
    from sapper.lab.plots import FEWEST_LOSSES, has_loss_map, losses_per_cell

    few = [r for r in results if r.run.spec.shape != "hex" and not has_loss_map(r)]
    if not few:
        return ""
    most = max(map(losses_per_cell, few))
    return (
        f"<p>No map of the cells where {escape(join_names([r.run.strategy for r in few]))} lost: "
        f"it needs {FEWEST_LOSSES} lost games per cell on average, so that chance moves a cell by "
        f"20 %, and there are at most {most:.2g}.</p>"
    )


def _players_table(results: Sequence[RunResult]) -> Table:
    columns = ["player", "games", "won", "win %", "95 %", "win % without luck", "95 %", "worth",
               "guesses per game", "guesses right %", "calibration, points", "steps per win",
               "ms per game", "ms per win", "identity"]  # fmt: skip
    rows: list[list[Value]] = []
    for r in results:
        free, fair = r.luck_free, r.calibration
        calibration = f"{100 * fair.difference:+.2f} ± {100 * fair.error:.2f}"
        rows.append(
            [r.run.strategy, r.games, r.wins, *share_cells(r.win_rate), *share_cells(free),
             f"{free.worth:.1f}x" if free else None, f"{r.guesses_per_game:.2f}",
             percent_figure(r.accuracy.value, 1) if r.guesses else None,
             calibration if fair.guesses else None,
             f"{r.steps_per_win:.1f}", f"{r.ms_per_game:.3f}", f"{r.ms_per_win:.3f}", r.identity]
        )  # fmt: skip
    notes = [*_fault_notes(results), *_alarm_notes(results), *unpaired(results)]
    return Table("players", columns, rows, notes)


def _alarm_notes(results: Sequence[RunResult]) -> list[str]:
    """Return which workers differ from the others; machines are not named in a report."""
    return [
        f"Alarm, the workers of {r.run.strategy} differ: {alarm}. The figures of this player may "
        "be wrong; `sapper ledger check --replay 200 --ledger FILE` plays games of every worker "
        "again, FILE being the ledger of this report."
        for r in results
        for alarm in r.alarms
    ]


def _fault_notes(results: Sequence[RunResult]) -> list[str]:
    """Return who failed in how many games, and how to replay the first."""
    return [
        f"Faults of {r.run.strategy}, counted as lost: {r.faults} "
        f"({'; '.join(r.faults.replays(r.run))})."
        for r in results
        if r.faults
    ]


def _pairs_table(results: Sequence[RunResult]) -> Table:
    columns = ["pair", "boards", "won by first only", "by second only", "difference, points",
               "95 %", "without luck", "95 %", "p of outcomes", "verdict"]  # fmt: skip
    rows: list[list[Value]] = []
    for pair in pairs_of(results):
        rows.append(
            [f"{pair.first.run.strategy} − {pair.second.run.strategy}", pair.games,
             pair.only_first, pair.only_second, *difference_cells(pair.difference),
             *difference_cells(pair.luck_free), format_p_value(pair.p_value),
             pair.verdict_text]
        )  # fmt: skip
    return Table("pairs", columns, rows, refusals(results))


def _scores_table(results: Sequence[RunResult]) -> Table:
    """Return the control variates of players and pairs, with notes on missing ones."""
    columns = ["control variate of", "win %", "95 %", "worth", "correction, points",
               "standard errors"]  # fmt: skip
    pairs = [pair for pair in pairs_of(results) if _may_be_scored(pair)]
    named = [(r.run.strategy, share_cells, r) for r in results if r.run.is_scored] + [
        (f"{p.first.run.strategy} − {p.second.run.strategy}", difference_cells, p) for p in pairs
    ]
    rows: list[list[Value]] = []
    notes = _unscored_note(results)
    for name, cells, one in named:
        variate = one.control_variate
        if variate is None:
            notes.append(f"No control variate of {name}: {one.why_no_control_variate}.")
            continue
        if not variate.is_fair:
            notes.append(
                f"The correction of {name} is not 0 within its error: "
                "the chances, the dealing or the scores are wrong."
            )
        rows.append(
            [name, *cells(variate), f"{variate.worth:.1f}x",
             f"{100 * variate.correction:+.2f} ± {100 * variate.error:.2f}",
             f"{variate.deviations:+.1f}"]
        )  # fmt: skip
    return Table("scores", columns, rows, notes)


def _unscored_note(results: Sequence[RunResult]) -> list[str]:
    """Return whose pairs have no control variate, in one sentence."""
    names = [r.run.strategy for r in results if not r.run.is_scored]
    if not names or not pairs_of(results):
        return []
    return [
        f"Pairs with {join_names(names)} have no control variate: only players with a learned "
        "winning chance have one."
    ]


def _may_be_scored(pair: Pair) -> bool:
    return pair.first.run.is_scored and pair.second.run.is_scored


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
