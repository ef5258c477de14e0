"""Draw the pictures of README and docs again, into docs/pictures: `make pictures`.

The page is photographed in headless chromium while `sapper serve` runs; the terminal is what the
commands print in colour, as SVG. Only the times differ from run to run. `--no-browser` leaves the
page out.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.error import URLError
from urllib.request import urlopen

from PIL import Image
from playwright.sync_api import FilePayload, sync_playwright
from rich.console import Console
from rich.text import Text

from sapper import Game, Layout, Position, analyse, generate
from sapper.analysis.picture import heat_svg
from sapper.board.cell import MINE
from sapper.board.formats.layouts import read_layout
from sapper.games.drills import drills
from sapper.games.replays import read_replay
from sapper.language import _, use_language
from tests.support.drawn_pictures import draw_picture

FOLDER = Path(__file__).parent / "pictures"
POSITIONS = Path(__file__).parents[1] / "examples" / "positions.txt"
REPLAY = POSITIONS.with_name("small.rawvf")
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
SAPPER = [sys.executable, "-c", "from sapper.cli import main; main()"]
POSITION = "8x8/12:01______/01______/122_____/________/________/________/________/________"
COMMANDS = ["analyse board.txt", "best board.txt --limit 4"]
COLUMNS = 96
CELL = 24
SIZE = {"width": 1280, "height": 725}
DRAWN = 32  # the seed of a picture in which some cells are doubtful

SVG = """<svg viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font: {char_height}px monospace; white-space: pre; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/>
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""
"""The picture of a terminal without the title and without fonts from another host."""


def main() -> None:
    """Draw all pictures."""
    line = max(POSITIONS.read_text("utf-8").split(), key=len)  # an expert position
    (FOLDER / "chances.svg").write_text(heat_svg(analyse(Position.parse(line))), encoding="utf-8")
    (FOLDER / "openings.svg").write_text(openings_picture(), encoding="utf-8")
    (FOLDER / "puzzle.svg").write_text(puzzle_picture(), encoding="utf-8")
    (FOLDER / "drill.svg").write_text(drill_picture(), encoding="utf-8")
    (FOLDER / "converted.svg").write_text(converted_picture(), encoding="utf-8")
    (FOLDER / "replay.svg").write_text(replay_picture(), encoding="utf-8")
    for language, end in (("en", ""), ("id", ".id")):  # those of the README and its translation
        (FOLDER / f"terminal{end}.svg").write_text(terminal_picture(language), encoding="utf-8")
        if "--no-browser" not in sys.argv[1:]:
            with use_language(language):
                heading = _("Best guess")
            page = page_picture(f"analyse:{line}", f"h2:text('{heading}')", language)
            (FOLDER / f"page{end}.png").write_bytes(page)
            learn = page_picture("learn:amadia;step=5", "#learn .tree", language)
            (FOLDER / f"learn{end}.png").write_bytes(learn)
    if "--no-browser" not in sys.argv[1:]:
        drawn = draw_picture(DRAWN).data
        read = page_picture("analyse", "#edit-board .by-doubt", "en", drawn)
        (FOLDER / "screenshot.png").write_bytes(read)


def puzzle_picture() -> str:
    """Return the puzzle of the page on no-guess boards, as it is given and with its mines."""
    puzzle = generate("beginner", seed=2)
    shown = puzzle.game().position
    mines = shown.with_faces((cell, MINE) for cell in puzzle.mines)
    return side_by_side(puzzle.svg(cell_size=CELL), mines.svg(cell_size=CELL))


def drill_picture() -> str:
    """Return the drill of the page on grades with its answer beside it."""
    [drill] = drills("subset", 1, board="8x8/12", seed=2)
    return side_by_side(drill.svg(cell_size=CELL), drill.answer_svg(cell_size=CELL))


def converted_picture() -> str:
    """Return the board of the page on other programs: as a game and as a layout."""
    reading = read_layout("?b=1&m=vjt0hd287g9b0s1s0")
    game = Game(reading.layout.spec, layout=reading.layout.cells)
    game.open((4, 4))
    return side_by_side(game.svg(cell_size=CELL), reading.layout.svg(cell_size=CELL))


