// Asks the library: slow questions in a worker, fast ones at once.

/**
 * @typedef {{ setting: string, values: string[], effect: string }} Remedy
 * @typedef {{ message: string, wanted: string, remedies?: Remedy[], setting?: string | null, span: { start: number, end: number } | null }} Problem
 * @typedef {{ key: string, help: string, kind: "switch" | "word" | "number" | "limit" | "vertices" | "kinds" | "sight" | "words" | "numbers", words: string[], unit: string, defaults: string[] }} Setting
 * @typedef {{ word: string, title: string }} Preset
 * @typedef {{ name: string, example: string, help: string }} Family
 * @typedef {{ number: number } | { name: string } | { cell: [number, number] }} VertexChoice
 * @typedef {{ text: string, places: [number, number][] }} Drawing
 * @typedef {{ answer: "settings", settings: Setting[], presets: Preset[], families: Family[] }
 *   | { answer: "edit", text: string, hole: string | null, mouse: VertexChoice | null, cats: VertexChoice[] | null, drawing: Drawing | null }
 *   | { answer: "verdict", headline: string }
 *   | { answer: "show", data: Data }
 *   | { answer: "written", text: string, problems?: Problem[] }
 *   | { answer: "refused", problems: Problem[], reader?: boolean }} Answer
 */

/** A question: its kind, and its data. @typedef {{ [kind: string]: unknown }} Question */

/**
 * A question, the callback for each answer, the callback after the last, and the program that answers
 * instead of the library.
 * @typedef {{ question: Question, onAnswer: (answer: Answer) => void, done: () => void, program: WebAssembly.Module | undefined }} Asked
 */

/** Milliseconds that a question may take before a newer one interrupts it. */
const PATIENCE = 2000;

/** @param {Question} question */
const kindOf = (question) => Object.keys(question)[0] ?? "";

/**
 * Asks a worker one question at a time. Meanwhile only the newest question of each kind waits,
 * and a board to show goes first. A fast question can be asked without the worker.
 */
class Library {
  /** @param {Promise<WebAssembly.Module>} loading */
  constructor(loading) {
    this.number = 0;
    /** @type {(Asked & { number: number, since: number }) | null} */
    this.busy = null;
    /** The questions that wait, by their kinds. @type {Map<string, Asked>} */
    this.waiting = new Map();
    /** @type {WebAssembly.Module | null} */
    this.module = null;
    /** @type {WebAssembly.Module | undefined} */
    this.reader = undefined;
    /** @type {WebAssembly.Module | undefined} */
    this.unseen = undefined;
    this.ready = loading.then((module) => {
      this.module = module;
      this.start();
      this.next();
    });
  }

  start() {
    this.worker = new Worker("worker.js");
    this.worker.onmessage = (event) => {
      const { number, answer } = event.data;
      const busy = this.busy;
      if (busy === null || busy.number !== number) return;
      if (answer === null) {
        this.busy = null;
        busy.done();
        this.next();
      } else {
        busy.onAnswer(JSON.parse(answer));
      }
    };
  }

  /**
   * Asks a question; the promise is fulfilled after its last answer, and never if a newer question
   * replaces or interrupts it.
   * @param {Question} question
   * @param {(answer: Answer) => void} onAnswer
   * @param {WebAssembly.Module} [program] what answers instead of the library
   * @returns {Promise<void>}
   */
  ask(question, onAnswer, program) {
    return new Promise((done) => {
      this.waiting.set(kindOf(question), { question, onAnswer, done, program });
      this.next();
    });
  }

  /**
   * The last answer to a question, computed before this returns.
   * @param {Question} question
   * @param {WebAssembly.Module | null} program what answers it
   * @returns {Answer}
   */
  answer(question, program = this.module) {
    const problem = { message: "the solver is still being loaded", wanted: "wait a moment", span: null };
    /** @type {Answer} */
    let last = { answer: "refused", problems: [problem] };
    if (program === null) return last;
    answers(program, JSON.stringify(question), (answer) => {
      last = JSON.parse(answer);
    });
    return last;
  }

  /**
   * A board as a setup, by the program that reads the formats which the library leaves out. It is
   * loaded when it is first needed.
   * @param {Question} board
   * @returns {Promise<Answer>}
   */
  async read(board) {
    try {
      this.reader ??= await WebAssembly.compileStreaming(fetch("reader.wasm"));
    } catch {
      const problem = { message: "what reads this format could not be loaded", wanted: "try again", span: null };
      return { answer: "refused", problems: [problem] };
    }
    return this.answer(board, this.reader);
  }

  /**
   * The program for a mouse that is not always seen. It is loaded with its script when it is first
   * needed; undefined if this fails.
   */
  async hunter() {
    try {
      this.unseen ??= await WebAssembly.compileStreaming(fetch("unseen.wasm"));
      if (typeof Unseen === "undefined")
        await new Promise((onload, onerror) => {
          document.head.append(Object.assign(element("script", { src: "unseen.js" }), { onload, onerror }));
        });
      return this.unseen;
    } catch {
      return undefined;
    }
  }

  next() {
    const asked = this.waiting.get("show") ?? [...this.waiting.values()][0];
    if (asked === undefined || this.module === null) return;
    if (this.busy !== null) {
      const left = this.busy.since + PATIENCE - performance.now();
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.giveUp(), Math.max(0, left));
      return;
    }
    this.waiting.delete(kindOf(asked.question));
    this.busy = { ...asked, number: ++this.number, since: performance.now() };
    this.worker?.postMessage({ module: asked.program ?? this.module });
    this.worker?.postMessage({ number: this.number, question: JSON.stringify(asked.question) });
  }

  giveUp() {
    if (this.busy === null || performance.now() < this.busy.since + PATIENCE) return;
    this.worker?.terminate();
    this.busy = null;
    this.start();
    this.next();
  }
}

/**
 * Loads the library, and shows how much of it has come.
 * @param {HTMLProgressElement} progress
 * @param {number} bytes the size of the library
 */
async function load(progress, bytes) {
  // The first board is drawn before the library takes the line. A tab in the background draws nothing.
  await new Promise((ready) => {
    requestAnimationFrame(() => setTimeout(ready));
    setTimeout(ready, 200);
  });
  const response = await fetch("catmouse.wasm");
  let come = 0;
  const counted = new TransformStream({
    transform(/** @type {Uint8Array} */ chunk, controller) {
      come += chunk.length;
      progress.value = come / bytes;
      controller.enqueue(chunk);
    },
  });
  const headers = { "Content-Type": "application/wasm" };
  const module = await WebAssembly.compileStreaming(
    new Response(response.body?.pipeThrough(counted) ?? null, { headers }),
  );
  progress.remove();
  return module;
}
