// Values as bytes and back, as native/door/marshal.hpp reads and writes them.

const code = (kind) => kind.charCodeAt(0);
const raw = (plain) => new Uint8Array(plain.buffer);
const sized = (kind, size) => [code(kind), ...raw(Uint32Array.of(size))];

function* digitsOf(whole) {
  for (let rest = whole; rest; rest >>= 15n) yield Number(rest & 0x7fffn);
}

/** The bytes of a number, whole number (bigint), text, Uint8Array or list. */
export function bytesOf(value) {
  if (typeof value === "number") return [code("g"), ...raw(Float64Array.of(value))];
  if (typeof value === "string") return [...sized("u", value.length), ...new TextEncoder().encode(value)];
  if (value instanceof Uint8Array) return [...sized("s", value.length), ...value];
  if (Array.isArray(value)) return [...sized("[", value.length), ...value.flatMap(bytesOf)];
  const digits = Uint16Array.from(digitsOf(value));
  return [...sized("l", digits.length), ...raw(digits)];
}

/** The value of some bytes. */
export function valueOf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = 0;
  const skip = (size) => (at += size) - size;
  const block = () => bytes.slice(skip(view.getUint32(skip(4), true)), at);
  const list = () => Array.from({ length: view.getUint32(skip(4), true) }, next);
  const read = {
    N: () => null, T: () => true, F: () => false,
    I: () => Number(view.getBigInt64(skip(8), true)),
    g: () => view.getFloat64(skip(8), true),
    u: () => new TextDecoder().decode(block()),
    s: block, "(": list, "[": list,
  };
  function next() { return read[String.fromCharCode(bytes[skip(1)])](); }
  return next();
}
