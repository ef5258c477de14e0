"""The report of runs as one self-contained HTML page, light and dark, for all screen widths."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from html import escape
from typing import NamedTuple

from sapper.board.cell import join_names
from sapper.lab.ledger.provenance import Provenance
from sapper.lab.papers.examples import Example
from sapper.lab.papers.reproduction import BEST_PLAYER, Chapter, Reproduction
from sapper.lab.report import plots
from sapper.lab.report.tables import ReportSection, sections_of
from sapper.lab.result import RunResult
from sapper.lab.statistics.sprt import SprtState
from sapper.lab.table import Table
from sapper.language import N_, _, language
from sapper.players.papers.sources import PAPERS

__all__ = [
    "Drawing",
    "page_html",
    "plots_html",
    "report_html",
    "reproduction_html",
    "table_html",
]

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
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: .8rem 0;
  font-size: .9rem; }
dt { color: var(--note); }
dd { margin: 0; overflow-wrap: anywhere; }
a { color: inherit; }
nav ol { margin: .5rem 0; padding-left: 2.2rem; }
code { font-size: .875rem; }
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
  gap: 1rem; margin-top: 1rem; align-items: start; }
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

_EXPLANATION = N_(
    "Intervals are 95 %: Wilson for shares, Tango for paired and Newcombe for "
    "unpaired differences. Without luck: the win rate after the luck of the "
    "guesses, measured by their exact safety, is subtracted as a control variate; "
    "its worth is how many times as many plain games would be as precise. Control "
    "variate: the luck of every number is subtracted, measured by the player's "
    "learned winning chance. Its correction should be 0 within its error, and so "
    "should the calibration (outcome minus exact safety per guess)."
)


class Drawing(NamedTuple):
    """A plot: its caption, what draws it, and its height in inches."""

    caption: str
    draw: plots.Draw
    height: float


Section = tuple[str, str]
"""A title, and what stands below it as HTML."""


def report_html(
    results: Sequence[RunResult],
    title: str | None = None,
    made: Provenance | None = None,
    tests: Sequence[tuple[str, SprtState]] = (),
) -> str:
    """Return the report of some runs: a section per board.

    `tests` are sequential tests to draw, each with its name.
    """
    sections = [_runs_section(section) for section in sections_of(results)]
    if tests:
        sections.insert(0, _tests_section(tests))
    return page_html(title or _("Minesweeper runs"), sections, made, _(_EXPLANATION))


def reproduction_html(reproduction: Reproduction, made: Provenance | None = None) -> str:
    """Return the report of the papers' experiments."""
    sections = [_chapter(chapter, reproduction) for chapter in reproduction.chapters]
    sections += [
        _runs_section(section, is_drawn=len(section.results) > 1)
        for section in sections_of(reproduction.results)
    ]
    lead = _(
        "Five papers on Minesweeper ({names}), each with its own figures or examples "
        "beside ours, and our player {best_player} beside the paper's; then all games "
        "once more, with every figure, and plots where several players share the boards"
        " (`sapper lab report` draws them for single players too). "
    ).format(names=join_names([paper.name for paper in PAPERS.values()]), best_player=BEST_PLAYER)
    title = _("Five papers' experiments, played again")
    return page_html(title, sections, made, lead + _(_EXPLANATION))


def _tests_section(tests: Sequence[tuple[str, SprtState]]) -> Section:
    text = _("{name}: {verdict} after {games:,} boards")
    drawings = [
        Drawing(
            text.format(name=name, verdict=state.verdict, games=state.games),
            partial(plots.plot_sprt, state=state),
            3,
        )
        for name, state in tests
    ]
    return _("Sequential tests"), plots_html(drawings)


def _chapter(chapter: Chapter, reproduction: Reproduction) -> Section:
    """Return one paper: its name, its table, and its examples as pictures or its plot."""
    content = f"<p>{escape(chapter.paper.citation)}</p>" + table_html(chapter.table)
    if examples := "".join(map(_example_html, chapter.examples)):
        content += f'<div class="pictures">{examples}</div>'
    if chapter.paper is PAPERS["layout"]:
        caption = _("Nodes as boards grow; the bounds go on beyond the top, see the table")
        draw = partial(plots.plot_growth, points=reproduction.layout)
        content += plots_html([Drawing(caption, draw, 3.4)])
    return chapter.table.title, content


