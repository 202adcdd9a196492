// The drawer of the puzzles: cards without a spoiler, and the puzzle of the day.

/**
 * A picture of a board in few numbers: the size, the edges as a path, the middles of its vertices
 * and half the sides of their boxes, and the vertices of the pieces and the goals.
 * @typedef {{ size: [number, number], edges: string, dots: [number, number][], half: number, mouse: number, cats: number[], holes: number[], grid: boolean }} Sketch
 * @typedef {{ name: string, title: string, text: string, lesson: string, play: Side, theme: string, level: number, sketch: Sketch }} PuzzleCard
 */

/**
 * Draws a board in small.
 * @param {Sketch} sketch
 */
function thumbnail({ size: [width, height], edges, dots, half, mouse, cats, holes, grid }) {
  const svg = shape("svg", { viewBox: `0 0 ${width} ${height}`, class: "thumbnail", "aria-hidden": "true" });
  svg.append(shape("path", { d: edges, class: "edges" }));
  const boxes = dots.map(([x, y]) => `M${x - half} ${y - half}h${2 * half}v${2 * half}h${-2 * half}Z`).join("");
  const circles = dots
    .map(([x, y]) => `M${x - half} ${y}a${half} ${half} 0 1 0 ${2 * half} 0 ${half} ${half} 0 1 0 ${-2 * half} 0`)
    .join("");
  svg.append(shape("path", { d: grid ? boxes : circles, class: "dots" }));
  const piece = (/** @type {keyof typeof DRAWN} */ kind, /** @type {number} */ vertex) => {
    const [x, y] = dots[vertex] ?? [0, 0];
    const scale = Math.max(half, Math.max(width, height) / 18) / 9;
    svg.append(
      shape("g", { class: `drawn ${kind}-piece`, transform: `translate(${x} ${y}) scale(${scale})` }, ...DRAWN[kind]()),
    );
  };
  for (const hole of holes) piece(grid ? "cheese" : "hole", hole);
  if (mouse >= 0) piece("mouse", mouse);
  for (const cat of cats) piece("cat", cat);
  return svg;
}

/**
 * The board of an address in small, as far as it can be drawn without the library: a grid, or lists
 * of neighbours with places. Null for any other.
 * @param {URLSearchParams} words
 * @returns {Sketch | null}
 */
