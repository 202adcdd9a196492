// The playground: a board that is played on and changed by hand, its text, and its rules.

/**
 * The board and the chosen rules, as they were at some time.
 * @typedef {{ text: string, reading: Reading, rules: Record<string, string>, starts: Starts, drawing: Drawing | null, puzzle: Puzzle, hidden: Side | null }} State
 * @typedef {{ title: string | null, word: { key: string, value: string } | null, idea: string }} Puzzle
 * @typedef {Record<string, string | boolean>} Reading
 * @typedef {{ mouse: VertexChoice | null, cats: VertexChoice[] | null }} Starts
 */

/**
 * Milliseconds without a change before the address is set, because browsers limit how often it
 * may be set.
 */
const ADDRESS_DELAY = 80;

/** The greatest number of vertices whose places are in a link. */
const MOST_PLACES = 60;

/** A board that is no puzzle. @type {Puzzle} */
const NO_PUZZLE = { title: null, word: null, idea: "" };

/** The choices of how a text is read. */
const READINGS = ["input", "base", "parallel-edges", "cost-key"];

/** What decides how the text of a board is read. @param {{ text: string, reading: Reading, rules: Record<string, string> }} board */
const readingOf = ({ text, reading, rules }) => JSON.stringify([text, reading, rules["directed"]]);

/** The game in which the mouse wants to a hole. */
const HOLED = "cat-and-mouse";

/** Whether a board lacks a hole. @param {Problem[]} problems */
const lackHole = (problems) =>
  problems.some(({ remedies }) =>
    remedies?.some(({ setting, values }) => setting === "hole" && values.includes("none")),
  );

/** The start that the rules or the text give. @returns {Starts} */
const usual = () => ({ mouse: null, cats: null });

class Playground {
  /** @param {Library} library */
  constructor(library) {
    this.library = library;
    const root = /** @type {HTMLElement} */ (document.getElementById("view"));
    root.classList.add("waiting");
    // The view would put the position into the address, and the playground puts the board there.
    this.view = new View(root, false);
    const brand = element("span", { class: "brand" }, token("mouse"), element("span", {}, "catmouse"));
    this.view.frame.header.prepend(brand);
    this.text = element("textarea", {
      id: "text",
      rows: "12",
      spellcheck: "false",
      autocomplete: "off",
      autocapitalize: "off",
      "aria-label": "The board as a text",
    });
    this.underlines = element("div", { id: "underlines", "aria-hidden": "true" });
    this.problems = element("ul", { id: "problems" });
    this.work = element("p", { id: "work", class: "faint", role: "status" });
    this.view.frame.notices.append(element("div", { role: "alert" }, this.problems));
    this.rules = new Rules(() => this.ruled());
    /** @type {Starts} */
    this.starts = usual();
    this.puzzleDrawer = element("div", {});
    this.newDrawer = element("div", {});
    /** The drawers of puzzles and of new boards, once they have come. @type {Puzzles | null} */
    this.puzzles = null;
    /** @type {Boards | null} */
    this.boards = null;
    /** How the text is read, as remedies have chosen. @type {Reading} */
    this.reading = {};
    /** The last text that the library could not read: its setup, and the problems of a usual game on it. */
    this.read = { reading: "", setup: "", problems: /** @type {Problem[]} */ ([]) };
    /** Whether the position of the address is to be shown. */
    this.place = false;
    /** Where the vertices of the board are drawn, or those of the board before. @type {Drawing | null} */
    this.drawing = null;
    /** The number of the last question that shows a board, and of the last one whose answer is ignored. */
    this.shows = 0;
    this.unwanted = 0;
    /** Draws a board that came while the pointer was pressed. @type {(() => void) | null} */
    this.draw = null;
    /** What is to be done when the next board is drawn. @type {{ standing: Standing | null, play: Side | null, seeks: boolean }} */
    this.next = { standing: null, play: null, seeks: false };
    /** The puzzle that the board is. @type {Puzzle} */
    this.asked = NO_PUZZLE;
    /** The board in the picture, unless it is one before. @type {State | null} */
    this.pictured = null;
    /** Whether the next address is a step of the browser's history. */
    this.isNew = false;
    /** Whether the number of cats was chosen just now. */
    this.isRuled = false;
    /** The rules of a link, until there are fields for them. @type {Record<string, string> | null} */
    this.linked = null;
    this.editor = new Editor(this);
    this.share = new Share(this);
    /** @type {State} */
    this.state = this.now();
    this.listen();
    this.hook();
  }

