"""The report: one HTML file with everything inside, for light and dark, for desk and phone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from html import escape
from itertools import groupby

from sapper.lab.compare import Pair, pairs_of
from sapper.lab.drawing import Draw, inline_svg
from sapper.lab.html import Value, p_text
from sapper.lab.identity import sapper_version
from sapper.lab.papers import Reproduction
from sapper.lab.result import RunResult
from sapper.lab.statistics import Estimate
from sapper.lab.table import Sheet

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
svg text { font-family: system-ui, sans-serif; }
"""


def report_html(results: Sequence[RunResult], title: str = "Minesweeper runs") -> str:
    """Return the report of some runs: a section for every board they were played on."""
    return _page(title, _run_sections(results))


def reproduction_html(reproduction: Reproduction) -> str:
    """Return the report of the papers' experiments."""
    from sapper.lab.plots import plot_growth

    points = reproduction.paper_4
    sections = [_section(sheet.title, sheet.to_html()) for sheet in reproduction.sheets]
    sections.append(
        _plots([("Paper 4: nodes as boards grow", lambda axes: plot_growth(axes, points), 3.4)])
    )
    results = [*reproduction.paper_0, *reproduction.paper_1]
    return _page("The papers' experiments, played again", sections + _run_sections(results))


def _run_sections(results: Sequence[RunResult]) -> list[str]:
    """Return a section for all runs that met the same boards."""
    some = sorted((r for r in results if r.games), key=lambda r: tuple(map(str, r.run.boards)))
    return [_boards_section(list(group)) for _, group in groupby(some, lambda r: r.run.boards)]


def _boards_section(results: list[RunResult]) -> str:
    from sapper.lab import plots

    run, pairs = results[0].run, pairs_of(results)
    parts = [_players_sheet(results).to_html()]
    if any(r.control_variate for r in results):
        parts.append("<p></p>" + _scores_sheet(results).to_html())
    drawings: list[tuple[str, Draw, float]] = [
        ("Win rates", lambda a: plots.plot_win_rates(a, results), 1.2 + 0.5 * len(results))
    ]
    if pairs:
        parts.append("<p></p>" + _pairs_sheet(results).to_html())
        height = 1.5 + 0.6 * len(pairs)
        drawings.append(("Differences", lambda a: plots.plot_differences(a, pairs), height))
    drawings.append(("Guesses per game", lambda a: plots.plot_guesses(a, results), 3.0))
    told = [r for r in results if (r.data.cleared >= 0).any()]
    if told:
        drawings.append(("Where games are lost", lambda a: plots.plot_losses(a, told), 3.0))
    if any(r.data.safeties is not None and len(r.data.safeties) for r in results):
        drawings.append(("Calibration", lambda a: plots.plot_calibration(a, results), 3.4))
    drawings.append(("Time per game", lambda a: plots.plot_times(a, results), 3.0))
    for r in told:
        if r.run.spec.shape != "hex" and not r.data.won.all():
            caption = f"Cells where games are lost: {r.run.strategy}"
            drawings.append((caption, partial(plots.plot_loss_map, result=r), 3.4))
    parts.append(_plots(drawings))
    title = f"{run.board}, {run.start} start, first cell {run.first}, seed {run.seed}"
    return _section(title, "".join(parts))


def _players_sheet(results: Sequence[RunResult]) -> Sheet:
    heads = ["player", "games", "won", "win %", "95 %", "without luck", "95 %", "worth",
             "guesses per game", "right %", "calibration, points", "steps per win", "ms per game",
             "ms per win", "signature"]  # fmt: skip
    rows: list[list[Value]] = []
    for r in results:
        free, fair = r.luck_free, r.calibration
        calibration = f"{100 * fair.difference:+.2f} ± {100 * fair.error:.2f}"
        rows.append(
            [r.run.strategy, r.games, r.wins, f"{100 * r.win_rate.value:.2f}",
             _interval(r.win_rate), f"{100 * free.value:.2f}" if free else None, _interval(free),
             f"{free.worth:.1f}x" if free else None, f"{r.guesses_per_game:.2f}",
             f"{100 * r.accuracy.value:.1f}" if r.guesses else None,
             calibration if fair.guesses else None,
             f"{r.steps_per_win:.1f}", f"{r.ms_per_game:.3f}", f"{r.ms_per_win:.3f}", r.identity]
        )  # fmt: skip
    return Sheet("players", heads, rows)


