// The drawer of new boards: empty grids, graphs with names, and examples.

/**
 * @typedef {{ name: string, title?: string, lesson: string, text: string }} Example
 * @typedef {{ name: string, sketch: Sketch }} GraphCard
 */

class Boards {
  /**
   * @param {Playground} playground
   * @param {Example[]} examples
   * @param {GraphCard[]} graphs
   * @param {Family[]} families
   */
  constructor(playground, examples, graphs, families) {
    this.playground = playground;
    this.examples = examples;
    const grids = [
      [4, 5],
      [6, 8],
      [10, 12],
    ].map(([rows = 0, columns = 0]) =>
      button(`grid-${rows}`, `${rows}×${columns}`, () => this.begin(emptyGrid(rows, columns))),
    );
    const empty = button("empty-canvas", "Empty canvas", () => {
      this.begin(EMPTY.text, EMPTY);
      playground.editor.use("edge");
      playground.editor.news = "A click adds a vertex, and a line from one to another joins them.";
    });
    this.name = element("input", {
      id: "graph-name",
      type: "text",
      placeholder: "petersen, grid:10x10, cycle:9",
      autocomplete: "off",
      spellcheck: "false",
    });
    const take = () => {
      if (this.name.value.trim() !== "") this.begin(this.name.value.trim(), null, true);
    };
    this.name.addEventListener("keydown", (event) => {
      if (event.key === "Enter") take();
    });
    this.family = element("select", { id: "family" }, element("option", { value: "" }, "All graphs with names"));
    for (const { name, example } of families) this.family.append(element("option", { value: example }, name));
    const help = element("p", { id: "family-help", class: "faint" });
    this.family.addEventListener("change", () => {
      const chosen = families.find(({ example }) => example === this.family.value);
      help.textContent = chosen === undefined ? "" : `${chosen.name}: ${chosen.help}.`;
      if (chosen === undefined) return;
      this.name.value = chosen.example;
      take();
    });
    const cards = graphs.map(({ name, sketch }) => {
      const made = button(`graph-${name.replace(/\W/g, "-")}`, "", () => this.begin(name, null, true));
      made.className = "card";
      made.append(thumbnail({ ...sketch, mouse: -1, cats: [], holes: [] }), element("b", {}, name));
      return element("li", {}, made);
    });
    this.select = element("select", { id: "example" }, element("option", { value: "" }, "a board of your own"));
    for (const { name, title } of examples) this.select.append(element("option", { value: name }, title ?? name));
    this.select.addEventListener("change", () => this.example(this.select.value));
    this.lesson = element("p", { id: "lesson", class: "faint" });
    this.root = element(
      "div",
      {},
      element("h3", {}, "A grid"),
      element("p", { class: "bar" }, ...grids),
      element("h3", {}, "A graph"),
      element(
        "div",
        { class: "bar" },
        empty,
        element("label", { for: "graph-name", class: "unseen" }, "The name of a graph"),
        this.name,
        button("take-graph", "Take", take),
        element("label", { for: "family", class: "unseen" }, "A family of graphs"),
        this.family,
      ),
      help,
      element("ol", { class: "cards small-cards" }, ...cards),
      element("h3", {}, "An example"),
      element("label", { for: "example", class: "unseen" }, "An example"),
      this.select,
      this.lesson,
    );
  }

  /**
   * Begins a board. On a phone the drawer would leave it no room.
   * @param {string} text
   * @param {Drawing | null} drawing where its vertices are drawn
   * @param {boolean} seeks whether it begins at a start that is worth a look
   */
  begin(text, drawing = null, seeks = false) {
    const { frame } = this.playground.view;
    this.playground.begin(text, drawing, seeks);
    if (frame.narrow.matches) frame.close();
  }

  /** @param {string} name */
  example(name) {
    const example = this.examples.find((example) => example.name === name);
    if (example === undefined) {
      this.none();
      return;
    }
    this.playground.begin(example.text);
    this.select.value = name;
    // The list truncates titles. Here is the whole title with its source.
    const { title = name, lesson } = example;
    this.lesson.textContent = lesson === "" ? `${title}.` : `${title}. ${lesson}`;
  }

  /** Shows that the board is none of the examples. */
  none() {
    this.select.value = "";
    this.lesson.textContent = "";
  }
}

/** A hole, a mouse and a cat without an edge. @type {Drawing} */
const EMPTY = {
  text: "[[],[],[]]",
  places: [
    [150, 40],
    [40, 220],
    [260, 220],
  ],
};

/** The distances to the end of starts that are worth a look. */
const WORTH_A_LOOK = [5, 21];

/**
 * The start from which a win takes longest, if the start of the data wins sooner than is worth a
 * look; null if there is none.
 * @param {Data} data
 * @returns {Starts | null}
 */
function worthyStart(data) {
  if (data.unseen) return null;
  const game = new Game(data);
  const [least = 0, most = 0] = WORTH_A_LOOK;
  const far = (/** @type {number} */ id) => {
    const value = game.value(id);
    return value === null || value.winner === null || value.distance > most ? -1 : value.distance;
  };
  if (game.cats.count !== 1 || game.entries !== null || far(data.start) >= least) return null;
  let best = data.start;
  for (let id = 0; id < game.mouse.nodes * game.cats.nodes; id++) if (far(id) > far(best)) best = id;
  if (far(best) < least) return null;
  const { mouse, cats } = game.position(best);
  return { mouse: { number: mouse }, cats: cats.map((number) => ({ number })) };
}

/**
 * @param {number} rows
 * @param {number} columns
 */
function emptyGrid(rows, columns) {
  const cells = Array.from({ length: rows }, () => Array.from({ length: columns }, () => "."));
  const put = (/** @type {number} */ row, /** @type {number} */ column, /** @type {string} */ letter) => {
    const line = cells[row];
    if (line !== undefined) line[column] = letter;
  };
  put(rows - 1, 0, "M");
  put(Math.floor(rows / 2), columns - 2, "C");
  put(0, columns - 1, "F");
  return `${cells.map((row) => row.join("")).join("\n")}\n`;
}
