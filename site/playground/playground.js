// The playground: a board as text, a form for the rules, and the page of the solved game below.

{
  /**
   * @typedef {{ message: string, wanted: string, span: { start: number, end: number } | null }} Problem
   * @typedef {{ key: string, help: string, board: boolean, kind: "switch" | "word" | "number" | "limit" | "vertices", words: string[], unit: string, defaults: string[] }} Setting
   * @typedef {{ word: string, title: string }} Preset
   * @typedef {{ answer: "settings", settings: Setting[], presets: Preset[] }
   *   | { answer: "edit", text: string }
   *   | { answer: "verdict", headline: string }
   *   | { answer: "show", data: Data }
   *   | { answer: "reply", to: number | null, end: string | null }
   *   | { answer: "refused", problems: Problem[] }} Answer
   * @typedef {{ name: string, group: string, title: string, lesson: string, text: string }} Example
   * @typedef {"play" | "wall" | "food" | "mouse" | "cat" | "edge" | "remove"} Tool
   */

  /** How long a question may take before it is given up for a newer one, in milliseconds. */
  const PATIENCE = 2000;

  /**
   * How long no change must come before the address is set, in milliseconds: browsers limit how often it may be set.
   */
  const ADDRESS_DELAY = 80;

  /**
   * The most characters of an address. Some programs cut longer ones off when they pass them on, so a longer board gets none.
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

  /** A sentence of help without the backticks around code. @param {string} text */
  const plain = (text) => text.replaceAll("`", "");

  /**
   * A question, the callback for each of its answers, and the callback after the last of them.
   * @typedef {{ question: object, onAnswer: (answer: Answer) => void, done: () => void }} Asked
   */

  /** Asks a worker one question at a time. Of the questions that come meanwhile only the newest is kept. */
  class Library {
    /** @param {WebAssembly.Module} module */
    constructor(module) {
      this.module = module;
      this.number = 0;
      /** @type {(Asked & { number: number, since: number }) | null} */
      this.busy = null;
      /** @type {Asked | null} */
      this.waiting = null;
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
     * @param {object} question
     * @param {(answer: Answer) => void} onAnswer
     * @returns {Promise<void>}
     */
    ask(question, onAnswer) {
      return new Promise((done) => {
        this.waiting = { question, onAnswer, done };
        this.next();
      });
    }

    next() {
      if (this.waiting === null) return;
      if (this.busy !== null) {
        const left = this.busy.since + PATIENCE - performance.now();
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.giveUp(), Math.max(0, left));
        return;
      }
      const asked = this.waiting;
      this.waiting = null;
      this.busy = { ...asked, number: ++this.number, since: performance.now() };
      this.worker?.postMessage({ number: this.number, question: JSON.stringify(asked.question) });
    }

    giveUp() {
      if (this.waiting === null || this.busy === null || performance.now() < this.busy.since + PATIENCE) return;
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
      this.view.onChoose = (vertex) => this.chosen(vertex);
      this.view.onBoard = (board) => this.drawn(board);
      this.view.onReply = (played, level) => this.reply(played, level);
      /** The seed that decides at which turns a level makes its errors. */
      this.seed = Math.floor(Math.random() * 2 ** 32);
      /** @type {Tool} */
      this.tool = "play";
      /** The board that is drawn, and where its vertices are. @type {{ text: string, places: [number, number][] } | null} */
      this.drawing = null;
      /** The vertex at which an edge begins. @type {number | null} */
      this.from = null;
      /** @type {Map<string, () => unknown>} For each setting a function that reads the chosen value, undefined if there is none. */
      this.settings = new Map();
      this.text.addEventListener("input", () => {
        this.noExample();
        this.show();
      });
      this.text.addEventListener("scroll", () => {
        this.underlines.scrollTop = this.text.scrollTop;
      });
    }

    /** Fills the forms and shows the first example. */
    async begin() {
      await this.library.ask({ ask: "settings" }, (answer) => {
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

    /** @param {string} name */
    example(name) {
      const example = this.examples.find((example) => example.name === name);
      if (example === undefined) {
        this.noExample();
        return;
      }
      found("example", HTMLSelectElement).value = name;
      // The list cuts off long titles; here the title stands in full, with its source.
      const { title, lesson } = example;
      found("lesson", HTMLParagraphElement).textContent = lesson === "" ? `${title}.` : `${title}. ${lesson}`;
      this.drawing = null;
      this.reset();
      this.text.value = example.text;
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
          const input = element("input", { id, type: "text", placeholder, autocomplete: "off" });
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
     * The value written in a field, in the form that the library reads.
     * @param {"number" | "limit" | "vertices"} kind
     * @param {string} text
     */
    read(kind, text) {
      if (text === "") return undefined;
      const number = Number(text);
      if (kind === "number") return Number.isInteger(number) ? number : undefined;
      if (kind === "limit") {
        if (text === "none") return "none";
        return Number.isInteger(number) ? { plies: number } : undefined;
      }
      if (text === "none") return [];
      const cell = /^\(?(\d+)\s*,\s*(\d+)\)?$/.exec(text);
      if (cell !== null) return [{ cell: [Number(cell[1]), Number(cell[2])] }];
      return text.split(/[\s,]+/).map((word) => (/^\d+$/.test(word) ? { number: Number(word) } : { name: word }));
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
      return { text: this.text.value, preset: this.preset?.() ?? null, first: this.first?.() ?? null, rules };
    }

    /**
     * Has the board solved, after a change of it if one is given, and shows the answers: first the verdict, then everything.
     * @param {object | string | null} edit
     */
    async show(edit = null) {
      const since = performance.now();
      this.root.setAttribute("aria-busy", "true");
      const board = this.board();
      await this.library.ask({ ask: "show", board, edit, drawing: this.drawing }, (answer) => {
        if (answer.answer === "edit") {
          board.text = answer.text;
          this.text.value = answer.text;
          this.noExample();
        } else if (answer.answer === "verdict") {
          this.refuse([]);
          const headline = this.root.querySelector("#headline");
          if (headline !== null) headline.textContent = answer.headline;
        } else if (answer.answer === "refused") {
          this.refuse(answer.problems);
        } else if (answer.answer === "show") {
          this.from = null;
          this.address();
          /** The board that is shown. */
          this.asked = board;
          this.view.show(answer.data);
          this.remember(board.text, answer.data);
          const taken = Math.round(performance.now() - since);
          this.work.textContent = `Solved and explained in ${Math.max(1, taken)} ms.`;
          this.work.dataset["milliseconds"] = String(taken);
          this.tools(answer.data.grid);
        }
      });
      this.root.setAttribute("aria-busy", String(this.library.busy !== null));
    }

    /**
     * The computer's move after some moves; the library chooses it.
     * @param {number[]} played the position at which the game began, and that after each move
     * @param {string} level
     * @returns {Promise<Reply>}
     */
    async reply([from = 0, ...moves], level) {
      /** @type {Reply} */
      let reply = { to: null, said: "" };
      const question = { ask: "reply", board: this.asked, from, moves, level, seed: this.seed };
      await this.library.ask(question, (answer) => {
        if (answer.answer === "reply") reply = { to: answer.to, said: answer.end ?? "" };
        else if (answer.answer === "refused") reply = { to: null, said: answer.problems[0]?.message ?? "" };
      });
      return reply;
    }

    /**
     * Keeps where the vertices of a graph are drawn, so that they stay there while it is changed.
     * @param {string} text
     * @param {Data} data
     */
    remember(text, data) {
      this.drawing = data.grid ? null : { text, places: data.stage.places.map(([, centre]) => centre) };
    }

    /**
     * Says what is wrong, and underlines it.
     * @param {Problem[]} problems
     */
    refuse(problems) {
      const text = this.text.value;
      this.root.classList.toggle("stale", problems.length > 0);
      if (problems.length > 0) this.work.textContent = "Below is the board as it was before.";
      this.problems.replaceChildren(
        ...problems.map(({ message, wanted }) => element("li", {}, wanted === "" ? message : `${message}: ${wanted}`)),
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

    // ---- Drawing.

    /** @param {boolean} grid */
    tools(grid) {
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
      if (!offered.some(([tool]) => tool === this.tool)) this.tool = "play";
      const box = found("tools", HTMLFieldSetElement);
      const legend = /** @type {Element} */ (box.querySelector("legend"));
      const focused = document.activeElement instanceof HTMLInputElement ? document.activeElement.value : null;
      const inputs = offered.map(([tool, text]) => {
        const input = element("input", { type: "radio", name: "tool", value: tool });
        input.checked = tool === this.tool;
        input.addEventListener("change", () => {
          this.tool = tool;
          this.from = null;
        });
        return { input, label: element("label", {}, input, ` ${text}`) };
      });
      const add = grid ? [] : [button("add-vertex", "Add a vertex", () => this.edit("add-vertex"))];
      const kept = document.activeElement !== null && box.contains(document.activeElement);
      box.replaceChildren(legend, ...inputs.map(({ label }) => label), ...add);
      if (kept) (inputs.find(({ input }) => input.value === focused)?.input ?? add[0])?.focus();
    }

    /**
     * A click on a vertex; true if it was not to play.
     * @param {number} vertex
     */
    chosen(vertex) {
      if (this.tool === "play") return false;
      const group = this.view.board?.vertices.get(vertex)?.group;
      if (this.tool === "remove") {
        this.edit({ "remove-vertex": { vertex } });
      } else if (this.tool === "edge") {
        if (this.from === null) {
          this.from = vertex;
          group?.classList.add("from");
          this.view.message = `An edge from ${this.view.game?.label(vertex) ?? vertex}: choose where it leads.`;
          this.view.refresh();
        } else {
          const from = this.from;
          this.from = null;
          this.edit({ edge: { from, to: vertex } });
        }
      } else if (group !== undefined) {
        this.cell(group);
      }
      return true;
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
      const vertex = group.dataset["vertex"];
      const isFood = vertex !== undefined && this.view.data?.holes.includes(Number(vertex));
      /** @type {Partial<Record<Tool, string>>} */
      const marks = { wall: vertex === undefined ? "." : "#", food: isFood ? "." : "F", mouse: "M", cat: "C" };
      const mark = marks[this.tool];
      if (mark !== undefined) this.edit({ cell: { row, column, mark } });
    }

    /** @param {object | string} edit */
    async edit(edit) {
      const held = document.activeElement?.closest("#view [data-vertex], #view .blocked");
      await this.show(edit);
      if (held instanceof SVGElement) this.refocus(held);
    }

    /**
     * Returns the focus to where it was before the board was drawn anew, so that the keyboard goes on from there.
     * @param {SVGElement} held
     */
    refocus(held) {
      const { row, column, vertex } = held.dataset;
      const board = this.view.board;
      const same = row === undefined ? `[data-vertex="${vertex}"]` : `[data-row="${row}"][data-column="${column}"]`;
      const stop = board?.svg.querySelector(same);
      if (stop instanceof SVGElement) board?.focus(stop);
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
