// Answers questions one after the other. For each it starts the program anew, with memory of its own. The program writes its answers as
// lines of JSON, the verdict before the rest, and each line is passed on as soon as it is written.

/** Error numbers of WASI: for a call that does not exist, and for a file that is not open. */
const NO_SUCH_CALL = 52;
const BAD_DESCRIPTOR = 8;

/**
 * Runs the program: it reads the question, and `post` receives each line that it writes.
 * @param {WebAssembly.Module} module
 * @param {string} question
 * @param {(line: string) => void} post
 */
function run(module, question, post) {
  const input = new TextEncoder().encode(question);
  let read = 0;
  const decoder = new TextDecoder();
  let line = "";
  /** @type {WebAssembly.Memory} */
  let memory;
  /**
   * The pieces of memory that a call lists, as views of it.
   * @param {number} list
   * @param {number} count
   */
  const pieces = (list, count) => {
    const view = new DataView(memory.buffer);
    return Array.from({ length: count }, (_, index) => {
      const [start, length] = [view.getUint32(list + 8 * index, true), view.getUint32(list + 8 * index + 4, true)];
      return new Uint8Array(memory.buffer, start, length);
    });
  };
  const number = (/** @type {number} */ at, /** @type {number} */ value) =>
    new DataView(memory.buffer).setUint32(at, value, true);
  /** @type {Record<string, (...args: number[]) => number>} */
  const calls = {
    fd_read(descriptor = 0, list = 0, count = 0, result = 0) {
      if (descriptor !== 0) return BAD_DESCRIPTOR;
      let total = 0;
      for (const piece of pieces(list, count)) {
        const part = input.subarray(read, read + piece.length);
        piece.set(part);
        read += part.length;
        total += part.length;
      }
      number(result, total);
      return 0;
    },
    fd_write(descriptor = 0, list = 0, count = 0, result = 0) {
      let total = 0;
      for (const piece of pieces(list, count)) {
        total += piece.length;
        if (descriptor !== 1) continue;
        line += decoder.decode(piece, { stream: true });
        // Answers are written one at a time, each with the end of its line.
        if (!line.endsWith("\n")) continue;
        post(line);
        line = "";
      }
      number(result, total);
      return 0;
    },
    environ_sizes_get(count = 0, size = 0) {
      number(count, 0);
      number(size, 0);
      return 0;
    },
    environ_get: () => 0,
    random_get(start = 0, length = 0) {
      crypto.getRandomValues(new Uint8Array(memory.buffer, start, length));
      return 0;
    },
    proc_exit(code = 0) {
      throw new Error(`the program ended with ${code}`);
    },
  };
  /** @type {WebAssembly.ModuleImports} */
  const imports = {};
  for (const { name } of WebAssembly.Module.imports(module)) imports[name] = calls[name] ?? (() => NO_SUCH_CALL);
  const { exports } = new WebAssembly.Instance(module, { wasi_snapshot_preview1: imports });
  memory = /** @type {WebAssembly.Memory} */ (exports["memory"]);
  /** @type {() => void} */ (exports["_start"])();
}

/** @type {WebAssembly.Module} */
let program;

/** @param {MessageEvent<{ module: WebAssembly.Module } | { number: number, question: string }>} event */
function asked(event) {
  if ("module" in event.data) {
    program = event.data.module;
    return;
  }
  const { number, question } = event.data;
  const post = (/** @type {string} */ answer) => postMessage({ number, answer });
  try {
    run(program, question, post);
  } catch (error) {
    const problem = {
      message: "this board takes more memory or more time than a page has",
      wanted: String(error),
      span: null,
    };
    post(JSON.stringify({ answer: "refused", problems: [problem] }));
  }
  postMessage({ number, answer: null });
}

addEventListener("message", asked);
