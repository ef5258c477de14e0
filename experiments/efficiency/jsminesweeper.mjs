/**
 * Plays JSMinesweeper's efficiency style on given layouts:
 *
 *     node experiments/efficiency/jsminesweeper.mjs CHECKOUT LAYOUTS.json
 *
 * CHECKOUT is a copy of github.com/DavidNHill/JSMinesweeper. README.md says how LAYOUTS.json is made.
 * Prints a line for each game: won, 3BV, clicks, ZiNi by columns, 8-way ZiNi.
 *
 * Only its solver runs; the rules and the counting of clicks are here. Its actions are taken as its
 * page does in auto play that accepts guesses: all that are certain, else the first alone.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { createContext, runInContext } from "node:vm";

const SCRIPTS = [
    "client/Board",
    "client/Tile",
    "client/solver_main",
    "client/solver_probability_engine",
    "client/Brute_force",
    "client/BruteForceAnalysis",
    "client/MinesweeperGame",
    "client/SolutionCounter",
    "client/EfficiencyHelper",
    "client/LongTermRiskHelper",
    "Utility/PrimeSieve",
    "Utility/Binomial",
];
// What its page provides. The clock stands still: its guesses are simpler when analysis took 50 ms.
const PAGE = `
    const BOMB = 9;
    const analysisMode = false;
    function showMessage() {}
    async function sleep() {}
    Date.now = () => 0;
    const binomialCache = new BinomialCache(5000, 500, new Binomial(65000, 500));
    let board;  // some of its guessing reads the page's own board
    function newBoard(columns, rows, mines) {
        return (board = new Board(1, columns, rows, mines, 1, "zero"));
    }
    ({ solver, newBoard, ACTION_CHORD, PLAY_STYLE_EFFICIENCY });
`;

const [checkout, layouts] = process.argv.slice(2);
const theirs = load(checkout);
await theirs.solver();
const { rows, columns, first, games } = JSON.parse(readFileSync(layouts, "utf8"));
for (const { mines, figures } of games) {
    const { won, clicks } = await play(new Set(mines));
    const [bbbv, ...zini] = figures;
    console.log(JSON.stringify([Number(won), bbbv, clicks, ...zini]));
}

/** Returns what is needed of its scripts, which share one global scope as in its page. */
function load(folder) {
    const quiet = { log() {}, warn() {}, error: console.error };
    const page = createContext({ console: quiet, performance: { now: () => 0 } });
    for (const script of SCRIPTS) {
        const path = join(folder, "Minesweeper", `${script}.js`);
        runInContext(readFileSync(path, "utf8"), page, { filename: path });
    }
    return runInContext(PAGE, page);
}

/** Plays one game to its end; returns whether it was won and its clicks: opens, chords and flags. */
async function play(mines) {
    const board = theirs.newBoard(columns, rows, mines.size);
    const options = { playStyle: theirs.PLAY_STYLE_EFFICIENCY, fullProbability: true, verbose: false };
    let clicks = 1;
    let alive = open(board, mines, [board.getTile(first)]);
    while (alive && !isWon(board, mines)) {
        const { actions } = await theirs.solver(board, options);
        if (actions.length === 0) throw new Error("expected a move, got none");
        const certain = actions.filter(({ prob }) => prob === 1 || prob === 0);
        for (const action of certain.includes(actions[0]) ? certain : [actions[0]]) {
            if (!alive || isWon(board, mines)) break;
            alive = take(board, mines, action);
            clicks += 1;
        }
    }
    return { won: alive, clicks };
}

/** Takes one action; returns whether it opened no mine. An action without effect is an error. */
function take(board, mines, { x, y, prob, action }) {
    const tile = board.getTileXY(x, y);
    const closed = board.getAdjacent(tile).filter((near) => near.isCovered() && !near.isFlagged());
    if (action === theirs.ACTION_CHORD) {
        if (tile.isCovered() || !board.canChord(tile)) throw new Error(`no chord at ${x},${y}`);
        return open(board, mines, closed);
    }
    if (!tile.isCovered()) throw new Error(`${x},${y} is open already`);
    if (prob === 0) {
        tile.toggleFlag();
        return true;
    }
    if (tile.isFlagged()) throw new Error(`${x},${y} has a flag`);
    return open(board, mines, [tile]);
}

/** Opens tiles, and all around every 0; returns whether none is a mine. */
function open(board, mines, tiles) {
    if (tiles.some(({ index }) => mines.has(index))) return false;
    const waiting = [...tiles];
    for (let tile = waiting.pop(); tile; tile = waiting.pop()) {
        if (!tile.isCovered() || tile.isFlagged()) continue;
        const around = board.getAdjacent(tile);
        tile.setValue(around.filter(({ index }) => mines.has(index)).length);
        if (tile.getValue() === 0) waiting.push(...around);
    }
    return true;
}

function isWon(board, mines) {
    return board.tiles.every((tile) => mines.has(tile.index) || !tile.isCovered());
}
