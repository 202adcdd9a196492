// The playground: a board as text, a form for the rules, and the page of the solved game below.

{
  /**
   * @typedef {{ setting: string, values: string[], effect: string }} Remedy
   * @typedef {{ message: string, wanted: string, remedies?: Remedy[], span: { start: number, end: number } | null }} Problem
   * @typedef {{ key: string, help: string, board: boolean, kind: "switch" | "word" | "number" | "limit" | "vertices" | "kinds", words: string[], unit: string, defaults: string[] }} Setting
   * @typedef {{ word: string, title: string }} Preset
   * @typedef {{ answer: "settings", settings: Setting[], presets: Preset[] }
   *   | { answer: "edit", text: string, hole: string | null, drawing: Drawing | null }
   *   | { answer: "verdict", headline: string }
   *   | { answer: "show", data: Data }
   *   | { answer: "reply", to: number | null, end: string | null }
   *   | { answer: "refused", problems: Problem[] }} Answer
   * @typedef {{ text: string, places: [number, number][] }} Drawing
   * @typedef {{ name: string, group: string, title: string, lesson: string, text: string }} Example
   * @typedef {"play" | "wall" | "food" | "mouse" | "cat" | "edge" | "remove"} Tool
   */

  /** Milliseconds that a question may take before a newer one interrupts it. */
  const PATIENCE = 2000;

  /**
   * Milliseconds without a change before the address is set, because browsers limit how often it
   * may be set.
   */
  const ADDRESS_DELAY = 80;

  /**
   * The most characters of an address. Some programs truncate longer ones, so a larger board gets
   * none.
   */
  const LONGEST_ADDRESS = 8000;

  /**
   * @template {Element} T
   * @param {string} id
   * @param {new () => T} kind
   */
  const found = (id, kind) => {
    const there = document.getElementById(id);
    if (!(there instanceof kind)) throw new Error(`there is no ${id}`);
    return there;
  };

  /** A help text without backticks. @param {string} text */
  const plain = (text) => text.replaceAll("`", "");

  /** A problem as a sentence. @param {Problem} problem */
  const sentence = ({ message, wanted }) => (wanted === "" ? message : `${message}: ${wanted}`);

  /**
   * The number of a vertex after others were removed one by one; null if it was removed itself.
   * @param {number} vertex
   * @param {number[]} removed
   */
  const renumbered = (vertex, removed) => {
    let number = vertex;
    for (const other of removed) {
      if (other === number) return null;
      if (other < number) number--;
    }
    return number;
  };

  /** A question: its kind, and its data. @typedef {{ [kind: string]: unknown }} Question */

  /**
   * A question, the callback for each answer, and the callback after the last.
   * @typedef {{ question: Question, onAnswer: (answer: Answer) => void, done: () => void }} Asked
   */

  /** @param {Question} question */
  const kindOf = (question) => Object.keys(question)[0] ?? "";

  /**
   * Asks a worker one question at a time. Meanwhile only the newest question of each kind waits,
   * and a board to show goes first. A fast question can be asked without the worker.
   */
  class Library {
    /** @param {WebAssembly.Module} module */
    constructor(module) {
      this.module = module;
      this.number = 0;
      /** @type {(Asked & { number: number, since: number }) | null} */
      this.busy = null;
      /** The questions that wait, by their kinds. @type {Map<string, Asked>} */
      this.waiting = new Map();
      this.start();
    }

    start() {
      this.worker = new Worker("worker.js");
      this.worker.postMessage({ module: this.module });
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
     * Asks a question; the promise is fulfilled after its last answer.
     * @param {Question} question
     * @param {(answer: Answer) => void} onAnswer
     * @returns {Promise<void>}
     */
    ask(question, onAnswer) {
      return new Promise((done) => {
        this.waiting.set(kindOf(question), { question, onAnswer, done });
        this.next();
      });
    }

    /**
     * The last answer to a question, computed before this returns.
     * @param {Question} question
     * @returns {Answer}
     */
    answer(question) {
      /** @type {Answer} */
      let last = { answer: "refused", problems: [] };
      answers(this.module, JSON.stringify(question), (answer) => {
        last = JSON.parse(answer);
      });
      return last;
    }

    next() {
      const asked = this.waiting.get("show") ?? [...this.waiting.values()][0];
      if (asked === undefined) return;
      if (this.busy !== null) {
        // A board being solved is not interrupted for a reply.
        if (kindOf(asked.question) !== "show" && kindOf(this.busy.question) === "show") return;
        const left = this.busy.since + PATIENCE - performance.now();
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.giveUp(), Math.max(0, left));
        return;
      }
      this.waiting.delete(kindOf(asked.question));
      this.busy = { ...asked, number: ++this.number, since: performance.now() };
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

  class Playground {
    /**
     * @param {Library} library
     * @param {Example[]} examples
     */
    constructor(library, examples) {
      this.library = library;
      this.examples = examples;
      this.text = found("text", HTMLTextAreaElement);
      this.underlines = found("underlines", HTMLDivElement);
      this.problems = found("problems", HTMLUListElement);
      this.work = found("work", HTMLParagraphElement);
      this.root = found("view", HTMLDivElement);
      this.view = new View(this.root);
      // The view would put the position into the address, and the playground puts the board there.
      this.view.addressed = false;
      this.view.onBoard = (board) => this.drawn(board);
      this.view.onReply = (played, level) => this.reply(played, level);
      /** The seed that decides at which turns a level makes its errors. */
      this.seed = Math.floor(Math.random() * 2 ** 32);
      /** @type {Tool} */
      this.tool = "play";
      /** Whether the tools are those for a grid. @type {boolean | null} */
      this.grid = null;
      /** Where the vertices of the board are drawn, or those of the board before. @type {Drawing | null} */
      this.drawing = null;
      /** The vertex at which an edge begins. @type {number | null} */
      this.from = null;
      /**
       * The vertices that clicks have removed since the text was written, each by its number at
       * that time.
       * @type {number[]}
       */
      this.removed = [];
      /**
       * How many removed vertices the picture lacks; null if the text is newer than the picture.
       * @type {number | null}
       */
      this.pictured = null;
      /** The number of changes by clicks. */
      this.changes = 0;
      /** The number of the last question that shows a board, and of the last one whose answer is ignored. */
      this.shows = 0;
      /** How the text is read, as remedies have chosen. @type {Record<string, string | boolean>} */
      this.reading = {};
      this.unwanted = 0;
      /** Why clicks were refused since the board was last at rest. @type {Set<string>} */
      this.refusals = new Set();
      /** Draws a board that came while the pointer was pressed. @type {(() => void) | null} */
      this.draw = null;
      /**
       * For each setting a function that reads the chosen value: undefined if there is none, null
       * if it is wrong.
       * @type {Map<string, () => unknown>}
       */
      this.settings = new Map();
      this.text.addEventListener("input", () => {
        this.reading = {};
        this.noExample();
        this.written();
        this.show();
      });
      this.text.addEventListener("scroll", () => {
        this.underlines.scrollTop = this.text.scrollTop;
      });
      document.addEventListener("keydown", (event) => {
        if (event.key === "Escape") this.beginEdge(null);
      });
      this.isPressed = false;
      this.release = 0;
      this.root.addEventListener("pointerdown", (event) => {
        if (event.button !== 0 || !(event.target instanceof SVGElement)) return;
        clearTimeout(this.release);
        this.isPressed = true;
      });
      const released = (/** @type {PointerEvent} */ event) => {
        if (!this.isPressed || event.buttons !== 0) return;
        // The click comes first.
        clearTimeout(this.release);
        this.release = setTimeout(() => {
          this.isPressed = false;
          this.draw?.();
        });
      };
      document.addEventListener("pointerup", released);
      document.addEventListener("pointercancel", released);
      document.addEventListener("pointermove", released);
    }

    /** Fills the forms and shows the first example. */
    async begin() {
      await this.library.ask({ settings: null }, (answer) => {
        if (answer.answer === "settings") this.rules(answer.settings, answer.presets);
      });
      const select = found("example", HTMLSelectElement);
      select.append(element("option", { value: "" }, "none: a board of your own"));
      for (const group of new Set(this.examples.map((example) => example.group))) {
        const options = this.examples
          .filter((example) => example.group === group)
          .map((example) => element("option", { value: example.name }, example.title));
        const made = element("optgroup", { label: group }, ...options);
        select.append(made);
      }
      select.addEventListener("change", () => this.example(select.value));
      window.addEventListener("hashchange", () => this.open());
      const [first] = this.examples;
      if (!this.open() && first !== undefined) this.example(first.name);
    }

    /** Shows the board that the address contains; false if it contains none. */
    open() {
      const words = new URLSearchParams(location.hash.slice(1));
      const text = words.get("board");
      if (text === null) return false;
      this.noExample();
      this.drawing = null;
      this.text.value = text;
      this.reading = {};
      this.written();
      for (const field of this.fields()) field.value = words.get(field.id) ?? "";
      this.show();
      return true;
    }

    /** Puts the board and the chosen rules into the address, so that it can be passed on. */
    address() {
      const words = new URLSearchParams({ board: this.text.value });
      for (const field of this.fields()) if (field.value !== "") words.set(field.id, field.value);
      const address = `#${words}`;
      const link = found("link", HTMLAnchorElement);
      link.hidden = address.length > LONGEST_ADDRESS;
      if (!link.hidden) link.href = address;
      clearTimeout(this.timer);
      this.timer = setTimeout(
        () => history.replaceState(null, "", link.hidden ? location.pathname : address),
        ADDRESS_DELAY,
      );
    }

    /** Shows that the board is none of the examples. */
    noExample() {
      found("example", HTMLSelectElement).value = "";
      found("lesson", HTMLParagraphElement).textContent = "";
    }

    /** Records that the text was changed otherwise than by clicks. */
    written() {
      this.removed = [];
      this.pictured = null;
      this.unwanted = this.shows;
      this.beginEdge(null);
    }

    /** @param {string} name */
    example(name) {
      const example = this.examples.find((example) => example.name === name);
      if (example === undefined) {
        this.noExample();
        return;
      }
      found("example", HTMLSelectElement).value = name;
      // The list truncates titles. Here is the whole title with its source.
      const { title, lesson } = example;
      const shown = found("lesson", HTMLParagraphElement);
      shown.textContent = lesson === "" ? `${title}.` : `${title}. ${lesson}`;
      shown.classList.remove("past");
      this.drawing = null;
      this.reset();
      this.text.value = example.text;
      this.reading = {};
      this.written();
      this.show();
    }

    /**
     * A form for every setting, as the library lists them.
     * @param {Setting[]} settings
     * @param {Preset[]} presets
     */
    rules(settings, presets) {
      const form = found("settings", HTMLDivElement);
      const says = "as the board says";
      const choice = (/** @type {string} */ id, /** @type {string} */ text, /** @type {string[][]} */ options) => {
        const select = element("select", { id }, element("option", { value: "" }, says));
        for (const [value = "", shown = value] of options) select.append(element("option", { value }, shown));
        select.addEventListener("change", () => this.show());
        form.append(element("label", { for: id }, text), select);
        return select;
      };
      const preset = choice(
        "rule-preset",
        "The game",
        presets.map(({ word, title }) => [word, title]),
      );
      this.preset = () => (preset.value === "" ? null : preset.value);
      const first = choice("rule-first", "Who moves first", [
        ["mouse", "the Mouse"],
        ["cat", "the Cat"],
      ]);
      this.first = () => (first.value === "" ? null : first.value);
      for (const { key, help, kind, words, unit } of settings) {
        const id = `rule-${key}`;
        if (kind === "switch") {
          const select = choice(id, plain(help), [
            ["true", "yes"],
            ["false", "no"],
          ]);
          this.settings.set(key, () => (select.value === "" ? undefined : select.value === "true"));
        } else if (kind === "word") {
          const select = choice(
            id,
            plain(help),
            words.map((word) => [word, word]),
          );
          this.settings.set(key, () => (select.value === "" ? undefined : select.value));
        } else {
          const placeholder =
            kind === "vertices" ? `${says}; 3, a name, or none` : `${says}${kind === "limit" ? "; none" : ""}`;
          const input = element("input", { id, type: "text", placeholder, autocomplete: "off", "data-kind": kind });
          input.addEventListener("input", () => this.show());
          form.append(element("label", { for: id }, unit === "" ? plain(help) : `${plain(help)} (${unit})`), input);
          this.settings.set(key, () => this.read(kind, input.value.trim()));
        }
      }
      found("reset", HTMLButtonElement).addEventListener("click", () => {
        this.reset();
        this.show();
      });
    }

    /**
     * The value of a field, in the form that the library reads: undefined if the field is empty,
     * null if it is wrong.
     * @param {"number" | "limit" | "vertices" | "kinds"} kind
     * @param {string} text
     */
    read(kind, text) {
      if (text === "") return undefined;
      const whole = (/** @type {string} */ word) => {
        const number = /^[+-]?\d+$/.test(word) ? Number(word) : null;
        return Number.isSafeInteger(number) ? number : null;
      };
      if (kind === "number") return whole(text);
      if (kind === "limit") {
        const plies = whole(text);
        return text === "none" ? "none" : plies === null ? null : { plies };
      }
      if (text === "none") return [];
      if (kind === "kinds") return text.split(/[\s,]+/);
      const cell = /^\(?(\d{1,9})\s*,\s*(\d{1,9})\)?$/.exec(text);
      if (cell !== null) return [{ cell: [Number(cell[1]), Number(cell[2])] }];
      const choices = text.split(/[\s,]+/).map((word) => {
        const number = whole(word);
        return number === null ? { name: word } : { number };
      });
      return choices;
    }

    /**
     * The problems in the fields for rules, which are marked.
     * @returns {Problem[]}
     */
    wrong() {
      /** @type {Problem[]} */
      const problems = [];
      for (const field of this.fields()) {
        const read = this.settings.get(field.id.slice("rule-".length));
        const isWrong = read?.() === null;
        if (!isWrong) field.removeAttribute("aria-invalid");
        else {
          field.setAttribute("aria-invalid", "true");
          const label = document.querySelector(`label[for="${field.id}"]`)?.textContent ?? field.id;
          const number =
            field.dataset["kind"] === "limit" ? "a whole number such as 2, or none" : "a whole number such as 2";
          const wanted = `${number}; an empty field means what the board says`;
          problems.push({ message: `“${field.value.trim()}” is no value for “${label}”`, wanted, span: null });
        }
      }
      return problems;
    }

    /** The fields of the form in which rules are chosen. @returns {(HTMLSelectElement | HTMLInputElement)[]} */
    fields() {
      return [...document.querySelectorAll("#settings select, #settings input")].filter(
        (field) => field instanceof HTMLSelectElement || field instanceof HTMLInputElement,
      );
    }

    reset() {
      for (const field of this.fields()) field.value = "";
    }

    board() {
      /** @type {Record<string, unknown>} */
      const rules = {};
      for (const [key, value] of this.settings)
        if (value() !== undefined) rules[key === "hole" ? "holes" : key] = value();
      const { reading } = this;
      return { text: this.text.value, reading, preset: this.preset?.() ?? null, first: this.first?.() ?? null, rules };
    }

    /** Solves the board, and shows the verdict first, then everything. */
    async show() {
      const since = performance.now();
      const number = ++this.shows;
      const wrong = this.wrong();
      if (wrong.length > 0) {
        this.unwanted = number;
        this.refuse(wrong);
        this.root.setAttribute("aria-busy", "false");
        return;
      }
      this.root.setAttribute("aria-busy", "true");
      this.work.textContent = "Solving the board …";
      const board = this.board();
      const [changes, removed] = [this.changes, this.removed.length];
      await this.library.ask({ show: { board, drawing: this.drawing } }, (answer) => {
        if (number <= this.unwanted) return;
        if (answer.answer === "verdict") {
          this.refuse([]);
          const headline = this.root.querySelector("#headline");
          if (headline !== null) headline.textContent = answer.headline;
        } else if (answer.answer === "refused") {
          this.refuse(answer.problems);
        } else if (answer.answer === "show") {
          const { data } = answer;
          const taken = Math.max(1, Math.round(performance.now() - since));
          this.draw = () => {
            this.draw = null;
            if (number <= this.unwanted) return;
            this.address();
            /** The board that is shown. */
            this.asked = board;
            // If the board changed meanwhile, the places in the answer are outdated.
            if (changes === this.changes) this.remember(board.text, data);
            this.redraw(data, removed);
            if (number === this.shows) {
              this.work.textContent = `Solved and explained in ${taken} ms.`;
              this.work.dataset["milliseconds"] = String(taken);
              this.root.setAttribute("aria-busy", "false");
            }
          };
          // The browser reports no click on a board that is replaced while the pointer is pressed.
          if (!this.isPressed) this.draw();
        }
      });
      if (number === this.shows && this.draw === null) this.root.setAttribute("aria-busy", "false");
    }

    /**
     * Asks the library for the computer's move after some moves.
     * @param {number[]} played the position at which the game began, and that after each move
     * @param {string} level
     * @returns {Promise<Reply>}
     */
    async reply([from = 0, ...moves], level) {
      /** @type {Reply} */
      let reply = { to: null, said: "" };
      const question = { reply: { board: this.asked, from, moves, level, seed: this.seed } };
      await this.library.ask(question, (answer) => {
        if (answer.answer === "reply") reply = { to: answer.to, said: answer.end ?? "" };
        else if (answer.answer === "refused") reply = { to: null, said: answer.problems[0]?.message ?? "" };
      });
      return reply;
    }

    /**
     * Keeps the places of the vertices of a graph, for drawings after changes.
     * @param {string} text
     * @param {Data} data
     */
    remember(text, data) {
      this.drawing = data.grid ? null : { text, places: data.stage.places.map(([, centre]) => centre) };
    }

    /**
     * Draws the board and the text around it anew. The focus stays on its vertex or wall.
     * @param {Data} data
     * @param {number} removed how many of the removed vertices are missing in it
     */
    redraw(data, removed) {
      const held = document.activeElement?.closest("#view [data-vertex], #view .blocked");
      const since = this.removed.slice(this.pictured ?? 0, removed);
      const cells = new Map(data.labels.map((label, vertex) => [label, vertex]));
      const label = (/** @type {number} */ vertex) => this.view.game?.label(vertex) ?? "";
      const carry = (/** @type {number} */ vertex) =>
        data.grid ? (cells.get(label(vertex)) ?? null) : renumbered(vertex, since);
      this.view.show(data, this.pictured === null ? null : carry);
      this.pictured = removed;
      this.tools(data.grid);
      this.markFrom();
      if (!(held instanceof SVGElement)) return;
      const { row, column, vertex } = held.dataset;
      const same =
        row === undefined
          ? `[data-vertex="${renumbered(Number(vertex), since)}"]`
          : `[data-row="${row}"][data-column="${column}"]`;
      const board = this.view.board;
      const stop = board?.svg.querySelector(same);
      if (!(stop instanceof SVGElement)) return;
      board?.reach(stop);
      stop.focus({ preventScroll: true });
    }

    /**
     * Shows problems, and underlines them.
     * @param {Problem[]} problems
     */
    refuse(problems) {
      const text = this.text.value;
      this.root.classList.toggle("stale", problems.length > 0);
      if (problems.length > 0) this.work.textContent = "Below is the board as it was before.";
      this.problems.replaceChildren(
        ...problems.map((problem) => element("li", {}, sentence(problem), ...this.buttons(problem.remedies ?? []))),
      );
      /** @type {(string | Node)[]} */
      const parts = [];
      let at = 0;
      const spans = problems
        .flatMap(({ span }) => (span === null ? [] : [span]))
        .sort((one, other) => one.start - other.start);
      for (const { start, end } of spans) {
        if (start < at) continue;
        parts.push(text.slice(at, start), element("mark", {}, text.slice(start, end)));
        at = end;
      }
      parts.push(text.slice(at), "\n");
      this.underlines.replaceChildren(...parts);
      this.underlines.scrollTop = this.text.scrollTop;
    }

    /** A button for each choice that settles a problem. @param {Remedy[]} remedies */
    buttons(remedies) {
      return remedies.flatMap(({ setting, values, effect }) =>
        values.map((value) => {
          const button = element("button", { type: "button", title: `${effect}.` }, `${plain(setting)}: ${value}`);
          button.addEventListener("click", () => {
            const field = document.getElementById(`rule-${setting}`);
            if (field instanceof HTMLSelectElement || field instanceof HTMLInputElement) field.value = value;
            else this.reading[setting] = value === "true" ? true : value;
            this.show();
          });
          return button;
        }),
      );
    }

    // ---- Drawing.

    /** @param {boolean} grid */
    tools(grid) {
      if (this.grid === grid) return;
      this.grid = grid;
      /** @type {[Tool, string][]} */
      const offered = grid
        ? [
            ["play", "plays"],
            ["wall", "puts a wall or takes it away"],
            ["food", "puts food or takes it away"],
            ["mouse", "puts the mouse"],
            ["cat", "puts the cat"],
          ]
        : [
            ["play", "plays"],
            ["edge", "joins or parts two vertices"],
            ["remove", "takes a vertex away"],
          ];
      if (!offered.some(([tool]) => tool === this.tool)) this.use("play");
      const box = found("tools", HTMLFieldSetElement);
      const legend = /** @type {Element} */ (box.querySelector("legend"));
      const labels = offered.map(([tool, text]) => {
        const input = element("input", { type: "radio", name: "tool", value: tool });
        input.checked = tool === this.tool;
        input.addEventListener("change", () => this.use(tool));
        return element("label", {}, input, ` ${text}`);
      });
      const add = grid ? [] : [button("add-vertex", "Add a vertex", () => this.edit("add-vertex"))];
      box.replaceChildren(legend, ...labels, ...add);
    }

    /** @param {Tool} tool */
    use(tool) {
      this.tool = tool;
      this.view.onChoose = tool === "play" ? null : (vertex) => this.chosen(vertex);
      this.beginEdge(null);
    }

    /**
     * Sets the vertex at which a new edge begins, or null.
     * @param {number | null} vertex
     */
    beginEdge(vertex) {
      if (this.from !== null && vertex === null) this.view.say("");
      this.from = vertex;
      this.markFrom();
    }

    /** Marks the vertex in the picture at which an edge begins. */
    markFrom() {
      const removed = this.removed.slice(this.pictured ?? 0);
      for (const [vertex, { group }] of this.view.board?.vertices ?? []) {
        group.classList.toggle("from", this.from !== null && renumbered(vertex, removed) === this.from);
      }
    }

    /**
     * Handles a click on a vertex of the picture that makes no move.
     * @param {number} shown
     */
    chosen(shown) {
      const group = this.view.board?.vertices.get(shown)?.group;
      if (this.tool !== "remove" && this.tool !== "edge") {
        if (group !== undefined) this.cell(group);
        return;
      }
      if (this.isOutdated()) return;
      // The text may use another number for the vertex.
      const vertex = renumbered(shown, this.removed.slice(this.pictured ?? 0));
      if (vertex === null) {
        this.refuseClick("This vertex is removed already.");
      } else if (this.tool === "remove" && this.isTaken(shown)) {
        this.refuseClick(`Vertex ${this.view.game?.label(shown) ?? shown} stays: a piece stands there.`);
      } else if (this.tool === "remove") {
        if (this.edit({ "remove-vertex": { vertex } })) group?.classList.add("changed");
      } else if (this.from === null) {
        this.beginEdge(vertex);
        this.view.say(
          `An edge from ${this.view.game?.label(shown) ?? shown}: choose where it leads. Escape gives it up.`,
        );
      } else {
        const from = this.from;
        this.beginEdge(null);
        this.edit({ edge: { from, to: vertex } });
      }
    }

    /** @param {Board} board */
    drawn(board) {
      board.reachWalls();
      board.svg.addEventListener("click", (event) => {
        const wall = event.target instanceof Element ? event.target.closest(".blocked") : null;
        if (wall instanceof SVGElement && this.tool !== "play") this.cell(wall);
      });
    }

    /** @param {SVGElement} group */
    cell(group) {
      const [row, column] = [Number(group.dataset["row"]), Number(group.dataset["column"])];
      /** @type {Partial<Record<Tool, string>>} */
      const marks = { wall: "#", food: "F", mouse: "M", cat: "C" };
      const mark = marks[this.tool];
      const vertex = group.dataset["vertex"];
      if (mark === "#" && vertex !== undefined && this.isTaken(Number(vertex))) {
        this.refuseClick(`(${row},${column}) is not free: a piece stands there.`);
        return;
      }
      if (mark !== undefined && this.edit({ cell: { row, column, mark } })) group.classList.toggle("changed");
    }

    /**
     * Changes the board in the text and solves it, or shows why it is not changed. True if changed.
     * @param {{ cell: object } | { edge: object } | { "remove-vertex": { vertex: number } } | "add-vertex"} edit
     */
    edit(edit) {
      if (this.isOutdated()) return false;
      const answer = this.library.answer({ edit: { board: this.board(), edit, drawing: this.drawing } });
      if (answer.answer === "refused") {
        return this.refuseClick(answer.problems.map((problem) => `${sentence(problem)}.`).join(" "));
      }
      if (answer.answer !== "edit") return false;
      this.text.value = answer.text;
      this.reading = {};
      this.drawing = answer.drawing;
      if (answer.hole !== null) found("rule-hole", HTMLInputElement).value = answer.hole;
      this.changes++;
      if (typeof edit === "object" && "remove-vertex" in edit) {
        const { vertex } = edit["remove-vertex"];
        if (this.from !== null) this.from = renumbered(this.from, [vertex]);
        this.removed.push(vertex);
        this.markFrom();
      }
      found("example", HTMLSelectElement).value = "";
      // It keeps its space, so that the board does not move under clicks.
      found("lesson", HTMLParagraphElement).classList.add("past");
      if (!this.isBusy()) this.refusals.clear();
      this.view.say([...this.refusals].join(" "));
      this.show();
      return true;
    }

    /** Whether the picture shows another board than the text. If so, tells the user. */
    isOutdated() {
      const isStale = this.root.classList.contains("stale");
      if (!isStale && this.pictured !== null) return false;
      const when = isStale ? "what is wrong beside the text is mended" : "the new board is drawn";
      this.refuseClick(`The picture is of the board before. It can be changed when ${when}.`);
      return true;
    }

    /**
     * Whether a piece stands on a vertex in the shown position.
     * @param {number} shown
     */
    isTaken(shown) {
      const { game, id } = this.view;
      if (game === undefined || id === undefined) return false;
      const { mouse, cats } = game.position(id);
      return mouse === shown || cats.includes(shown);
    }

    isBusy() {
      return this.root.getAttribute("aria-busy") === "true";
    }

    /**
     * Shows why a click has no effect. While the board is being solved, earlier reasons stay.
     * @param {string} why
     */
    refuseClick(why) {
      if (!this.isBusy()) this.refusals.clear();
      this.refusals.add(`${why.charAt(0).toUpperCase()}${why.slice(1)}`);
      this.view.say([...this.refusals].join(" "));
      return false;
    }
  }

  const begin = async () => {
    const [module, examples] = await Promise.all([
      WebAssembly.compileStreaming(fetch("catmouse.wasm")),
      fetch("examples.json").then((response) => response.json()),
    ]);
    for (const example of examples) example.title ??= /^title = "(.*)"$/m.exec(example.text)?.[1];
    await new Playground(new Library(module), examples).begin();
  };
  begin().catch((error) => {
    const problems = found("problems", HTMLUListElement);
    problems.append(
      element("li", {}, `The playground does not start: ${error}. It has to be served by http, not opened as a file.`),
    );
  });
}
