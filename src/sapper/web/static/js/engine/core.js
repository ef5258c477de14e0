// The core as WebAssembly: texts in, texts out. Runs in a worker of the page, and in node for the tests.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** What the core asks of its host: a clock, and to be told that memory has grown or that it must end. */
function host(memory) {
  return {
    env: { emscripten_notify_memory_growth: () => {} },
    wasi_snapshot_preview1: {
      clock_time_get: (_id, _precision, at) => {
        new DataView(memory().buffer).setBigUint64(at, BigInt(Math.round(1e6 * performance.now())), true);
        return 0;
      },
      proc_exit: (code) => { throw new Error(`the core ended with code ${code}`); },
    },
  };
}

export class Core {
  /** Start a compiled module. */
  static async start(module) {
    const core = new Core();
    const instance = await WebAssembly.instantiate(module, host(() => core.exports.memory));
    core.exports = instance.exports;
    core.exports["_initialize"]();
    return core;
  }

  /** Call a function of the core with texts and numbers; returns its document. */
  call(name, ...values) {
    const taken = [];
    const passed = values.map((value) => (typeof value === "string" ? this.put(value, taken) : Number(value)));
    try {
      return JSON.parse(this.text(this.exports[`sapper_${name}`](...passed)));
    } finally {
      for (const place of taken) this.exports.sapper_give_back(place);
    }
  }

  /** The chances of the last analysis, by cell; NaN where a cell is not covered. */
  chances(count) {
    return new Float64Array(this.exports.memory.buffer, this.exports.sapper_chances(), count);
  }

  put(text, taken) {
    const bytes = encoder.encode(text);
    const place = this.exports.sapper_take(bytes.length + 1);
    taken.push(place);
    const memory = new Uint8Array(this.exports.memory.buffer, place, bytes.length + 1);
    memory.set(bytes);
    memory[bytes.length] = 0;
    return place;
  }

  text(place) {
    const memory = new Uint8Array(this.exports.memory.buffer);
    return decoder.decode(memory.subarray(place, memory.indexOf(0, place)));
  }
}
