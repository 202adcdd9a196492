// Changes of the board by hand: pieces and goals are dragged, walls painted, edges drawn.

/** @typedef {"play" | "wall" | "goal" | "mouse" | "cat" | "edge" | "shift" | "remove"} Tool */

/** A problem as a sentence. @param {Problem} problem */
const problemText = ({ message, wanted }) => (wanted === "" ? message : `${message}: ${wanted}`);

/** A text whose parts between backticks are code. @param {string} text */
const withCode = (text) => text.split("`").map((part, index) => (index % 2 === 1 ? element("code", {}, part) : part));

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

/** The drawings of the tools that have no piece to show. */
const TOOL_ICONS = {
  play: "M5 3v15l4-4 3 6 2-1-3-6h6Z",
  wall: "M4 5h16v14H4ZM4 12h16M10 5v7M14 12v7",
  edge: "M6 18 18 6M4 20a2 2 0 1 0 4-4 2 2 0 1 0-4 4M16 8a2 2 0 1 0 4-4 2 2 0 1 0-4 4",
  shift: "M12 3v18M3 12h18M9 6l3-3 3 3M9 18l3 3 3-3M6 9l-3 3 3 3M18 9l3 3-3 3",
  remove: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
};

class Editor {
  /** @param {Playground} playground */
  constructor(playground) {
    this.playground = playground;
    this.view = playground.view;
    /** @type {Tool} */
    this.tool = "play";
    /** Whether the tools are those for a grid. @type {boolean | null} */
    this.grid = null;
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
    /** Why clicks were refused since the board was last at rest. @type {Set<string>} */
    this.refusals = new Set();
    /** What the next drawn board says: how numbers have changed, for example. */
    this.news = "";
    this.box = element("fieldset", { id: "tools", class: "tools" });
    this.view.frame.tools.append(this.box);
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.beginEdge(null);
    });
  }

  /** Records that the text was changed otherwise than by clicks. */
  written() {
    this.removed = [];
    this.pictured = null;
    this.beginEdge(null);
  }

  // ---- The tools.

  /** @param {boolean} grid */
  offer(grid) {
    if (this.grid === grid) return;
    this.grid = grid;
    /** @type {[Tool, string][]} */
    const offered = grid
      ? [
          ["play", "Play"],
          ["mouse", "Put the mouse"],
          ["cat", "Put a cat or take it away"],
          ["goal", "Put food or take it away"],
          ["wall", "Put walls or take them away"],
        ]
      : [
          ["play", "Play"],
          ["mouse", "Put the mouse"],
          ["cat", "Put a cat or take it away"],
          ["goal", "Put the hole"],
          ["edge", "Add vertices, and join or part two"],
          ["shift", "Move vertices"],
          ["remove", "Take a vertex away"],
        ];
    if (!offered.some(([tool]) => tool === this.tool)) this.use("play");
    const labels = offered.map(([tool, text]) => {
      const input = element("input", { type: "radio", name: "tool", value: tool, "aria-label": text });
      input.checked = tool === this.tool;
      input.addEventListener("change", () => this.use(tool));
      return element("label", { title: text, class: "tool" }, input, this.drawing(tool, grid));
    });
    const add = iconButton("add-vertex", "Add a vertex", ICONS.nearer, () => this.edit("add-vertex"));
    const legend = element("legend", { class: "unseen" }, "A click on the board");
    this.box.replaceChildren(legend, ...labels, ...(grid ? [] : [add]));
  }

  /**
   * @param {Tool} tool
   * @param {boolean} grid
   */
  drawing(tool, grid) {
    if (tool === "mouse" || tool === "cat") return token(tool);
    if (tool === "goal") return token(grid ? "cheese" : "hole");
    return shape(
      "svg",
      { viewBox: "0 0 24 24", class: "token line-drawn", "aria-hidden": "true" },
      shape("path", { d: TOOL_ICONS[tool] }),
    );
  }

  /** @param {Tool} tool */
  use(tool) {
    this.tool = tool;
    for (const input of this.box.querySelectorAll("input")) input.checked = input.value === tool;
    const plays = tool === "play";
    this.view.onChoose = plays ? null : (vertex) => this.chosen(vertex);
    /** @type {Gesture} */
    const line = tool === "edge" ? "link" : tool === "shift" ? "shift" : null;
    this.view.onGrab = plays ? null : (held) => line ?? (held !== null ? "carry" : tool === "wall" ? "paint" : null);
    if (!plays && this.view.veiled) this.view.challenge.reveal();
    this.mark();
    this.beginEdge(null);
  }

  /** Shows on the board whether it is being changed. */
  mark() {
    this.view.board?.svg.classList.toggle("edits", this.tool !== "play");
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

  // ---- What clicks and drags change.

  /**
   * The number in the text of a vertex in the picture; null, with a message, if it is gone.
   * @param {number} shown
   */
  inText(shown) {
    const vertex = renumbered(shown, this.removed.slice(this.pictured ?? 0));
    if (vertex === null) this.refuseClick("This vertex is removed already.");
    return vertex;
  }

  /**
   * Handles a click on a vertex of the picture that makes no move.
   * @param {number} shown
   */
  chosen(shown) {
    const { tool, view } = this;
    const group = view.board?.vertices.get(shown)?.group;
    if (tool === "shift") return;
    if (tool === "mouse") {
      this.place(tool, 0, shown);
      return;
    }
    if (tool === "cat") {
      this.cat(shown);
      return;
    }
    if (this.grid) {
      if (group !== undefined) this.cell(group);
      return;
    }
    if (this.isOutdated()) return;
    const vertex = this.inText(shown);
    if (vertex === null) return;
    if (tool === "goal") {
      const { holes } = view.game.data;
      const others = holes.filter((hole) => hole !== shown);
      // A single hole moves; of several, each comes and goes.
      this.holes(
        holes.length === 1 && others.length === 1 ? [shown] : others.length < holes.length ? others : [...holes, shown],
      );
    } else if (tool === "remove" && this.isTaken(shown)) {
      this.refuseClick(`Vertex ${view.game.label(shown)} stays: a piece stands there.`);
    } else if (tool === "remove") {
      if (this.edit({ "remove-vertex": { vertex } })) group?.classList.add("changed");
    } else if (this.from === null) {
      this.beginEdge(vertex);
      view.say(`An edge from ${view.game.label(shown)}: choose where it leads. Escape gives it up.`);
    } else {
      const from = this.from;
      this.beginEdge(null);
      this.edit({ edge: { from, to: vertex } });
    }
  }

  /**
   * The empty part of the picture was clicked, or a line was drawn to it from a vertex: a vertex is
   * added there.
   * @param {DOMPoint} at
   * @param {number | null} from
   */
  empty({ x, y }, from) {
    if (this.tool !== "edge" || this.grid || this.isOutdated()) return;
    const begun = from === null ? this.from : this.inText(from);
    this.beginEdge(null);
    if (!this.edit("add-vertex", true, [x, y]) || begun === null) return;
    const added = (this.playground.drawing?.places.length ?? 0) - 1;
    if (added > 0) this.edit({ edge: { from: begun, to: added } }, false);
  }

  /**
   * A vertex was moved.
   * @param {number} shown
   * @param {DOMPoint} at
   */
  shift(shown, { x, y }) {
    const { playground } = this;
    if (this.isOutdated() || playground.drawing === null) return;
    const vertex = this.inText(shown);
    if (vertex === null) return;
    this.view.remember();
    const places = [...playground.drawing.places];
    places[vertex] = [x, y];
    playground.drawing = { ...playground.drawing, places };
    this.changed();
  }

  /**
   * Puts one more cat on a vertex, or takes away the one that stands there.
   * @param {number} shown
   */
  cat(shown) {
    if (this.isOutdated()) return;
    const { game, play } = this.view;
    const { mouse, cats, turn } = game.position(play.here);
    const left = cats.filter((cat) => cat !== shown);
    if (left.length === 0) {
      this.refuseClick("It is the only cat, and the Mouse needs one to fear.");
    } else if (left.length < cats.length) {
      this.start({ mouse, cats: left, turn });
    } else if (!game.cats.places.has(shown)) {
      this.refuseClick(this.view.why({ mouse, cats: [shown], turn }));
    } else this.start({ mouse, cats: [...cats, shown], turn });
  }

  /** Two vertices were joined by a drag. @param {number} from @param {number} to */
  link(from, to) {
    if (this.isOutdated()) return;
    const [one, other] = [this.inText(from), this.inText(to)];
    this.beginEdge(null);
    if (one !== null && other !== null) this.edit({ edge: { from: one, to: other } });
  }

  /**
   * A piece or a goal was dragged to a vertex.
   * @param {Piece | "goal"} held
   * @param {number} from
   * @param {number} to
   */
  put(held, from, to) {
    if (from === to) return;
    if (held !== "goal") {
      this.place(held.side, held.index, to);
    } else if (this.grid) {
      const { board } = this.view;
      const [there, here] = [board?.vertices.get(to)?.group, board?.vertices.get(from)?.group];
      // The new food comes first, because a grid needs some.
      if (there && here && this.letter(there, "F")) this.letter(here, "F", false);
    } else {
      this.holes(this.view.game.data.holes.map((hole) => (hole === from ? to : hole)));
    }
  }

  /**
   * Makes the position that is shown, with a piece elsewhere, the start of the board.
   * @param {Side} side
   * @param {number} index
   * @param {number} to
   */
  place(side, index, to) {
    if (this.isOutdated()) return;
    const { view, playground } = this;
    const { game, play } = view;
    const { mouse, cats, turn } = game.position(play.here);
    const isAtStart = play.here === game.data.start;
    const group = view.board?.vertices.get(to)?.group;
    if (
      game.data.grid &&
      isAtStart &&
      game.cats.count === 1 &&
      playground.starts.mouse === null &&
      playground.starts.cats === null
    ) {
      if (group !== undefined && this.letter(group, side === "mouse" ? "M" : "C")) return;
      if (!/not the grid/.test([...this.refusals].join(" "))) return;
      this.refusals.clear();
    }
    this.start({
      mouse: side === "mouse" ? to : mouse,
      cats: cats.map((cat, which) => (side === "cat" && which === index ? to : cat)),
      turn,
    });
  }

  /** Makes the position that is shown the start of the board. */
  explainHere() {
    if (!this.isOutdated()) this.start(this.view.game.position(this.view.play.here));
  }

  /**
   * A vertex of the picture as a choice; null, with a message, if it is gone.
   * @param {number} shown
   * @returns {VertexChoice | null}
   */
  choice(shown) {
    const { view } = this;
    const cell = /^\((\d+),(\d+)\)$/.exec(view.game.label(shown));
    const { row, column } = view.board?.vertices.get(shown)?.group.dataset ?? {};
    if (row !== undefined) return { cell: [Number(row), Number(column)] };
    if (cell !== null) return { cell: [Number(cell[1]), Number(cell[2])] };
    const number = this.inText(shown);
    return number === null ? null : { number };
  }

  /** @param {Position} position */
  start({ mouse, cats, turn }) {
    const { view, playground } = this;
    // A mouse that hides starts where it started.
    const at = mouse < 0 ? playground.starts.mouse : this.choice(mouse);
    const others = cats.map((cat) => this.choice(cat));
    if ((at === null && mouse >= 0) || others.some((other) => other === null)) return;
    view.remember();
    if (others.length !== view.game.cats.count) playground.choose("rule-cats", "");
    playground.starts = { mouse: at, cats: others.flatMap((other) => (other === null ? [] : [other])) };
    const { data } = view.game;
    if (turn !== view.game.tokens(data.start).turn) playground.choose("rule-first", turn);
    this.changed();
  }

  /** @param {number[]} shown the holes, by their numbers in the picture */
  holes(shown) {
    const numbers = shown.map((vertex) => this.inText(vertex));
    if (numbers.includes(null)) return;
    if (numbers.length === 0) {
      this.refuseClick("It is the only hole, and the Mouse needs one.");
      return;
    }
    this.view.remember();
    this.playground.choose("rule-hole", numbers.join(" "));
    this.changed();
  }

  /** @param {SVGElement} group */
  cell(group) {
    const [row, column] = [Number(group.dataset["row"]), Number(group.dataset["column"])];
    const mark = this.tool === "goal" ? "F" : "#";
    const vertex = group.dataset["vertex"];
    if (mark === "#" && vertex !== undefined && this.isTaken(Number(vertex))) {
      this.refuseClick(`(${row},${column}) is not free: a piece stands there.`);
      return;
    }
    if (this.letter(group, mark)) group.classList.toggle("changed");
  }

  /**
   * Writes a letter into a cell of the grid.
   * @param {SVGElement} group
   * @param {string} mark
   * @param {boolean} remembers
   */
  letter(group, mark, remembers = true) {
    const [row, column] = [Number(group.dataset["row"]), Number(group.dataset["column"])];
    return this.edit({ cell: { row, column, mark } }, remembers);
  }

  /**
   * Changes the board in the text and solves it, or shows why it is not changed. True if changed.
   * @param {{ cell: object } | { edge: object } | { "remove-vertex": { vertex: number } } | "add-vertex"} edit
   * @param {boolean} remembers whether this is a step that can be undone by itself
   * @param {[number, number] | null} at where an added vertex is drawn
   */
  edit(edit, remembers = true, at = null) {
    if (this.isOutdated()) return false;
    const { view, playground } = this;
    const board = playground.board();
    // Changes are the same whether the mouse is seen or not, and the library knows one that is seen.
    const seen = { ...board, rules: { ...board.rules, "mouse-seen": "always" } };
    const answer = playground.library.answer({ edit: { board: seen, edit, drawing: playground.drawing } });
    if (answer.answer === "refused") {
      return this.refuseClick(answer.problems.map((problem) => `${problemText(problem)}.`).join(" "));
    }
    if (answer.answer !== "edit") return false;
    if (remembers) view.remember();
    playground.text.value = answer.text;
    playground.reading = {};
    playground.drawing = answer.drawing;
    if (at !== null) playground.drawing?.places.splice(-1, 1, at);
    playground.starts = { mouse: answer.mouse, cats: answer.cats };
    if (answer.hole !== null) playground.choose("rule-hole", answer.hole);
    if (typeof edit === "object" && "remove-vertex" in edit) {
      const { vertex } = edit["remove-vertex"];
      if (this.from !== null) this.from = renumbered(this.from, [vertex]);
      this.removed.push(vertex);
      this.markFrom();
      const gone = this.removed.length - (this.pictured ?? 0);
      const last = view.game.data.labels.length - gone;
      const isNumbered = view.game.label(last) === String(last);
      if (gone > 1) this.news = `${gone} vertices are gone${isNumbered ? ", and the others are numbered anew" : ""}.`;
      else if (vertex < last && isNumbered)
        this.news =
          vertex + 1 === last
            ? `Vertex ${vertex} is gone, and ${last} is ${vertex} now.`
            : `Vertex ${vertex} is gone, and ${vertex + 1} to ${last} are ${vertex} to ${last - 1} now.`;
      else this.news = `Vertex ${view.game.label(vertex)} is gone.`;
    } else this.news = "";
    this.changed();
    return true;
  }

  /** Solves the changed board. */
  changed() {
    const { view } = this;
    this.changes++;
    if (!this.isBusy()) this.refusals.clear();
    view.say([...this.refusals, this.news].join(" ").trim());
    this.playground.edited();
  }

  /** Whether the picture shows another board than the text. If so, tells the user. */
  isOutdated() {
    const isStale = this.view.root.classList.contains("stale");
    if (!isStale && this.pictured !== null) return false;
    const when = isStale ? "what is wrong is mended" : "the new board is drawn";
    this.refuseClick(`The picture is of the board before. It can be changed when ${when}.`);
    return true;
  }

  /**
   * Whether a piece stands on a vertex in the shown position.
   * @param {number} shown
   */
  isTaken(shown) {
    const { game, play } = this.view;
    if (game === undefined) return false;
    const { mouse, cats } = game.position(play.here);
    return mouse === shown || cats.includes(shown);
  }

  isBusy() {
    return this.view.root.getAttribute("aria-busy") === "true";
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
