// The core as WebAssembly: its functions, and views of its memory. In a worker of the page, and in node.

/** Start a compiled module. */
export function startCore(module) {
  const memory = () => /** @type {any} */ (core.exports.memory).buffer;
  const host = {
    env: { emscripten_notify_memory_growth: () => {} },
    wasi_snapshot_preview1: {
      clock_time_get: (_id, _precision, at) => {
        new DataView(memory()).setBigUint64(at, BigInt(Math.round(1e6 * performance.now())), true);
        return 0;
      },
      proc_exit: (code) => { throw new Error(`the core ended with code ${code}`); },
    },
  };
  const core = {
    exports: new WebAssembly.Instance(module, host).exports,
    view: (at, size) => new Uint8Array(memory(), at, size),
  };
  /** @type {any} */ (core.exports)["_initialize"]();
  return core;
}
