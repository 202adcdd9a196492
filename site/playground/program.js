// Runs the library for a question, with memory of its own. Its answers are lines of JSON, the
// verdict first, and each line is passed on at once. The worker asks slow questions, the page fast
// ones.

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
   * Views of the memory ranges that a call lists.
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
        // Answers are written one at a time, each with its line end.
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

/**
 * Passes on the answers to a question, or that the program failed.
 * @param {WebAssembly.Module} module
 * @param {string} question
 * @param {(line: string) => void} post
 */
function answers(module, question, post) {
  try {
    run(module, question, post);
  } catch (error) {
    const problem = {
      message: "this board takes more memory or more time than a page has",
      wanted: String(error),
      span: null,
    };
    post(JSON.stringify({ answer: "refused", problems: [problem] }));
  }
}