  listen() {
    let typed = 0;
    this.text.addEventListener("input", () => {
      // Letters typed in one go are one step back.
      if (performance.now() - typed > 1000) this.view.remember();
      typed = performance.now();
      this.boards?.none();
      this.view.say("");
      this.starts = usual();
      this.written();
      this.edited();
    });
    this.text.addEventListener("scroll", () => {
      this.underlines.scrollTop = this.text.scrollTop;
    });
    this.isPressed = false;
    this.release = 0;
    const { root } = this.view;
    root.addEventListener("pointerdown", (event) => {
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
    for (const name of /** @type {const} */ (["pointerup", "pointercancel", "pointermove"]))
      document.addEventListener(name, released);
  }

  /** Connects the view with the board around it. */
  hook() {
    const { view, editor } = this;
    view.onBoard = (board) => this.drawn(board);
    view.onArrive = () => this.addressed();
    view.onPut = (held, from, to) => editor.put(held, from, to);
    view.onLink = (from, to) => editor.link(from, to);
    view.onPaint = (cell) => editor.cell(cell);
    view.onEmpty = (at, from) => editor.empty(at, from);
    view.onShift = (vertex, at) => editor.shift(vertex, at);
    view.boardNow = () => {
      if (this.pictured === this.state) this.state.hidden = view.challenge.side;
      return this.state;
    };
    view.onBack = (board, standing) => this.back(/** @type {State} */ (board), standing);
    view.challenge.onEnd = () => this.debrief();
    const { frame } = view;
    frame.home = "puzzles";
    // Here the tools put pieces.
    frame.placeButton.hidden = true;
    // The library fills the drawers.
    frame.menu.inert = true;
    /** The board when the drawer was opened. @type {State | null} */
    let seen = null;
    frame.onOpen = () => {
      if (!frame.narrow.matches || history.state?.drawer) return;
      seen = this.state;
      history.pushState({ drawer: true }, "", location.href);
    };
    frame.onLeave = () => {
      if (!history.state?.drawer) return;
      // The step back from a changed board would be one to the board before.
      if (seen === this.state) history.back();
      else history.replaceState(null, "", location.href);
    };
    window.addEventListener("popstate", () => {
      if (frame.opened !== null && frame.narrow.matches && !history.state?.drawer) frame.close();
    });
    frame.drawer("puzzles", "Puzzles", this.puzzleDrawer);
    frame.drawer("new", "New", this.newDrawer);
    frame.drawer("rules", "Rules", this.rules.root);
    frame.drawer("text", "Text", this.textDrawer());
    frame.drawer("share", "Share", this.share.root);
    view.linePanel.again.append(button("explain-here", "Explain from here", () => editor.explainHere()));
  }

  textDrawer() {
    const about =
      "A grid, lists of neighbours, edges, graph6, DOT, GraphML, a setup in TOML and a dozen formats more; or the name of a graph, such as petersen or grid:10x10.";
    return element(
      "div",
      {},
      element("p", { class: "faint" }, about),
      element("div", { class: "text" }, this.underlines, this.text),
      this.work,
    );
  }

  // ---- The state.

  /** @returns {State} */
  now() {
    const { reading, starts, drawing, asked: puzzle } = this;
    return { text: this.text.value, reading, rules: this.rules.chosen, starts, drawing, puzzle, hidden: null };
  }

  /** Records that the text was changed otherwise than by clicks. */
  written() {
    this.reading = {};
    this.unwanted = this.shows;
    this.editor.written();
  }

  /** Solves the board after a change of the text or by a click. */
  edited() {
    this.asked = NO_PUZZLE;
    this.changed();
  }

  /** Solves the board as it is now. */
  changed() {
    // The position that an undo restores belongs to the board before.
    this.next.standing = null;
    this.state = this.now();
    this.show();
  }

  /** A rule was chosen. */
  ruled() {
    this.view.remember();
    this.isRuled = true;
    this.edited();
  }

  /**
   * Chooses a rule.
   * @param {string} id the id of its field
   * @param {string} value
   */
  choose(id, value) {
    this.rules.chosen = { ...this.rules.chosen, [id]: value };
  }

  /**
   * Chooses how the text is read.
   * @param {string} key
   * @param {string} value
   */
  readAs(key, value) {
    this.reading = { ...this.reading, [key]: key === "parallel-edges" ? value === "true" : value };
  }

  /**
   * Goes back to an earlier board.
   * @param {State} state
   * @param {Standing | null} standing
   */
  back(state, standing) {
    this.text.value = state.text;
    this.reading = state.reading;
    this.rules.chosen = state.rules;
    this.starts = state.starts;
    this.editor.written();
    this.drawing = state.drawing;
    this.unwanted = this.shows;
    this.state = state;
    this.asked = state.puzzle;
    // A puzzle begins anew, so that its values stay hidden.
    this.next = { standing: state.hidden === null ? standing : null, play: state.hidden, seeks: false };
    this.show();
  }

  /**
   * Begins a new board.
   * @param {string} text
   * @param {Drawing | null} drawing where its vertices are drawn
   * @param {boolean} seeks whether it begins at a start that is worth a look
   * @param {Side | null} play
   * @param {Puzzle} asked
   */
  begin(text, drawing = null, seeks = false, play = null, asked = NO_PUZZLE) {
    this.view.remember();
    this.boards?.none();
    this.rules.reset();
    this.starts = usual();
    this.text.value = text;
    this.drawing = drawing;
    this.isNew = true;
    this.written();
    this.next = { standing: null, play, seeks };
    this.asked = asked;
    this.changed();
  }

  /**
   * Begins a puzzle.
   * @param {string} text
   * @param {Side | null} play null to show its solution
   * @param {Puzzle} asked
   */
  puzzle(text, play, asked) {
    this.editor.use("play");
    this.begin(text, null, false, play, asked);
  }

  /** The board as it is asked about. */
  board() {
    const board = {
      text: this.text.value,
      reading: this.reading,
      ...this.rules.choices,
      ...this.starts,
    };
    return readingOf(board) === this.read.reading ? { ...board, text: this.read.setup, reading: {} } : board;
  }

  // ---- The address.

  /**
   * The address of the board and its position; null if it is too long.
   * @param {Record<string, string>} more
   */
  address(more) {
    const { view, drawing } = this;
    const { word } = this.asked;
    let words = new URLSearchParams(more);
    if (word !== null && Object.keys(more).length === 0) words = new URLSearchParams({ [word.key]: word.value });
    else {
      const { text, reading } = this.board();
      words.set("board", text);
      for (const [key, value] of Object.entries(reading)) words.set(key, String(value));
      for (const [id, value] of Object.entries(this.rules.chosen)) words.set(id, value);
      const { mouse, cats } = this.starts;
      if (mouse !== null || cats !== null) words.set("start", JSON.stringify([mouse, cats]));
      if (drawing !== null && drawing.places.length <= MOST_PLACES)
        words.set("at", drawing.places.map((place) => place.map(Math.round).join(".")).join("_"));
      const { play, challenge } = view;
      const side = more["play"] ?? challenge.side;
      if (side) words.set("play", side);
      const here = challenge.side !== null ? challenge.from : "play" in more ? view.game.data.start : play?.here;
      if (here !== undefined && here !== view.game.data.start && !view.game.data.unseen)
        for (const [key, value] of Object.entries(view.words(here))) words.set(key, value);
    }
    const address = `${location.origin}${location.pathname}#${words}`;
    return address.length > LONGEST_ADDRESS ? null : address;
  }

  /** Puts the board and the position into the address, so that it can be passed on. */
  addressed() {
    clearTimeout(this.timer);
    if (this.text.value === "") return;
    this.share.refresh();
    this.timer = setTimeout(() => {
      const address = this.address({}) ?? location.pathname;
      // A new board is a step of the history, and takes the place of the drawer from which it was opened.
      const isStep = this.isNew && !history.state?.drawer;
      const state = this.isNew ? null : history.state;
      this.isNew = false;
      if (isStep && address !== location.href) history.pushState(state, "", address);
      else history.replaceState(state, "", address);
    }, ADDRESS_DELAY);
  }

  /**
   * Shows the board that the fragment of an address contains; false if it contains none.
   * @param {string} hash
   */
  open(hash) {
    const isOpened = this.opened(hash);
    // The browser's history has this address already.
    this.isNew = false;
    return isOpened;
  }

  /** @param {string} hash */
  opened(hash) {
    const words = new URLSearchParams(hash.slice(1));
    const [name, day, text] = ["puzzle", "day", "board"].map((key) => words.get(key));
    if (name && this.puzzles?.open(name)) return true;
    if (day && /^\d{4}-\d\d-\d\d$/.test(day)) {
      this.puzzles?.ofDay(day, false);
      return true;
    }
    if (text === null || text === undefined) return false;
    this.boards?.none();
    this.text.value = text;
    const places = placesIn(words);
    this.drawing = places === null ? null : { text, places };
    this.written();
    for (const [key, value] of words) if (READINGS.includes(key)) this.readAs(key, value);
    this.rules.chosen = Object.fromEntries(words);
    this.starts = usual();
    try {
      const [mouse, cats] = JSON.parse(words.get("start") ?? "[null,null]");
      this.starts = { mouse, cats };
    } catch {
      // A broken start is no start.
    }
    const play = words.get("play");
    this.next = { standing: null, play: play === "mouse" || play === "cat" ? play : null, seeks: false };
    this.place = words.has("mouse");
    this.edited();
    return true;
  }

  // ---- Solving.

  /** Solves the board, and shows the verdict first, then everything. */
  async show() {
    const since = performance.now();
    const number = ++this.shows;
    const { view, editor } = this;
    view.root.setAttribute("aria-busy", "true");
    this.work.textContent = "Solving the board …";
    const board = this.board();
    const [changes, removed] = [editor.changes, editor.removed.length];
    /** @type {Problem[]} */
    let refused = [];
    let isUnread = false;
    const told = (/** @type {Answer} */ answer) => {
      if (number <= this.unwanted) return;
      if (answer.answer === "verdict") {
        this.refuse([]);
        if (this.next.play === null) view.frame.headline.textContent = answer.headline;
      } else if (answer.answer === "refused") {
        refused = answer.problems;
        isUnread = answer.reader === true;
      } else if (answer.answer === "show") {
        refused = [];
        this.refuse([]);
        this.come(answer.data, board, { number, since, changes, removed });
      }
    };
    const question = { show: { board, drawing: this.drawing } };
    // A setup that a reader made has a hole, even if the text has none.
    const { setup, problems } = this.read;
    if (board.text === setup && !("hole" in board.rules) && (board.preset ?? HOLED) === HOLED && lackHole(problems))
      refused = problems;
    else await this.library.ask(question, told);
    const isUnseen = refused.some(({ remedies }) => remedies?.some(({ setting }) => setting === "mouse-seen"));
    const hunter = isUnseen ? await this.library.hunter() : undefined;
    if (number !== this.shows) return;
    if (hunter !== undefined) await this.library.ask(question, told, hunter);
    if (isUnread && number === this.shows) {
      const answer = await this.library.read(board);
      if (number !== this.shows) return;
      if (answer.answer === "written") {
        this.read = { reading: readingOf(board), setup: answer.text, problems: answer.problems ?? [] };
        await this.show();
        return;
      }
      if (answer.answer === "refused") refused = answer.problems;
    }
    const { isRuled } = this;
    this.isRuled = false;
    if (refused.length > 0 && isRuled && this.withCats(board, refused)) return;
    if (
      refused.length > 0 &&
      !(lackHole(refused) && (await this.withoutHole(board, number, { since, changes, removed })))
    )
      this.refuse(refused);
    if (number === this.shows && this.draw === null) view.root.setAttribute("aria-busy", "false");
  }

  /**
   * Shows a graph that has no hole yet, and asks for one; false if this is not what is wrong.
   * @param {ReturnType<Playground["board"]>} board
   * @param {number} number
   * @param {{ since: number, changes: number, removed: number }} asked
   */
  async withoutHole(board, number, asked) {
    if ("hole" in board.rules || number !== this.shows) return false;
    let isShown = false;
    const open = { ...board, rules: { ...board.rules, hole: "none" } };
    await this.library.ask({ show: { board: open, drawing: this.drawing } }, (answer) => {
      if (answer.answer !== "show" || answer.data.grid || number <= this.unwanted) return;
      isShown = true;
      this.refuse([]);
      this.choose("rule-hole", "none");
      this.state = this.now();
      this.editor.news = "This board has no hole: click where it is to be.";
      this.come(answer.data, open, { number, ...asked });
      this.editor.use("goal");
    });
    return isShown;
  }

  /**
   * Gives starts to as many cats as were chosen, and solves the board; false if this is not what is
   * wrong.
   * @param {ReturnType<Playground["board"]>} board
   * @param {Problem[]} refused
   */
  withCats(board, refused) {
    const { game } = this.view;
    const count = Number(board.rules["cats"]);
    const lacksStarts = refused.some(
      ({ setting, remedies }) => setting === "cats" || remedies?.some((remedy) => remedy.setting === "cat"),
    );
    if (!lacksStarts || !Number.isInteger(count) || count < 1 || game === undefined) return false;
    const { mouse, cats } = game.position(game.data.start);
    const taken = new Set([mouse, ...cats, ...game.data.holes]);
    // The farther from the mouse, the better.
    const reached = [mouse];
    for (const vertex of reached)
      for (const { to } of game.mouse.steps(vertex)) if (!reached.includes(to)) reached.push(to);
    const free = reached.reverse().filter((vertex) => !taken.has(vertex) && game.cats.places.has(vertex));
    const all = [...cats, ...free].slice(0, count);
    if (all.length < count) return false;
    this.choose("rule-cats", "");
    this.starts = { mouse: this.starts.mouse, cats: all.flatMap((cat) => this.editor.choice(cat) ?? []) };
    this.changed();
    return true;
  }

  /**
   * Draws a solved board, unless the pointer is pressed.
   * @param {Data} data
   * @param {ReturnType<Playground["board"]>} board
   * @param {{ number: number, since: number, changes: number, removed: number }} asked
   */
  come(data, board, { number, since, changes, removed }) {
    const taken = Math.max(1, Math.round(performance.now() - since));
    this.draw = () => {
      this.draw = null;
      if (number <= this.unwanted) return;
      const start = this.next.seeks ? worthyStart(data) : null;
      this.next.seeks = false;
      if (start !== null) {
        this.starts = start;
        this.changed();
        return;
      }
      // If the board changed meanwhile, the places in the answer are outdated.
      if (changes === this.editor.changes) this.remember(board.text, data);
      if (number === this.shows) this.pictured = this.state;
      this.redraw(data, removed);
      if (number === this.shows) {
        this.work.textContent = `Solved and explained in ${taken} ms.`;
        this.work.dataset["milliseconds"] = String(taken);
        this.view.root.setAttribute("aria-busy", "false");
      }
      this.addressed();
    };
    // The browser reports no click on a board that is replaced while the pointer is pressed.
    if (!this.isPressed) this.draw();
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
    const { view, editor } = this;
    const held = document.activeElement?.closest("#view [data-vertex], #view .blocked");
    const since = editor.removed.slice(editor.pictured ?? 0, removed);
    const cells = new Map(data.labels.map((label, vertex) => [label, vertex]));
    const before = view.game;
    const label = (/** @type {number} */ vertex) => before?.label(vertex) ?? "";
    const carry = (/** @type {number} */ vertex) =>
      data.grid ? (cells.get(label(vertex)) ?? null) : renumbered(vertex, since);
    const { standing, play } = this.next;
    const { title, idea } = this.asked;
    this.next = { standing: null, play: null, seeks: false };
    view.root.classList.remove("waiting");
    view.challenge.idea = idea;
    view.show(title === null ? data : { ...data, name: title }, editor.pictured === null ? null : carry, standing);
    editor.pictured = removed;
    editor.offer(data.grid);
    editor.markFrom();
    editor.mark();
    this.rules.show(data);
    if (editor.news !== "") view.say([...editor.refusals, editor.news].join(" "));
    editor.news = "";
    const at = this.place ? view.fromAddress() : null;
    if (at !== null && at !== data.start) view.go(at);
    if (play !== null) view.challenge.begin(play);
    this.place = false;
    if (!(held instanceof SVGElement)) return;
    const { row, column, vertex } = held.dataset;
    const same =
      row === undefined
        ? `[data-vertex="${renumbered(Number(vertex), since)}"]`
        : `[data-row="${row}"][data-column="${column}"]`;
    const stop = view.board?.svg.querySelector(same);
    if (!(stop instanceof SVGElement)) return;
    view.board?.reach(stop);
    stop.focus({ preventScroll: true });
  }

  /** @param {Board} board */
  drawn(board) {
    board.reachWalls();
    board.svg.addEventListener("click", (event) => {
      const wall = event.target instanceof Element ? event.target.closest(".blocked") : null;
      if (wall instanceof SVGElement && this.editor.tool !== "play") this.editor.cell(wall);
    });
  }

  /**
   * Shows problems, and underlines them.
   * @param {Problem[]} problems
   */
  refuse(problems) {
    const text = this.text.value;
    this.view.root.classList.toggle("stale", problems.length > 0);
    this.rules.mark(problems);
    if (problems.length > 0) this.work.textContent = "The picture is of the board as it was before.";
    this.problems.replaceChildren(
      ...problems.map((problem) =>
        element("li", {}, ...withCode(problemText(problem)), ...this.buttons(problem.remedies ?? [])),
      ),
    );
    /** @type {(string | Node)[]} */
    const parts = [];
    let at = 0;
    // Of a text that the library could not read, only its reader knows the places.
    const said = new Set(problems.map(({ message }) => message));
    const placed =
      this.board().text === text ? problems : this.read.problems.filter(({ message }) => said.has(message));
    const spans = placed
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
        const settle = () => {
          this.view.remember();
          if (this.rules.chips.has(setting)) this.choose(`rule-${setting}`, value);
          else this.readAs(setting, value);
          this.edited();
        };
        const settles = element("button", { type: "button", title: `${effect}.` }, `${setting}: ${value}`);
        settles.addEventListener("click", settle);
        return settles;
      }),
    );
  }

  // ---- Puzzles.

  /** What a reader may do after a puzzle. */
  debrief() {
    const { puzzles, view, asked } = this;
    if (puzzles === null || asked.word === null) return [];
    if (view.challenge.isSolved) puzzles.solve();
    const day = asked.word.key === "day" ? puzzles.dayEnds(asked.word.value) : [];
    const next = button("next-puzzle", "Next puzzle", () => puzzles.next());
    if (view.challenge.isSolved) next.className = "primary";
    const lesson = asked.idea === "" ? [] : [element("span", { class: "lesson" }, asked.idea)];
    return [next, ...day, button("more-puzzles", "All puzzles", () => view.frame.open("puzzles")), ...lesson];
  }
}

