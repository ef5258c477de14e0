"""The page of a report: its style, head, contents and sections, in one self-contained file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from urllib.parse import quote

from sapper.lab.identity import sapper_version
from sapper.lab.provenance import Provenance
from sapper.language import N_, _, language

__all__ = ["PageHead", "Section", "page_html"]

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


@dataclass(frozen=True)
class PageHead:
    """What a page says of itself: when, where and how it was made, and the data files beside it.

    `files` are names and addresses relative to the page.
    """

    provenance: Provenance | None = None
    files: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True)
class Section:
    """A title, and what stands below it as HTML."""

    title: str
    content: str


def page_html(title: str, sections: Sequence[Section], head: PageHead, lead: str = "") -> str:
    """Return the page: title, origin, contents, an explanation of the figures, sections."""
    body = [
        f"<h1>{escape(title)}</h1>",
        _origin(head),
        f"<p>{escape(lead + _(_EXPLANATION))}</p>",
        _contents(sections),
        *(_section(number, section) for number, section in enumerate(sections, 1)),
    ]
    return (
        f'<!doctype html>\n<html lang="{language()}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>\n"
        "<body>" + "\n".join(filter(None, body)) + "\n</body></html>\n"
    )


_EXPLANATION = N_(
    "Intervals are 95 %: Wilson for shares, Tango for paired and Newcombe for "
    "unpaired differences. Without luck: the win rate after the luck of the "
    "guesses, measured by their exact safety, is subtracted as a control variate; "
    "its worth is how many times as many plain games would be as precise. Control "
    "variate: the luck of every number is subtracted, measured by the player's "
    "learned winning chance. Its correction should be 0 within its error, and so "
    "should the calibration (outcome minus exact safety per guess)."
)


def _origin(head: PageHead) -> str:
    """Return when, where and by which command, and links to the data."""
    made = head.provenance
    terms = [(_("made by"), f"sapper {escape(sapper_version())}")]
    if made is not None:
        written = made.at.replace("T", " ").replace("Z", " UTC")
        terms = [
            (_("written"), f'<time datetime="{made.at}">{written}</time>'),
            (_("machine"), escape(made.where)),
            (_("software"), escape(made.software)),
        ]
        if made.command:
            terms.append((_("command"), f"<code>{escape(made.command)}</code>"))
    if head.files:
        links = (f'<a href="{quote(path)}">{escape(name)}</a>' for name, path in head.files)
        files = _("{count} files").format(count=len(head.files))
        count = f"<summary>{files}</summary>"
        terms.append((_("data"), f"<details>{count}{'<br>'.join(links)}</details>"))
    return f"<dl>{''.join(f'<dt>{name}</dt><dd>{text}</dd>' for name, text in terms)}</dl>"


def _contents(sections: Sequence[Section]) -> str:
    """Return links to the sections, if there are several."""
    if len(sections) < 2:
        return ""
    links = (
        f'<li><a href="#section-{number}">{escape(section.title)}</a></li>'
        for number, section in enumerate(sections, 1)
    )
    return f'<nav aria-label="{_("Contents")}"><ol>{"".join(links)}</ol></nav>'


def _section(number: int, section: Section) -> str:
    title = f"<h2>{escape(section.title)}</h2>"
    return f'<section id="section-{number}">{title}{section.content}</section>'