function sketchOf(words) {
  const text = (words.get("board") ?? "").trim();
  /** @type {unknown} */
  let board = text.split("\n");
  try {
    board = JSON.parse(text);
  } catch {
    // It may be a grid.
  }
  if (!Array.isArray(board)) return null;
  if (board.every((row) => typeof row === "string" && /^[.#FMCT]+$/.test(row))) {
    const cells = board.flatMap((row, down) => [...row].map((letter, across) => ({ letter, down, across })));
    const free = cells.filter(({ letter }) => letter !== "#");
    const all = (/** @type {string} */ wanted) =>
      free.flatMap(({ letter }, vertex) => (letter === wanted ? [vertex] : []));
    return {
      size: [CELL * Math.max(...board.map((row) => row.length)), CELL * board.length],
      edges: "",
      dots: free.map(({ down, across }) => [CELL * (across + 0.5), CELL * (down + 0.5)]),
      half: CELL / 2,
      mouse: all("M")[0] ?? -1,
      cats: all("C"),
      holes: all("F"),
      grid: true,
    };
  }
  const places = placesIn(words);
  if (places === null || places.length !== board.length || !board.every(Array.isArray)) return null;
  const at = (/** @type {number} */ vertex) => (places[vertex] ?? [0, 0]).join(" ");
  const edges = board.flatMap((list, from) =>
    list.map((/** @type {unknown} */ to) => `M${at(from)}L${at(Number(to))}`),
  );
  const most = (/** @type {0 | 1} */ axis) => Math.max(...places.map((place) => place[axis])) + CELL;
  const isUsual = words.get("start") === null && words.get("rule-hole") === null;
  return {
    size: [most(0), most(1)],
    edges: edges.join(""),
    dots: places,
    half: CELL / 2,
    mouse: isUsual ? 1 : -1,
    cats: isUsual ? [2] : [],
    holes: isUsual ? [0] : [],
    grid: false,
  };
}

/** The side of a cell in a sketch. */
const CELL = 40;

/** How many earlier days the archive lists. */
const ARCHIVE = 14;

/** The milliseconds of a day. */
const DAY = 86_400_000;

/** A day before another. @param {string} day @param {number} count */
const before = (day, count) => new Date(Date.parse(day) - count * DAY).toISOString().slice(0, 10);

/** What a reader made of the puzzle of a day. @typedef {{ solved: boolean, moves: number, hints: number }} Result */

/** The most boards that are tried for the puzzle of a day. */
const DAY_TRIES = 400;

/**
 * Random numbers below a bound, the same on every machine.
 * @param {number} seed
 */
function numbers(seed) {
  let state = seed >>> 0;
  return (/** @type {number} */ below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/**
 * A board for a day; most are no puzzles.
 * @param {string} day
 * @param {number} attempt
 */
function boardOfDay(day, attempt) {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  const count = Math.floor(Date.UTC(year, month - 1, date) / DAY);
  const below = numbers(count * 1009 + attempt);
  /** @type {Side} */
  const play = count % 2 === 0 ? "mouse" : "cat";
  const isGrid = count % 3 === 0;
  const head = `catmouse = 1\ntitle = "The puzzle of ${day}"\n\n[board]\n`;
  const [rows, columns] = isGrid ? [5, 6] : [3, 4];
  const cells = Array.from({ length: rows * columns }, (_, cell) => cell);
  for (let at = cells.length - 1; at > 0; at--) {
    const other = below(at + 1);
    [cells[at], cells[other]] = [cells[other] ?? 0, cells[at] ?? 0];
  }
  const [mouse = 0, cat = 0, hole = 0] = cells;
  if (isGrid) {
    const letters = Array.from({ length: rows * columns }, () => ".");
    for (const cell of cells.slice(3, 10)) letters[cell] = "#";
    [letters[mouse], letters[cat], letters[hole]] = ["M", "C", "F"];
    const lines = Array.from(
      { length: rows },
      (_, row) => `    "${letters.slice(row * columns, (row + 1) * columns).join("")}",`,
    );
    return { play, text: `${head}grid = [\n${lines.join("\n")}\n]\n\n[start]\nfirst = "${play}"\n` };
  }
  /** @type {Set<number>[]} */
  const lists = cells.map(() => new Set());
  const join = (/** @type {number} */ one, /** @type {number} */ other) => {
    lists[one]?.add(other);
    lists[other]?.add(one);
  };
  for (let cell = 0; cell < rows * columns; cell++) {
    const [isLast, isLow] = [cell % columns === columns - 1, cell >= (rows - 1) * columns];
    if (!isLast && below(4) > 0) join(cell, cell + 1);
    if (!isLow && below(4) > 0) join(cell, cell + columns);
    if (!isLast && !isLow && below(4) === 0) join(cell, cell + columns + 1);
  }
  const adjacency = lists.map((list) => `[${[...list].sort((a, b) => a - b).join(", ")}]`).join(", ");
  const rules = `\n\n[rules]\nhole = [${hole}]\n\n[start]\nmouse = ${mouse}\ncat = ${cat}\nfirst = "${play}"\n`;
  return { play, text: `${head}adjacency = [${adjacency}]${rules}` };
}

/**
 * Whether a board is a puzzle: the reader wins, not too soon, and several times by one move alone.
 * @param {Data} data
 * @param {Side} play
 */
function isPuzzle(data, play) {
  const game = new Game(data);
  const start = { id: data.start, spent: data.spent };
  const worth = game.worth(start);
  if (worth?.outcome !== play || worth.distance === null || worth.distance < 5 || worth.distance > 15) return false;
  const own = data.line.filter((_, ply) => ply % 2 === 0);
  const first = game.moves(start) ?? [];
  return own.filter(({ only }) => only).length >= 2 && first.some((move) => move.worth?.outcome !== play);
}

/** How hard puzzles are, by their levels. */
const LEVELS = ["Easy", "Medium", "Hard"];

class Puzzles {
  /**
   * @param {Playground} playground
   * @param {PuzzleCard[]} cards
   */
  constructor(playground, cards) {
    this.playground = playground;
    this.cards = cards;
    this.root = element("div", {});
    this.list = element("ol", { class: "cards" });
    this.days = element("div", {});
    const choice = (/** @type {string} */ id, /** @type {string} */ all, /** @type {string[]} */ words) => {
      const options = ["", ...words].map((value) => element("option", { value }, value || all));
      const select = element("select", { id, "aria-label": all }, ...options);
      select.addEventListener("change", () => this.fill());
      return select;
    };
    this.theme = choice("puzzle-theme", "Every theme", [...new Set(cards.map(({ theme }) => theme))]);
    this.level = choice("puzzle-level", "Easy to hard", LEVELS);
    this.root.append(this.days, element("p", { class: "bar" }, this.theme, this.level), this.list);
    this.fill();
  }

  fill() {
    const solved = this.solved();
    const [theme, level] = [this.theme.value, this.level.value];
    this.list.replaceChildren(
      ...this.cards.map((card, index) => {
        const made = button(`puzzle-${index + 1}`, "", () => this.open(card.name));
        made.className = "card";
        const is = solved.includes(card.name);
        made.append(
          thumbnail(card.sketch),
          element("b", {}, `${index + 1}. ${card.title}`),
          element(
            "span",
            {},
            `${card.play === "mouse" ? "Mouse" : "Cat"} · ${LEVELS[card.level]}${is ? " · solved" : ""}`,
          ),
        );
        const isWanted = [card.theme, ""].includes(theme) && [LEVELS[card.level], ""].includes(level);
        return element("li", isWanted ? {} : { hidden: "" }, made);
      }),
    );
    const results = this.results();
    const today = this.today();
    const sign = (/** @type {string} */ day) => (results[day] === undefined ? "" : results[day].solved ? " ✓" : " ✗");
    const day = button("puzzle-of-day", "", () => this.ofDay(today));
    const streak = this.streak();
    day.append(
      element("b", {}, "Today’s puzzle"),
      element("span", {}, `${today}${sign(today)}${streak > 0 ? ` · ${streak} in a row` : ""}`),
    );
    day.className = "card wide";
    const yesterday = before(today, 1);
    const older = Array.from({ length: ARCHIVE }, (_, index) => before(today, index + 1)).map((day) =>
      button(`day-${day}`, `${day}${sign(day)}`, () => this.ofDay(day)),
    );
    this.days.replaceChildren(
      day,
      element(
        "p",
        { class: "bar" },
        button("yesterday", "Yesterday’s solution", () => this.ofDay(yesterday, true, true)),
      ),
      element(
        "details",
        { id: "archive" },
        element("summary", {}, "Earlier days"),
        element("p", { class: "bar" }, ...older),
      ),
    );
  }

  /**
   * What the browser remembers under a key.
   * @template T
   * @param {string} key
   * @param {T} none
   * @returns {T}
   */
  remembered(key, none) {
    try {
      return JSON.parse(localStorage.getItem(key) ?? "null") ?? none;
    } catch {
      return none;
    }
  }

  /** @param {string} key @param {unknown} value */
  remember(key, value) {
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch {
      return;
    }
    this.fill();
  }

  /** The names of the solved puzzles. @returns {string[]} */
  solved() {
    return this.remembered("catmouse-solved", []);
  }

  /** The results by their days. @returns {Record<string, Result>} */
  results() {
    return this.remembered("catmouse-days", {});
  }

  /** How many days in a row are solved, up to today, or to yesterday while today’s result is missing. */
  streak() {
    const results = this.results();
    const today = this.today();
    const first = results[today] === undefined ? 1 : 0;
    let count = 0;
    while (results[before(today, first + count)]?.solved) count++;
    return count;
  }

  /** Remembers that the puzzle is solved. */
  solve() {
    const { word } = this.playground.asked;
    if (word === null || word.key !== "puzzle" || this.solved().includes(word.value)) return;
    this.remember("catmouse-solved", [...this.solved(), word.value]);
  }

  /**
   * Remembers the first result of a day, and offers to pass it on.
   * @param {string} day
   */
  dayEnds(day) {
    const { challenge } = this.playground.view;
    const { isSolved: solved, moves, hints } = challenge;
    const results = this.results();
    if (results[day] === undefined) this.remember("catmouse-days", { ...results, [day]: { solved, moves, hints } });
    return [
      button("share-day", "Share", () => this.pass(this.summary(day))),
      button("picture-day", "Picture", () => this.playground.share.save(this.sketch(), `catmouse-${day}.png`)),
    ];
  }

  /** The result of a day as a text that gives nothing away. @param {string} day */
  summary(day) {
    const result = this.results()[day];
    const streak = this.streak();
    const address = this.playground.address({}) ?? "";
    const made = result?.solved ? `✅ ${result.moves} ♟` : "❌";
    return `catmouse ${day} ${made}${" 💡".repeat(result?.hints ?? 0)}${streak > 1 ? ` 🔥${streak}` : ""}\n${address}`;
  }

  /** The start of the puzzle that is played. */
  sketch() {
    const { game, data } = this.playground.view;
    const { mouse, cats } = game.position(data.start);
    const { svg, places } = data.stage;
    const [, width = "0", height = "0"] = /width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? [];
    const edges = [...svg.matchAll(/<line class="edge[^>]* x1="([^"]+)" y1="([^"]+)" x2="([^"]+)" y2="([^"]+)"/g)];
    const curves = [...svg.matchAll(/<path class="edge[^>]* d="([^"]+)"/g)];
    const lines = edges.map(([, a, b, c, d]) => `M${a} ${b}L${c} ${d}`);
    return thumbnail({
      size: [Number(width), Number(height)],
      edges: [...lines, ...curves.map(([, curve]) => curve)].join(""),
      dots: places.map(([, centre]) => centre),
      half: places[0]?.[2][0] ?? CELL / 2,
      mouse,
      cats,
      holes: data.holes,
      grid: data.grid,
    });
  }

  /** Passes a text on as the device does, or copies it. @param {string} text */
  pass(text) {
    const { view, share } = this.playground;
    if (view.frame.narrow.matches && navigator.share) navigator.share({ text }).catch(() => null);
    else {
      view.frame.open("share");
      share.show(text);
    }
  }

  /** Today's date, the same for everybody at a time. */
  today() {
    return new Date().toISOString().slice(0, 10);
  }

  /**
   * Opens a puzzle; false if there is none of this name.
   * @param {string} name
   */
  open(name) {
    const card = this.cards.find((card) => card.name === name);
    if (card === undefined) return false;
    this.playground.puzzle(card.text, card.play, asksFor(card));
    return true;
  }

  /** Opens the puzzle after the current one. */
  next() {
    const at = this.cards.findIndex((card) => card.name === this.playground.asked.word?.value);
    const card = this.cards[(at + 1) % this.cards.length];
    if (card !== undefined) this.open(card.name);
  }

  /**
   * Looks for the puzzle of a day, and opens it.
   * @param {string} day
   * @param {boolean} isNew whether it is a step of the browser's history
   * @param {boolean} isShown whether its solution is shown
   */
  async ofDay(day, isNew = true, isShown = false) {
    const { playground } = this;
    playground.view.say(`Looking for the puzzle of ${day} …`);
    for (let attempt = 0; attempt < DAY_TRIES; attempt++) {
      const { text, play } = boardOfDay(day, attempt);
      /** @type {Data | null} */
      let found = null;
      await playground.library.ask({ show: { board: { text } } }, (answer) => {
        if (answer.answer === "show" && isPuzzle(answer.data, play)) found = answer.data;
      });
      if (found === null) continue;
      const asked = { title: `The puzzle of ${day}`, word: { key: "day", value: day }, idea: "" };
      playground.puzzle(text, isShown ? null : play, asked);
      playground.isNew = isNew;
      return;
    }
    playground.view.say("There is no puzzle for this day.");
  }
}