/** The places of vertices in an address; null if it has none. @param {URLSearchParams} words @returns {[number, number][] | null} */
function placesIn(words) {
  const places =
    words
      .get("at")
      ?.split("_")
      .map((place) => place.split(".").map(Number)) ?? [];
  const isWhole = places.length > 0 && places.every((place) => place.length === 2 && place.every(Number.isFinite));
  return isWhole ? places.map(([x = 0, y = 0]) => [x, y]) : null;
}

/** What a card asks. @param {PuzzleCard} card @returns {Puzzle} */
function asksFor({ name, title, lesson }) {
  return { title, word: { key: "puzzle", value: name }, idea: lesson };
}

/** Shows the first puzzle, which is in the page, and loads the rest. */
async function start() {
  const first = JSON.parse(document.getElementById("first")?.textContent ?? "null");
  const progress = /** @type {HTMLProgressElement} */ (document.getElementById("loading"));
  const library = new Library(load(progress, first.bytes));
  const playground = new Playground(library);
  const { view } = playground;
  const isLinked = location.hash.length > 1;
  const asked = asksFor(first);
  if (!isLinked) {
    playground.asked = asked;
    view.challenge.idea = first.lesson;
    view.root.classList.remove("waiting");
    view.show({ ...first.data, name: first.title });
    view.challenge.begin(first.play);
  }
  const listing = fetch("examples.json").then((response) => response.json());
  // A linked board is seen before the library is there.
  if (isLinked) {
    const words = new URLSearchParams(location.hash.slice(1));
    const cards = /** @type {PuzzleCard[]} */ (words.has("puzzle") ? (await listing).puzzles : []);
    const sketch = cards.find(({ name }) => name === words.get("puzzle"))?.sketch ?? sketchOf(words);
    if (sketch !== null) view.frame.holder.append(thumbnail(sketch));
  }
  const [{ puzzles, graphs, examples }] = await Promise.all([listing, library.ready]);
  const listed = library.answer({ settings: null });
  if (listed.answer !== "settings") throw new Error("there are no settings");
  playground.rules.fill(listed.settings, listed.presets);
  playground.puzzles = new Puzzles(playground, puzzles);
  playground.boards = new Boards(playground, examples, graphs, listed.families);
  playground.puzzleDrawer.append(playground.puzzles.root);
  playground.newDrawer.append(playground.boards.root);
  view.frame.menu.inert = false;
  // The address may have been written anew since.
  window.addEventListener("hashchange", ({ newURL }) => playground.open(new URL(newURL).hash));
  if (!playground.open(location.hash) && isLinked) playground.puzzles.open(first.name);
  if (isLinked) return;
  playground.text.value = first.text;
  playground.state = playground.now();
  playground.pictured = playground.state;
  playground.editor.pictured = 0;
  playground.rules.show(first.data);
  playground.editor.offer(first.data.grid);
  playground.remember(first.text, first.data);
  playground.addressed();
}

start().catch((error) => {
  const view = document.getElementById("view");
  const served = location.protocol === "file:" ? " It has to be served by http, not opened as a file." : "";
  const why = `The playground does not start: ${error}.${served}`;
  view?.append(element("p", { role: "alert" }, why));
});
