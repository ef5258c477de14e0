// Deals the same mines as the core (native/sapper/games/deal.cpp), for a browser without WebAssembly.

const word = (value) => BigInt.asUintN(64, value);
const rotate = (value, by) => word(value << by) | (value >> (64n - by));

function scatter(value) {
  const first = word((value ^ (value >> 30n)) * 0xbf58476d1ce4e5b9n);
  const second = word((first ^ (first >> 27n)) * 0x94d049bb133111ebn);
  return second ^ (second >> 31n);
}

/** The upper halves of the words of xoshiro256**, seeded by SplitMix64. */
function* randomHalves(key) {
  let [a, b, c, d] = [1n, 2n, 3n, 4n].map((k) => scatter(word(key + k * 0x9e3779b97f4a7c15n)));
  for (;;) {
    yield word(rotate(word(b * 5n), 7n) * 9n) >> 32n;
    [c, d] = [c ^ a, d ^ b];
    [a, b, c, d] = [a ^ d, b ^ c, c ^ word(b << 17n), rotate(d, 45n)];
  }
}

function below(bound, halves) {
  const uneven = ((1n << 32n) - bound) % bound;
  for (;;) {
    const product = BigInt(halves.next().value) * bound;
    if (BigInt.asUintN(32, product) >= uneven) return Number(product >> 32n);
  }
}

/** The layout of a game: 1 for every mine. */
export function dealSlowly({ cells, mines, free, seed, number }) {
  const halves = randomHalves(scatter(word(scatter(BigInt(seed)) + BigInt(number))));
  const order = Array.from({ length: cells }, (_, cell) => cell);
  const layout = new Uint8Array(cells);
  for (let left = mines, drawn = 0; left > 0; drawn += 1) {
    const other = drawn + below(BigInt(cells - drawn), halves);
    [order[drawn], order[other]] = [order[other], order[drawn]];
    if (free.includes(order[drawn])) continue;
    layout[order[drawn]] = 1;
    left -= 1;
  }
  return layout;
}
