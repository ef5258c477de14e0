"""The documentation site: `make docs` builds it with Sphinx, into build/site.

The source folder is the whole project, so that a link from one page to another works on the site
as it does in the repository, also where it leaves `docs/`. Pages stay plain Markdown: what only the
site needs, its navigation, is here.
"""

from __future__ import annotations

import sys
from importlib.metadata import distribution
from pathlib import Path
from typing import TYPE_CHECKING

from pygments.lexers.special import TextLexer

import sapper
import sapper.lab

sys.path.insert(0, str(Path(__file__).parent))
from site_links import broken_links

if TYPE_CHECKING:
    from sphinx.application import Sphinx

for _room in (sapper, sapper.lab):  # autodoc does not see what is loaded when it is used
    for _name in _room.__all__:
        setattr(_room, _name, getattr(_room, _name))

_DOCS = Path(__file__).parent
_HOW_TO = sorted(path.stem for path in _DOCS.glob("how-to/*.md"))
_EXPERIMENTS = sorted(path.parent.name for path in _DOCS.parent.glob("experiments/*/README.md"))

NAVIGATION: dict[str, list[str]] = {
    "Start": ["/README", "start/tutorial", "start/notation", "start/command"],
    "How to ...": [f"how-to/{page}" for page in _HOW_TO if not page.endswith(".id")],
    "Explained": [
        "explain/flow", "explain/proofs", "explain/players", "explain/laboratory",
        "explain/evidence", "explain/core",
    ],
    "Reference": ["reference/documents", "reference/protocol", "reference/api", "reference/rooms"],
    "Bahasa Indonesia": [
        "/README.id", "how-to/student.id", "how-to/teacher.id", "explain/players.id"
    ],
    "Project": [
        "/ARCHITECTURE", "/CONTRIBUTING", "/CHANGELOG", "/RELEASING", "/SECURITY",
        *(f"/experiments/{name}/README" for name in _EXPERIMENTS),
    ],
}  # fmt: skip
"""The pages by kind of reader, from `docs/` or, with a slash, from the project's folder."""

project = "sapper"
author = "The sapper authors"
release = version = sapper.__version__

root_doc = "docs/README"
include_patterns = ["*.md", "docs/**.md", "experiments/*/README.md"]
exclude_patterns = [".*", "build", "dist", "native", "src", "tests"]
extensions = ["myst_parser", "sphinx.ext.autodoc"]
highlight_language = "text"
default_role = "code"  # `so` in a docstring
myst_heading_anchors = 3

autodoc_default_options = {"members": True, "undoc-members": True}
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
add_module_names = False

html_theme = "furo"
html_title = f"sapper {release}"
html_favicon = "../src/sapper/web/static/icon.svg"
html_copy_source = html_show_sphinx = html_show_copyright = False


def setup(app: Sphinx) -> None:
    """Add the navigation, leave out what the front door has, check the links."""
    app.add_lexer("position", TextLexer)
    app.connect("source-read", _add_navigation)
    app.connect("autodoc-skip-member", _skip_front_door)
    app.connect("build-finished", _finish)


def _add_navigation(_app: Sphinx, page: str, source: list[str]) -> None:
    if page != root_doc:
        return
    for caption, pages in NAVIGATION.items():
        listed = "\n".join(pages)
        source[0] += f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n{listed}\n```\n"


def _skip_front_door(
    app: Sphinx, what: str, name: str, _member: object, _skip: bool, _options: object
) -> bool | None:
    """Return True for what a room shares with `import sapper`, where it is described."""
    is_room = app.env.docname != "docs/reference/api"
    return True if what == "module" and is_room and name in sapper.__all__ else None


def _finish(app: Sphinx, error: Exception | None) -> None:
    """Write the front page, which leads to the first, and the licences; warn of dead links."""
    if error is not None or app.builder.name != "html":
        return
    from sphinx.util.logging import getLogger

    site = Path(app.outdir)
    first = f"{root_doc}.html"
    (site / "index.html").write_text(
        f'<!doctype html><title>{html_title}</title><meta http-equiv="refresh" '
        f'content="0; url={first}"><a href="{first}">{html_title}</a>\n',
        encoding="utf-8",
    )
    used = {"furo": "LICENSE", "Sphinx": "LICENSE.rst", "snowballstemmer": "COPYING"}
    texts = [
        f"{name}, of which _static has scripts and styles:\n\n"
        f"{distribution(name).read_text(f'licenses/{file}')}"
        for name, file in used.items()
    ]
    (site / "licences.txt").write_text("\n\n".join(texts), encoding="utf-8")
    for link in broken_links(site):
        getLogger(__name__).warning("broken link: %s", link)
