// The drawer of the puzzles: cards without a spoiler, and the puzzle of the day.

/**
 * A picture of a board in few numbers: the size, the edges as a path, the middles of its vertices
 * and half the sides of their boxes, and the vertices of the pieces and the goals.
 * @typedef {{ size: [number, number], edges: string, dots: [number, number][], half: number, mouse: number, cats: number[], holes: number[], grid: boolean }} Sketch
 * @typedef {{ name: string, title: string, text: string, lesson: string, play: Side, sketch: Sketch }} PuzzleCard
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
  const count = Math.floor(Date.UTC(year, month - 1, date) / 86_400_000);
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

class Puzzles {
  /**
   * @param {Playground} playground
   * @param {PuzzleCard[]} cards
   */
  constructor(playground, cards) {
    this.playground = playground;
    this.cards = cards;
    /** The puzzle that is played, by its word in the address. @type {{ key: "puzzle" | "day", value: string } | null} */
    this.current = null;
    this.root = element("div", {});
    this.list = element("ol", { class: "cards" });
    const day = button("puzzle-of-day", "", () => this.ofDay(this.today()));
    day.append(element("b", {}, "Today’s puzzle"), element("span", {}, this.today()));
    day.className = "card wide";
    this.root.append(day, this.list);
    this.fill();
  }

  fill() {
    const solved = this.solved();
    this.list.replaceChildren(
      ...this.cards.map((card, index) => {
        const made = button(`puzzle-${index + 1}`, "", () => this.open(card.name));
        made.className = "card";
        const is = solved.includes(card.name);
        made.append(
          thumbnail(card.sketch),
          element("b", {}, `${index + 1}. ${card.title}`),
          element("span", {}, `${card.play === "mouse" ? "Mouse" : "Cat"}${is ? " · solved" : ""}`),
        );
        return element("li", {}, made);
      }),
    );
  }

  /** The names of the solved puzzles, as the browser remembers them. @returns {string[]} */
  solved() {
    try {
      return JSON.parse(localStorage.getItem("catmouse-solved") ?? "[]");
    } catch {
      return [];
    }
  }

  /** Remembers that the puzzle is solved. */
  solve() {
    const name = this.current?.value;
    if (name === undefined || this.solved().includes(name)) return;
    try {
      localStorage.setItem("catmouse-solved", JSON.stringify([...this.solved(), name]));
    } catch {
      return;
    }
    this.fill();
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
    this.playground.puzzle(card.text, card.play, card.title);
    this.current = { key: "puzzle", value: name };
    return true;
  }

  /** The lesson of the puzzle that is played. */
  get lesson() {
    return this.cards.find((card) => card.name === this.current?.value)?.lesson ?? "";
  }

  /** Opens the puzzle after the current one. */
  next() {
    const at = this.cards.findIndex((card) => card.name === this.current?.value);
    const card = this.cards[(at + 1) % this.cards.length];
    if (card !== undefined) this.open(card.name);
  }

  /**
   * Looks for the puzzle of a day, and opens it.
   * @param {string} day
   */
  async ofDay(day) {
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
      playground.puzzle(text, play, `The puzzle of ${day}`);
      this.current = { key: "day", value: day };
      return;
    }
    playground.view.say("There is no puzzle for this day.");
  }
}