def replay_picture() -> str:
    """Return the replay of the page on replays after each of its moves."""
    replay = read_replay(REPLAY.read_bytes(), name=REPLAY.name)
    *start, moves = replay.game.text.partition(" 0 ")
    made = moves.split(" ")
    lines = ("".join(start) + " ".join(made[:count]) for count in range(1, len(made) + 1))
    return side_by_side(*(Game.parse(line).svg(cell_size=CELL) for line in lines))


def openings_picture() -> str:
    """Return the board of the page on metrics: its openings, and the numbers that touch none."""
    layout = Layout.parse("8x8/10=0400803300400601")
    position = layout.position
    zeros = {cell for cell, number in position.numbers() if number == 0}
    around = layout.geometry.around
    alone = {
        cell
        for cell, number in position.numbers()
        if number and not zeros.intersection(around(cell))
    }
    assert len(alone) + layout.metrics.openings == layout.metrics.bbbv
    fills = {**dict.fromkeys(zeros, "#cfe6d4"), **dict.fromkeys(alone, "#f7dca0")}
    return position.svg(fills=fills, cell_size=CELL) + "\n"


def side_by_side(*pictures: str) -> str:
    """Return several pictures as one, from left to right."""
    x = height = 0.0
    parts = []
    for picture in pictures:
        size = re.search(r'width="([0-9.]+)" height="([0-9.]+)"', picture)
        assert size is not None
        parts.append(picture.replace("<svg ", f'<svg x="{x:g}" ', 1))
        x, height = x + float(size[1]) + CELL, max(height, float(size[2]))
    width = x - CELL
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}">{"".join(parts)}</svg>\n'
    )


def terminal_picture(language: str) -> str:
    """Return what the commands print in a language, as SVG."""
    console = Console(record=True, width=COLUMNS, file=io.StringIO(), force_terminal=True)
    with TemporaryDirectory() as folder:
        Path(folder, "board.txt").write_text(POSITION, encoding="utf-8")
        for command in COMMANDS:
            console.print(Text(f"$ sapper {command}", style="bold"))
            console.print(Text.from_ansi(run_in_colour(command.split(), folder, language)))
    return console.export_svg(title="", code_format=SVG, unique_id="terminal")


def run_in_colour(arguments: list[str], folder: str, language: str) -> str:
    """Return what `sapper` prints in a terminal with all colours."""
    terminal = {
        "SAPPER_LANGUAGE": language,
        "FORCE_COLOR": "1",
        "COLORTERM": "truecolor",
        "TERM": "xterm",
    }
    done = subprocess.run(
        [*SAPPER, *arguments], cwd=folder, capture_output=True, encoding="utf-8", check=True,
        env={**os.environ, **terminal, "COLUMNS": str(COLUMNS), "PYTHONUTF8": "1"},
    )  # fmt: skip
    return done.stdout


def page_picture(fragment: str, shown: str, language: str, given: bytes = b"") -> bytes:
    """Return the page at a state, once it shows an element, as PNG with few colours.

    In Analyse a picture may be given, which it reads.
    """
    with serve() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=["--no-sandbox"])
        page = browser.new_page(viewport=SIZE, locale=language)
        page.goto(f"{address}/#{fragment}")
        if given:
            page.locator("body[data-ready=analyse]").wait_for()
            file: FilePayload = {"name": "board.png", "mimeType": "image/png", "buffer": given}
            page.set_input_files("#edit-picture-file", file)
        page.locator(shown).first.wait_for()
        image = Image.open(io.BytesIO(page.screenshot()))
        browser.close()
    out = io.BytesIO()
    image.convert("RGB").quantize(128).save(out, "PNG", optimize=True)
    return out.getvalue()


@contextmanager
def serve() -> Iterator[str]:
    """Yield the address of a server that runs meanwhile."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    with subprocess.Popen([*SAPPER, "serve", "--no-browser", "--port", str(port)]) as server:
        try:
            wait_for(address)
            yield address
        finally:
            server.terminate()


def wait_for(address: str) -> None:
    """Return once the server answers; raise TimeoutError after a minute."""
    for _try in range(300):
        try:
            urlopen(f"{address}/api/about").close()
        except URLError:
            time.sleep(0.2)
        else:
            return
    raise TimeoutError(f"no answer from {address}")


def find_browser() -> str:
    """Return the path of a browser; raise SystemExit if there is none."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        raise SystemExit("no browser: run `make browser`, or set CHROMIUM to the path of one")
    return found


if __name__ == "__main__":
    main()