def _pairs_sheet(results: Sequence[RunResult]) -> Sheet:
    heads = ["pair", "boards", "only first", "only second", "difference", "95 %", "without luck",
             "95 %", "McNemar p", "mid-p"]  # fmt: skip
    rows: list[list[Value]] = []
    for pair in pairs_of(results):
        exact, mid = pair.p_values
        free = pair.luck_free
        rows.append(
            [f"{pair.first.run.strategy} − {pair.second.run.strategy}", pair.games,
             pair.only_first, pair.only_second, f"{100 * pair.difference.value:+.2f}",
             _interval(pair.difference), f"{100 * free.value:+.2f}" if free else None,
             _interval(free), p_text(exact), p_text(mid)]
        )  # fmt: skip
    return Sheet("pairs", heads, rows)


def _scores_sheet(results: Sequence[RunResult]) -> Sheet:
    """Return the control variates of players and pairs; why there is none where one might be."""
    heads = ["control variate of", "win %", "95 %", "worth", "correction, points",
             "standard errors"]  # fmt: skip
    pairs = [pair for pair in pairs_of(results) if _may_be_scored(pair)]
    named = [(r.run.strategy, "", r) for r in results if r.run.is_scored] + [
        (f"{p.first.run.strategy} − {p.second.run.strategy}", "+", p) for p in pairs
    ]
    rows: list[list[Value]] = []
    remarks = []
    for name, sign, one in named:
        variate = one.control_variate
        if variate is None:
            remarks.append(f"No control variate of {name}: {one.why_no_control_variate}.")
            continue
        if not variate.is_fair:
            remarks.append(f"The correction of {name} is not 0: something is wrong.")
        rows.append(
            [name, f"{100 * variate.value:{sign}.2f}", _interval(variate), f"{variate.worth:.1f}x",
             f"{100 * variate.correction:+.2f} ± {100 * variate.error:.2f}",
             f"{variate.deviations:+.1f}"]
        )  # fmt: skip
    return Sheet("scores", heads, rows, remarks)


def _may_be_scored(pair: Pair) -> bool:
    return pair.first.run.is_scored or pair.second.run.is_scored


def _interval(estimate: Estimate | None) -> str | None:
    if estimate is None:
        return None
    return f"{100 * estimate.low:.2f} to {100 * estimate.high:.2f}"


def _plots(drawings: Sequence[tuple[str, Draw, float]]) -> str:
    figures = [
        f"<figure><figcaption>{escape(name)}</figcaption>{inline_svg(draw, height, name)}</figure>"
        for name, draw, height in drawings
    ]
    return f'<div class="plots">{"".join(figures)}</div>'


def _section(title: str, content: str) -> str:
    return f"<section><h2>{escape(title)}</h2>{content}</section>"


def _page(title: str, sections: Sequence[str]) -> str:
    told = (
        f"Made by sapper {sapper_version()}. Intervals are 95 %: Wilson for shares, Bonett and "
        "Price for paired differences. Without luck: the exact safety of every guess taken off as "
        "a control variate, worth that many times the games. Control variate: the luck of every "
        "number taken off, by what the player has learned; its correction should be 0 within its "
        "error, and so should calibration, the outcome minus exact safety per guess."
    )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>\n"
        f"<body><h1>{escape(title)}</h1><p>{escape(told)}</p>\n"
        + "\n".join(sections)
        + "\n</body></html>\n"
    )
