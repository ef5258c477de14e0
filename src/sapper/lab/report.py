"""The report of runs as one self-contained HTML page, light and dark, for all screen widths."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from html import escape
from itertools import groupby

from sapper.board.cell import join_names
from sapper.lab.comparison import Pair, pairs_of
from sapper.lab.identity import sapper_version
from sapper.lab.inline_svg import Draw, inline_svg
from sapper.lab.papers import Chapter, Reproduction, best_player
from sapper.lab.papers.examples import Example
from sapper.lab.result import RunResult
from sapper.lab.table import Table, Value, difference_cells, format_p_value, share_cells
from sapper.percent import percent_figure
from sapper.players.papers.sources import PAPERS

__all__ = ["report_html", "reproduction_html"]

_STYLE = """
:root { --ink: #1c2330; --faint: #d5dae2; --page: #fbfbfc; --card: #ffffff; --note: #5a6474; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e9ef; --faint: #3a4252; --page: #12161d; --card: #1a202a; --note: #9aa5b6; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 80rem; padding: 1rem; background: var(--page); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: .5rem 0; }
h2 { font-size: 1.2rem; margin: 2.2rem 0 .6rem; }
p { margin: .5rem 0; color: var(--note); max-width: 62rem; }
.wide { overflow-x: auto; background: var(--card); border: 1px solid var(--faint);
  border-radius: .5rem; }
table { border-collapse: separate; border-spacing: 0; width: 100%; font-size: .875rem;
  font-variant-numeric: tabular-nums; }
th, td { padding: .375rem .55rem; text-align: right; white-space: nowrap;
  border-bottom: 1px solid var(--faint); }
th { font-weight: 600; vertical-align: bottom; }
thead th { white-space: normal; }
tbody tr:last-child td { border-bottom: 0; }
th.words, td.words { text-align: left; }
th:first-child, td:first-child { text-align: left; position: sticky; left: 0;
  background: var(--card); }
.plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 30rem), 1fr));
  gap: 1rem; margin-top: 1rem; }
figure { margin: 0; padding: .75rem; background: var(--card); border: 1px solid var(--faint);
  border-radius: .5rem; }
figcaption { font-weight: 600; margin-bottom: .25rem; }
svg { width: 100%; height: auto; display: block; }
.pictures { display: flex; flex-wrap: wrap; gap: 1rem; margin-top: 1rem; }
.pictures figure { flex: 1 1 auto; max-width: 100%; }
.pictures figcaption { width: 0; min-width: 100%; }
.picture { overflow-x: auto; }
.picture > svg { width: auto; max-width: max(100%, 70rem); border-radius: .375rem; }
.picture svg svg { width: auto; }
svg text { font-family: system-ui, sans-serif; }
"""


def report_html(results: Sequence[RunResult], title: str = "Minesweeper runs") -> str:
    """Return the report of some runs, with a section for every board."""
    return _page(title, _run_sections(results))


def reproduction_html(reproduction: Reproduction) -> str:
    """Return the report of the papers' experiments."""
    chapters = [_chapter(chapter) for chapter in reproduction.chapters]
    results = [*reproduction.huda, *reproduction.probability]
    growth = _plots([_growth_drawing(reproduction)])
    sections = [*chapters, growth, *_run_sections(results)]
    lead = (
        "Five papers on Minesweeper, each with its own figures or examples beside ours, and our "
        f"player {best_player()} beside the paper's; then all games once more, with every figure. "
    )
    return _page("The papers' experiments, played again", sections, lead)


def _chapter(chapter: Chapter) -> str:
    """Return one paper: its name, its table, and its examples as pictures."""
    source = f"<p>{escape(chapter.paper.citation)}</p>"
    examples = "".join(map(_example, chapter.examples))
    if examples:
        examples = f'<div class="pictures">{examples}</div>'
    return _section(chapter.table.title, source + _wide(chapter.table) + examples)


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

    caption = f"{PAPERS['layout'].name}: nodes as boards grow"
    return caption, partial(plot_growth, points=reproduction.layout), 3.4


def _run_sections(results: Sequence[RunResult]) -> list[str]:
    """Return one section for all runs on the same boards."""
    some = sorted((r for r in results if r.games), key=lambda r: tuple(map(str, r.run.boards)))
    return [_boards_section(list(group)) for _, group in groupby(some, lambda r: r.run.boards)]


def _boards_section(results: list[RunResult]) -> str:
    """Return the tables and plots of all runs on the same boards."""
    run = results[0].run
    tables = [_players_table(results)]
    if any(r.control_variate for r in results):
        tables.append(_scores_table(results))
    if pairs_of(results):
        tables.append(_pairs_table(results))
    title = f"{run.board}, {run.start} start, first cell {run.first}, seed {run.seed}"
    return _section(title, "<p></p>".join(map(_wide, tables)) + _plots(_drawings(results)))


def _drawings(results: list[RunResult]) -> list[tuple[str, Draw, float]]:
    """Return the plots that the runs have data for: caption, function and height in inches."""
    from sapper.lab import plots

    pairs = pairs_of(results)
    located = [r for r in results if (r.data.cleared >= 0).any()]
    has_safeties = any(r.data.safeties is not None and len(r.data.safeties) for r in results)
    drawings: list[tuple[str, Draw, float]] = []
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
        if r.run.spec.shape != "hex" and not r.data.won.all():
            caption = f"Cells where games are lost: {r.run.strategy}"
            drawings.append((caption, partial(plots.plot_loss_map, result=r), 3.4))
    return drawings


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
    return Table("players", columns, rows, _fault_notes(results))


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
               "95 %", "without luck", "95 %", "McNemar p", "mid-p"]  # fmt: skip
    rows: list[list[Value]] = []
    for pair in pairs_of(results):
        exact, mid = pair.p_values
        rows.append(
            [f"{pair.first.run.strategy} − {pair.second.run.strategy}", pair.games,
             pair.only_first, pair.only_second, *difference_cells(pair.difference),
             *difference_cells(pair.luck_free), format_p_value(exact), format_p_value(mid)]
        )  # fmt: skip
    return Table("pairs", columns, rows)


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


def _section(title: str, content: str) -> str:
    return f"<section><h2>{escape(title)}</h2>{content}</section>"


def _page(title: str, sections: Sequence[str], lead: str = "") -> str:
    preface = (
        f"{lead}Made by sapper {sapper_version()}. Intervals are 95 %: Wilson for shares, Bonett "
        "and Price for paired and Newcombe for unpaired differences. Without luck: the win rate "
        "after the luck of the guesses, measured by their exact safety, is subtracted as a control "
        "variate; its worth is how many times as many plain games would be as precise. Control "
        "variate: the luck of every number is subtracted, measured by the player's learned winning "
        "chance. Its correction should be 0 within its error, and so should the calibration "
        "(outcome minus exact safety per guess)."
    )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>\n"
        f"<body><h1>{escape(title)}</h1><p>{escape(preface)}</p>\n"
        + "\n".join(sections)
        + "\n</body></html>\n"
    )