def _example_html(example: Example) -> str:
    """Return an example as the paper shows it: steps, search tree."""
    figures = [
        f"<figure><figcaption>{escape(example.title)}: {escape(shown.caption)}</figcaption>"
        f'<div class="picture">{shown.trace.render("svg")}</div></figure>'
        for shown in example.shown
    ]
    return "".join(figures)


def _runs_section(section: ReportSection, *, is_drawn: bool = True) -> Section:
    """Return the tables and plots of all runs on the same boards."""
    content = "<p></p>".join(map(table_html, section.tables()))
    if is_drawn:
        content += plots_html(_drawings(section))
    return section.results[0].run.boards_words, content


def _drawings(section: ReportSection) -> Iterator[Drawing]:
    """Yield the plots that the runs have data for."""
    results, pairs = section.results, section.pairs
    located = [r for r in results if r.sums.located]
    if len(results) > 1:
        draw: plots.Draw = partial(plots.plot_win_rates, results=results)
        yield Drawing(_("Win rates"), draw, 1.2 + 0.5 * len(results))
    if pairs:
        draw = partial(plots.plot_differences, pairs=pairs)
        yield Drawing(_("Differences"), draw, 1.5 + 0.6 * len(pairs))
    yield Drawing(_("Guesses per game"), partial(plots.plot_guesses, results=results), 3.0)
    if located:
        yield Drawing(_("Where games are lost"), partial(plots.plot_losses, results=located), 3.0)
    if any(r.sums.safety_counts for r in results):
        yield Drawing(_("Calibration"), partial(plots.plot_calibration, results=results), 3.4)
    yield Drawing(_("Time per game"), partial(plots.plot_times, results=results), 3.0)


def table_html(table: Table) -> str:
    """Return a table, horizontally scrollable, and its notes."""
    notes = "".join(f"<p>{escape(note)}</p>" for note in table.notes)
    return f'<div class="wide">{table.to_html()}</div>{notes}'


def plots_html(drawings: Iterable[Drawing]) -> str:
    """Return drawings side by side, each with its caption."""
    figures = [
        f"<figure><figcaption>{escape(one.caption)}</figcaption>"
        f"{plots.inline_svg(one.draw, one.height, one.caption)}</figure>"
        for one in drawings
    ]
    return f'<div class="plots">{"".join(figures)}</div>'


def page_html(title: str, sections: Sequence[Section], made: Provenance | None, lead: str) -> str:
    """Return a page: title, origin, an explanation of the figures, contents, sections."""
    body = [f"<h1>{escape(title)}</h1>", _origin(made) if made else ""]
    body += [f"<p>{escape(lead)}</p>", _contents(sections)]
    body += [
        f'<section id="section-{number}"><h2>{escape(name)}</h2>{content}</section>'
        for number, (name, content) in enumerate(sections, 1)
    ]
    return (
        f'<!doctype html>\n<html lang="{language()}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>\n"
        "<body>" + "\n".join(filter(None, body)) + "\n</body></html>\n"
    )


def _origin(made: Provenance) -> str:
    """Return when, where and by which command."""
    written = made.at.replace("T", " ").replace("Z", " UTC")
    terms = [
        (_("written"), f'<time datetime="{made.at}">{written}</time>'),
        (_("machine"), escape(made.where)),
        (_("software"), escape(made.software)),
    ]
    if made.command:
        terms.append((_("command"), f"<code>{escape(made.command)}</code>"))
    return f"<dl>{''.join(f'<dt>{name}</dt><dd>{text}</dd>' for name, text in terms)}</dl>"


def _contents(sections: Sequence[Section]) -> str:
    """Return links to the sections, if there are several."""
    if len(sections) < 2:
        return ""
    links = (
        f'<li><a href="#section-{number}">{escape(title)}</a></li>'
        for number, (title, _content) in enumerate(sections, 1)
    )
    return f'<nav aria-label="{_("Contents")}"><ol>{"".join(links)}</ol></nav>'
