"""The rules in the browser are those of `Game`: the same random games are played in both."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Page

from sapper.board import BoardSpec
from sapper.board.layout import layout_text
from sapper.errors import InputError
from sapper.games import Game, deal
from sapper.games.game_line import GameLine

SHAPES = ("", "", "torus-")
LETTERS = "oooooofffqqucccc"
REPLAY = """async (text) => {
    const {Game, RuleError, NotDealt, NotDrawn} = await import("/static/js/model/rules.js");
    const {drawMines} = await import("/static/js/asking/instant.js");
    const {GameLine, parseMove} = await import("/static/js/model/game-line.js");
    const {parseLayout, layoutOfRows} = await import("/static/js/model/layout.js");
    const play = async ({line, rows, deeds}) => {
        const parsed = GameLine.parse(line);
        const given = parsed.layout && parseLayout(parsed.layout, parsed.rows * parsed.columns);
        const game = new Game(parsed, given);
        const perform = (deed) => {
            if (deed === "undo") return game.undo() !== null;
            if (deed === "redo") return game.redo() !== null;
            game.make(parseMove(deed, game.blank));
            return true;
        };
        const draw = async ({move, cells}) => {
            const mines = await drawMines(game, cells);
            if (mines) return mines;
            const word = `${move.kind[0]}${game.blank.cell(move.index)}`; // where no core is built
            return layoutOfRows((await sapper.ask("draw", {game: `${game.text} ${word}`})).rows);
        };
        const attempt = async (deed) => {
            try { return perform(deed); } catch (error) {
                if (error instanceof NotDealt) {
                    game.deal(layoutOfRows(rows[error.index]));
                    return attempt(deed);
                }
                if (error instanceof NotDrawn) {
                    game.draw(await draw(error));
                    return attempt(deed);
                }
                if (error instanceof RuleError) return false;
                throw error;
            }
        };
        const states = [];
        for (const deed of deeds) {
            const isDone = await attempt(deed);
            const counts = [game.status, game.safeLeft, game.minesLeft];
            states.push([isDone, ...counts, game.position.line, game.text]);
        }
        return states;
    };
    return JSON.stringify(await Promise.all(JSON.parse(text).map(play)));
}"""


@dataclass
class Played:
    """A random game: what was tried, and what `Game` said after every try."""

    line: str
    deeds: list[str] = field(default_factory=list)
    states: list[list[object]] = field(default_factory=list)
    rows: dict[int, list[str]] = field(default_factory=dict)


@pytest.mark.parametrize("count", [300, pytest.param(2000, marks=pytest.mark.slow)])
def test_random_games_go_alike_in_python_and_in_the_browser(page: Page, count: int) -> None:
    page.goto("/")
    chance = random.Random(21)
    games = [_play(chance) for _ in range(count)]
    asked = [{"line": game.line, "rows": game.rows, "deeds": game.deeds} for game in games]
    answers = json.loads(page.evaluate(REPLAY, json.dumps(asked)))
    for game, states in zip(games, answers, strict=True):
        assert states == game.states, game.line
    ends = [game.states[-1][1] for game in games]
    assert min(map(ends.count, ("won", "lost", "playing"))) > count / 20
    refused = sum(not state[0] for game in games for state in game.states)
    assert refused > count


def _play(chance: random.Random) -> Played:
    rows, columns = chance.randint(1, 9), chance.randint(1, 9)
    mines = int(chance.choice((0.05, 0.1, 0.2, 0.4)) * (rows * columns - 1))
    spec = BoardSpec.parse(f"{chance.choice(SHAPES)}{rows}x{columns}/{mines}")
    start = chance.choice(("raw", "safe"))
    seed = str(chance.getrandbits(64))
    if chance.random() < 0.3:
        cells = [1] * mines + [0] * (rows * columns - mines)
        chance.shuffle(cells)
        seed = "=" + layout_text(bytes(cells))
    guess = str(chance.getrandbits(64)) if chance.random() < 0.25 else None
    played = Played(str(GameLine(str(spec), start, seed, "0", guess=guess)))
    game, undone = Game.parse(played.line), list[str]()
    for number in range(chance.randint(5, 40)):
        deed = _deed(chance, game, number)
        first = game.layout is None
        is_done = _perform(game, deed, undone)
        if first and game.layout is not None:
            _note_deal(played, game)
        played.deeds.append(deed)
        state = [is_done, game.status.value, game.safe_left, game.mines_left]
        played.states.append([*state, str(game.position), game.text])
    return played


def _deed(chance: random.Random, game: Game, number: int) -> str:
    """Return a move, allowed or not, or undo or redo; most flags lie on mines."""
    if chance.random() < 0.12:
        return chance.choice(("undo", "undo", "redo"))
    letter, cell = chance.choice(LETTERS), chance.randrange(game.geometry.size)
    if game.layout is not None and letter in "of" and chance.random() < 0.7:
        wanted = int(letter == "f")
        fitting = [i for i, is_mine in enumerate(game.layout) if is_mine == wanted]
        cell = chance.choice(fitting) if fitting else cell
    row, column = game.geometry.cell(cell)
    time = "" if number % 3 else f"@{number}.{number % 10}25".rstrip("0")
    return f"{letter}{row},{column}{time}"


def _perform(game: Game, deed: str, undone: list[str]) -> bool:
    """Do it, and return whether the rules allowed it; `Game` itself has no redo."""
    try:
        if deed == "undo":
            undone.append(game.line.moves[-1] if game.moves else "")
            game.undo()
            return True
        if deed == "redo":
            if not undone:
                return False
            move, _, time = undone.pop().partition("@")
            game.make(move, time=float(time) if time else None)
            return True
        move, _, time = deed.partition("@")
        game.make(move, time=float(time) if time else None)
        undone.clear()
    except InputError:
        if deed == "undo":
            undone.pop()
        return False
    return True


def _note_deal(played: Played, game: Game) -> None:
    """Keep the layout of a first cell as the server deals it."""
    first = next(move.cell for move in game.moves if move.kind == "open")
    layout = deal(game.spec, game.start, first, seed=game.seed)
    text, wide = "".join(".*"[is_mine] for is_mine in layout), game.spec.columns
    played.rows[game.geometry.index(first)] = [
        text[i : i + wide] for i in range(0, len(text), wide)
    ]
