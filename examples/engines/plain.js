// An engine in JavaScript (node): rules on single numbers, else the first cell that is no known mine.
const lines = require("node:readline").createInterface({ input: process.stdin });

function decide(line) {
  const [header, board] = line.split(":");
  if (board === undefined) return "error not a position";
  if (!/^\d/.test(header)) return "error only plain rectangles";
  const rows = board.split("/");
  const near = (r, c) => [-1, 0, 1].flatMap((i) => [-1, 0, 1].map((j) => [r + i, c + j]))
    .filter(([y, x]) => "_FQ".includes(rows[y]?.[x] || "-")).map(([y, x]) => `r${y}c${x}`);
  const mines = new Set(), safe = new Set();
  for (let before = -1; before < mines.size + safe.size;) {
    before = mines.size + safe.size;
    rows.forEach((row, r) => [...row].forEach((face, c) => {
      if (!/\d/.test(face)) return;
      const left = near(r, c).filter((cell) => !safe.has(cell));
      const known = left.filter((cell) => mines.has(cell));
      if (left.length === Number(face)) left.forEach((cell) => mines.add(cell));
      else if (known.length === Number(face)) left.forEach((cell) => mines.has(cell) || safe.add(cell));
    }));
  }
  const all = rows.flatMap((row, r) => [...row].map((face, c) => [`r${r}c${c}`, face]));
  const open = all.filter(([cell, face]) => "_FQ".includes(face)
    && (safe.size ? safe.has(cell) : !mines.has(cell)));
  const free = open.filter(([, face]) => face !== "F").map(([cell]) => cell);
  if (!open.length) return "error no cell to open";
  if (!free.length) return `move unmark ${open[0][0]} note a flag is in the way`;
  return safe.size ? `move open ${free.join(" ")} certain` : `move open ${free[0]} guess`;
}

let position = "";
lines.on("line", (line) => {
  const [word, ...rest] = line.trim().split(" ");
  if (word === "sapper-engine") console.log("sapper-engine 1\nname plain-node\nversion 1.0\nready");
  if (word === "position") position = rest.join(" ");
  if (word === "go") console.log(decide(position));
  if (word === "quit") process.exit(0);
});
