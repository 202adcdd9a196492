// The page: the board, the moves, the line, the story, the distances, and the handling of input.

/**
 * The display at the vertices: the outcomes of moves, or of a piece standing there instead.
 * @typedef {"moves" | "mouse" | "cat"} Shown
 */

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, string>} attributes
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/**
 * A button with a text.
 * @param {string} id
 * @param {string} text
 * @param {() => void} act
 */
function button(id, text, act) {
  const made = element("button", { type: "button", id }, text);
  made.addEventListener("click", act);
  return made;
}

/**
 * The computer's reply: the position after its move, if it makes one, and a message.
 * @typedef {{ to: number | null, said: string }} Reply
 */

/** The delay of the computer's move, in milliseconds. */
const REPLY_DELAY = 350;

/** The greatest number of vertices in a drop-down list. */
const MAX_OPTIONS = 1500;

/** The greatest number of listed moves. */
const MAX_LISTED = 400;

/** The page that shows a game. */
class View {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** @type {Shown} */
    this.shown = "moves";
    this.placing = false;
    /** Whether the position is in the address of the page. */
    this.addressed = true;
    /** The side that the computer plays. @type {Side | null} */
    this.computer = null;
    /** The name of the computer's level; "" for the first. */
    this.level = "";
    /** Provides the computer's move instead of the page. @type {((played: number[], level: string) => Promise<Reply>) | null} */
    this.onReply = null;
    /** Handles a chosen vertex instead of playing there. @type {((vertex: number) => void) | null} */
    this.onChoose = null;
    /** Called when the board is redrawn. @type {((board: Board) => void) | null} */
    this.onBoard = null;
    window.addEventListener("hashchange", () => {
      if (!this.addressed) return;
      const id = this.fromAddress();
      if (id !== null && id !== this.id) this.go(id);
    });
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      this.board?.forget();
      this.cancel();
    });
  }

  /**
   * Shows a game. If it is the previous game on a changed board, the board keeps its place on the
   * screen, the message stays, and so do the pieces, unless their start has changed.
   * @param {Data} data
   * @param {((vertex: number) => number | null) | null} carry maps a vertex of the previous board
   * to this one
   */
  show(data, carry = null) {
    clearTimeout(this.timer);
    const before = carry === null ? undefined : this.board?.svg;
    const top = before?.getBoundingClientRect().top;
    const across = before?.parentElement?.scrollLeft;
    // A page that becomes shorter would be scrolled.
    this.root.style.minHeight = carry === null ? "" : `${this.root.offsetHeight}px`;
    const game = new Game(data);
    const carried = carry === null ? null : this.carried(game, carry);
    this.data = data;
    this.game = game;
    document.title = `${data.name} – catmouse`;
    /** @type {number} */
    this.id = (this.addressed ? this.fromAddress() : carried) ?? data.start;
    /** @type {number[]} Positions to return to. */
    this.past = [];
    /** The number of past positions from before the game against the computer. */
    this.begun = 0;
    /** @type {number[]} Positions that were taken back. */
    this.future = [];
    /** @type {Piece | null} */
    this.selected = null;
    /** The targets of cats in an incomplete joint move, by cat. @type {Map<number, number>} */
    this.going = new Map();
    if (carry === null) this.message = "";
    this.board = new Board(this.game, {
      drags: () => this.onChoose === null,
      choose: (vertex) => this.choose(vertex),
      drop: (piece, vertex) => this.drop(piece, vertex),
      cancel: () => this.cancel(),
    });
    this.build(data);
    this.onBoard?.(this.board);
    this.writeAddress();
    this.refresh();
    // Positions on the screen are read when the browser lays the page out anyway. Reading them
    // earlier would force a second layout.
    const { board } = this;
    if (top === undefined || across === undefined) {
      requestAnimationFrame(() => board.reveal(game.position(this.here()).mouse));
    } else {
      if (board.svg.parentElement !== null) board.svg.parentElement.scrollLeft = across;
      window.scrollBy({ top: board.svg.getBoundingClientRect().top - top, behavior: "instant" });
    }
    if (carry !== null) this.answer();
  }

  /**
   * The current position on a changed board; null if the start has changed or the board has no such
   * position.
   * @param {Game} game
   * @param {(vertex: number) => number | null} carry
   */
  carried(game, carry) {
    const [before, start] = [this.game, this.data?.start];
    if (before === undefined || start === undefined) return null;
    const found = (/** @type {number} */ id) => {
      const { mouse, cats, turn } = before.position(id);
      const [one, ...others] = [mouse, ...cats].map(carry);
      const places = others.flatMap((cat) => (cat === null ? [] : [cat]));
      const isWhole = one !== undefined && one !== null && places.length === game.cats.count;
      return isWhole ? game.id({ mouse: one, cats: places, turn }) : null;
    };
    return found(start) === game.data.start ? found(this.here()) : null;
  }

  // ---- The frame, made once for a game.

  /** @param {Data} data */
  build(data) {
    this.status = element("p", { id: "status", role: "status" });
    this.hint = element("p", { id: "hint", class: "faint", role: "status" });
    const left = data.leftOut.map((text) => element("p", { class: "left-out" }, text));
    const header = element(
      "header",
      {},
      element("h1", {}, data.name),
      element("p", { id: "headline" }, data.headline),
      ...left,
    );
    const main = element(
      "main",
      {},
      element("div", { class: "column wide" }, this.boardPart(), this.placesPart(data)),
      element(
        "div",
        { class: "column" },
        this.movesPart(),
        ...this.opponentPart(data),
        this.linePart(data),
        ...this.storyPart(data),
        ...this.holdingPart(data),
        ...this.curvePart(data),
        this.rulesPart(data),
      ),
    );
    this.root.replaceChildren(header, main);
  }

  boardPart() {
    const game = /** @type {Game} */ (this.game);
    const board = /** @type {Board} */ (this.board);
    this.backButton = button("undo", "Take back", () => this.back());
    this.againButton = button("redo", "Again", () => this.again());
    const start = button("start", "Start position", () => this.go(/** @type {Data} */ (this.data).start));
    this.placeButton = button("place", "Place pieces", () => {
      this.placing = !this.placing;
      this.cancel();
    });
    const choice = (/** @type {Shown} */ value, /** @type {string} */ text) => {
      const input = element("input", { type: "radio", name: "shown", value });
      input.checked = this.shown === value;
      input.addEventListener("change", () => {
        this.shown = value;
        this.refresh();
      });
      return element("label", {}, input, ` ${text}`);
    };
    const choices = [choice("moves", "what moves lead to"), choice("mouse", "where the Mouse may stand")];
    if (game.cats.count === 1) choices.push(choice("cat", "where the Cat may stand"));
    else if (this.shown === "cat") this.shown = "moves";
    const keys = ["mouse", "cat", "draw"].map((outcome) =>
      element(
        "li",
        {},
        element("span", { class: `swatch ${outcome}`, "aria-hidden": "true" }),
        outcome === "mouse" ? "M: the Mouse wins" : outcome === "cat" ? "C: the Cat wins" : "=: a draw",
      ),
    );
    const counted =
      game.data.measure === "cost"
        ? "The number is the cost to the forced end; on a move, its own included."
        : "The number counts the plies to the forced end; on a move, from the position after it.";
    return element(
      "section",
      { "aria-labelledby": "board-title" },
      element("h2", { id: "board-title" }, "The board"),
      /** @type {Node} */ (this.status),
      element("div", { class: "board" }, /** @type {Node} */ (board.svg)),
      /** @type {Node} */ (this.hint),
      element("div", { class: "bar" }, this.backButton, this.againButton, start, this.placeButton),
      element("fieldset", { class: "bar" }, element("legend", {}, "The colours show"), ...choices),
      element("ul", { class: "legend" }, ...keys),
      element("p", { class: "faint" }, `${counted} – where no end is forced.`),
      element(
        "p",
        { class: "faint" },
        "Click or drag a piece. By keyboard: the tabulator leads to the board, the arrow keys from vertex to vertex, Enter moves there.",
      ),
    );
  }

  /** @param {Data} data */
  placesPart(data) {
    const game = /** @type {Game} */ (this.game);
    /** @type {{ piece: Piece, input: HTMLSelectElement | HTMLInputElement }[]} */
    this.inputs = [];
    const rows = [];
    const short = (/** @type {string} */ label) => (label.length > 40 ? `${label.slice(0, 39)}…` : label);
    for (const side of /** @type {Side[]} */ (["mouse", "cat"])) {
      const pieces = game.pieces(side);
      const vertices = [...pieces.vertices];
      for (let index = 0; index < pieces.count; index++) {
        const id = `at-${side}-${index}`;
        const name = side === "mouse" ? "The mouse at" : pieces.count === 1 ? "The cat at" : `Cat ${index + 1} at`;
        const input =
          vertices.length <= MAX_OPTIONS
            ? element(
                "select",
                { id },
                ...vertices.map((vertex) => element("option", { value: String(vertex) }, short(game.label(vertex)))),
              )
            : element("input", { id, type: "text", size: "8" });
        input.addEventListener("change", () => {
          const vertex = input instanceof HTMLSelectElement ? Number(input.value) : data.labels.indexOf(input.value);
          this.put({ side, index }, vertex);
        });
        this.inputs.push({ piece: { side, index }, input });
        rows.push(element("label", { for: id }, name), input);
      }
    }
    const turn = element(
      "select",
      { id: "turn" },
      element("option", { value: "mouse" }, "the Mouse"),
      element("option", { value: "cat" }, "the Cat"),
    );
    turn.addEventListener("change", () => {
      const position = game.position(this.here());
      this.goTo({ ...position, turn: turn.value === "mouse" ? "mouse" : "cat" });
    });
    this.turnInput = turn;
    this.addressInput = element("input", { id: "address", type: "text", readonly: "" });
    const copy = button("copy", "Copy the address", () => {
      this.addressInput?.select();
      const said = (/** @type {string} */ text) => this.say(text);
      const written = navigator.clipboard?.writeText(this.addressInput?.value ?? "");
      if (written === undefined) said("The address is selected.");
      else
        written.then(
          () => said("The address is copied."),
          () => said("The address is selected."),
        );
    });
    const address = element(
      "div",
      { class: "form" },
      element("label", { for: "address" }, "The address of this position"),
      this.addressInput,
      copy,
    );
    return element(
      "section",
      { "aria-labelledby": "places-title" },
      element("h2", { id: "places-title" }, "What if"),
      element("div", { class: "form" }, ...rows, element("label", { for: "turn" }, "To move"), turn),
      ...(this.addressed ? [address] : []),
    );
  }

  movesPart() {
    this.movesList = element("ol", { id: "moves", class: "moves" });
    this.movesNote = element("p", { id: "moves-note" });
    return element(
      "section",
      { "aria-labelledby": "moves-title" },
      element("h2", { id: "moves-title" }, "Moves"),
      this.movesNote,
      this.movesList,
    );
  }

  /** @param {Data} data */
  opponentPart(data) {
    if (data.levels.length === 0) return [];
    const option = (/** @type {string} */ value, /** @type {string} */ text) => element("option", { value }, text);
    const side = element(
      "select",
      { id: "computer" },
      option("", "nobody"),
      option("mouse", "the Mouse"),
      option("cat", "the Cat"),
    );
    side.value = this.computer ?? "";
    side.addEventListener("change", () => {
      this.computer = side.value === "mouse" || side.value === "cat" ? side.value : null;
      this.begun = this.past?.length ?? 0;
      this.refresh();
      this.answer();
    });
    const level = element(
      "select",
      { id: "level" },
      ...data.levels.map(({ name, says }) => option(name, `${name}: ${says}`)),
    );
    if (this.level !== "") level.value = this.level;
    level.addEventListener("change", () => {
      this.level = level.value;
    });
    return [
      element(
        "section",
        { "aria-labelledby": "opponent-title" },
        element("h2", { id: "opponent-title" }, "Play against it"),
        element(
          "div",
          { class: "form" },
          element("label", { for: "computer" }, "The computer plays"),
          side,
          element("label", { for: "level" }, "How well"),
          level,
        ),
      ),
    ];
  }

  /** @param {Data} data */
  linePart(data) {
    const step = (/** @type {string} */ id, /** @type {string} */ text, /** @type {() => number} */ ply) =>
      button(id, text, () => this.toPly(ply()));
    const last = data.line.length;
    this.stepButtons = {
      first: step("line-start", "Start", () => 0),
      back: step("line-back", "Back", () => Math.max(0, this.ply() - 1)),
      forward: step("line-forward", "Forward", () => Math.min(last, this.ply() + 1)),
      end: step("line-end", "End", () => last),
    };
    this.lineButtons = data.line.map((ply, index) => {
      const made = element("button", { type: "button", class: "ply", "data-ply": String(index + 1) }, ply.text);
      made.addEventListener("click", () => this.toPly(index + 1));
      return made;
    });
    const items = data.line.map((ply, index) =>
      element(
        "li",
        {},
        /** @type {Node} */ (this.lineButtons?.[index]),
        element("span", { class: "remark" }, ` ${ply.remark}`),
      ),
    );
    return element(
      "section",
      { "aria-labelledby": "line-title" },
      element("h2", { id: "line-title" }, "The line"),
      last === 0
        ? element("p", {}, "There is no move to play.")
        : element("p", { class: "faint" }, "Both play perfectly: the winner hurries, the loser delays."),
      element("div", { class: "bar" }, ...Object.values(this.stepButtons)),
      element("ol", { id: "line", class: "line", tabindex: "0", "aria-labelledby": "line-title" }, ...items),
      element("p", { id: "ending" }, data.ending),
    );
  }

  /** @param {Data} data */
  storyPart(data) {
    if (data.story.length === 0) return [];
    return [
      element(
        "section",
        { "aria-labelledby": "story-title" },
        element("h2", { id: "story-title" }, "The story"),
        ...data.story.map((text) => element("p", { class: "story" }, text)),
      ),
    ];
  }

  /** @param {Data} data */
  holdingPart(data) {
    if (data.holdings.length === 0) return [];
    const parts = data.holdings.flatMap(({ claim, answers }) => [
      element("p", {}, claim),
      element("ul", { class: "answers" }, ...answers.map((answer) => element("li", {}, answer))),
    ]);
    return [
      element(
        "section",
        { "aria-labelledby": "holding-title" },
        element("h2", { id: "holding-title" }, "How it is held"),
        element("details", {}, element("summary", {}, "Every answer"), ...parts),
      ),
    ];
  }

  /** @param {Data} data */
  curvePart(data) {
    if (data.line.length === 0) return [];
    const svg = picture(data.curve);
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", `The distances along the line. ${data.headline}`);
    svg.addEventListener("click", (event) => {
      const moment = event.target instanceof Element ? event.target.closest("[data-ply]") : null;
      if (moment !== null) this.toPly(Number(moment.getAttribute("data-ply")));
    });
    this.curve = svg;
    return [
      element(
        "section",
        { "aria-labelledby": "curve-title" },
        element("h2", { id: "curve-title" }, "The distances"),
        element("div", { class: "board", tabindex: "0", role: "group", "aria-labelledby": "curve-title" }, svg),
        element(
          "p",
          { class: "faint" },
          "Across: the plies played. Above the middle the Mouse wins, below it the Cat; outwards the end comes nearer, and in the middle none is forced. Dots are moves not played, rings the critical moves. A click goes there.",
        ),
      ),
    ];
  }

  /** @param {Data} data */
  rulesPart(data) {
    const rows = data.rules.flatMap(([what, how]) => [element("dt", {}, what), element("dd", {}, how)]);
    return element(
      "section",
      { "aria-labelledby": "rules-title" },
      element("h2", { id: "rules-title" }, "The rules"),
      element("dl", { class: "rules" }, ...rows),
    );
  }

  // ---- Going from position to position.

  /** The position that is shown. */
  here() {
    return /** @type {number} */ (this.id);
  }

  /**
   * Goes to a position, and remembers the current one.
   * @param {number} id
   * @param {number} [ply] the ply of the line before the position, if it was chosen in the line
   */
  go(id, ply) {
    if (id !== this.id) {
      this.past?.push(this.here());
      this.future = [];
    }
    this.arrive(id, ply);
  }

  /**
   * @param {number} id
   * @param {number} [ply]
   */
  arrive(id, ply) {
    this.id = id;
    this.onPly = ply;
    this.selected = null;
    this.going = new Map();
    this.message = "";
    this.writeAddress();
    this.refresh();
    this.answer();
  }

  back() {
    // Takes back a move of the computer together with the move that it answered.
    let id = this.past?.pop();
    while (id !== undefined) {
      this.future?.push(this.here());
      this.id = id;
      if (this.computer === null || this.game?.tokens(id).turn !== this.computer) break;
      id = this.past?.pop();
    }
    this.begun = Math.min(this.begun ?? 0, this.past?.length ?? 0);
    if (id !== undefined) this.arrive(id);
    else this.refresh();
  }

  again() {
    const id = this.future?.pop();
    if (id === undefined) return;
    this.past?.push(this.here());
    this.arrive(id);
  }

  /**
   * Goes to this position if it exists.
   * @param {Position} position
   */
  goTo(position) {
    const id = /** @type {Game} */ (this.game).id(position);
    if (id !== null) {
      this.go(id);
      return;
    }
    this.message = this.why(position);
    this.refresh();
  }

  /**
   * The reason why the pieces cannot stand like this.
   * @param {Position} position
   */
  why(position) {
    const game = /** @type {Game} */ (this.game);
    const closed = position.cats.find((cat) => !game.cats.places.has(cat));
    if (closed !== undefined) return `The rules let no cat stand on ${game.label(closed)}.`;
    return "This position is not in this page.";
  }

  /**
   * Puts a piece anywhere.
   * @param {Piece} piece
   * @param {number} vertex
   */
  put(piece, vertex) {
    const game = /** @type {Game} */ (this.game);
    const position = game.position(this.here());
    if (!(vertex >= 0)) {
      this.message = "There is no such vertex.";
      this.refresh();
      return;
    }
    if (piece.side === "mouse") this.goTo({ ...position, mouse: vertex });
    else this.goTo({ ...position, cats: position.cats.map((cat, index) => (index === piece.index ? vertex : cat)) });
  }

  /** The game against the computer up to the current position. */
  played() {
    const past = this.past?.slice(this.begun) ?? [];
    return /** @type {Game} */ (this.game).played([...past, this.here()]);
  }

  /** The reason why the game against the computer is over at a position that is no end; otherwise null. */
  ended() {
    return this.computer === null ? null : this.played().end;
  }

  /** The possible moves, best first: none if the game is over; null if unknown to the page. */
  moves() {
    return this.ended() === null ? /** @type {Game} */ (this.game).moves(this.here()) : [];
  }

  /** Lets the computer move, if it is its turn. */
  answer() {
    clearTimeout(this.timer);
    const game = /** @type {Game} */ (this.game);
    const id = this.here();
    if (this.computer === null || game.tokens(id).turn !== this.computer) return;
    if ((this.moves() ?? []).length === 0) return;
    this.timer = setTimeout(async () => {
      const { played } = this.played();
      const level = this.level || (this.data?.levels[0]?.name ?? "");
      const { to, said } = await (this.onReply?.(played, level) ?? this.reply(id, level));
      if (this.game !== game || this.id !== id || this.computer === null) return;
      if (to !== null) this.go(to);
      this.message = said;
      this.refresh();
    }, REPLY_DELAY);
  }

  /**
   * The move of a level: the library's move, unless the level errs.
   * @param {number} id
   * @param {string} level
   * @returns {Reply}
   */
  reply(id, level) {
    const game = /** @type {Game} */ (this.game);
    const data = /** @type {Data} */ (this.data);
    const moves = game.moves(id) ?? [];
    // If the judgements of moves are unknown, plays the move of the line.
    const next = data.line[this.ply()]?.to;
    const main = game.main(id, moves) ?? moves.find((move) => move.to === next) ?? moves[0];
    const worse = moves.filter((move) => !move.best && move.worth !== null);
    const errs = Math.random() < (data.levels.find(({ name }) => name === level)?.errs ?? 0);
    const move = errs && worse.length > 0 ? worse[Math.floor(Math.random() * worse.length)] : main;
    return { to: move?.to ?? null, said: "" };
  }

  /** The ply of the line that leads to the current position; −1 if it is not in the line. */
  ply() {
    const data = /** @type {Data} */ (this.data);
    // A position may occur twice in the line; then the chosen ply counts.
    if (this.onPly !== undefined) return this.onPly;
    if (this.id === data.start) return 0;
    return data.line.findIndex((ply) => ply.to === this.id) + 1 || -1;
  }

  /**
   * Goes to the position after a ply of the line.
   * @param {number} ply
   */
  toPly(ply) {
    const data = /** @type {Data} */ (this.data);
    const id = ply <= 0 ? data.start : data.line[ply - 1]?.to;
    if (id !== undefined) this.go(id, ply);
  }

  // ---- The address.

  writeAddress() {
    if (!this.addressed) return;
    const { mouse, cats, turn } = /** @type {Game} */ (this.game).position(this.here());
    const fragment = `#mouse=${mouse}&cat=${cats.join(",")}&turn=${turn}`;
    try {
      history.replaceState(null, "", fragment);
    } catch {
      // A page in a frame may be unable to change its address.
    }
  }

  /** The position in the address; null if it has none of this game. */
  fromAddress() {
    const game = this.game;
    const words = new URLSearchParams(location.hash.slice(1));
    const [mouse, cats, turn] = [words.get("mouse"), words.get("cat"), words.get("turn")];
    if (game === undefined || mouse === null || cats === null || (turn !== "mouse" && turn !== "cat")) return null;
    const vertices = cats.split(",").map(Number);
    if (vertices.length !== game.cats.count) return null;
    return game.id({ mouse: Number(mouse), cats: vertices, turn });
  }

  // ---- What clicks mean.

  cancel() {
    this.selected = null;
    this.going = new Map();
    this.message = "";
    this.refresh();
  }

  /**
   * The joint moves that agree with the targets chosen so far.
   * @param {Map<number, number>} going
   * @returns {Move[]}
   */
  agreeing(going) {
    const game = /** @type {Game} */ (this.game);
    const id = this.here();
    const { cats } = game.position(id);
    return (this.moves() ?? []).filter((move) => {
      const targets = [...game.position(move.to).cats];
      for (const target of going.values()) {
        const at = targets.indexOf(target);
        if (at < 0) return false;
        targets.splice(at, 1);
      }
      return (
        game.matched(
          cats.filter((_, index) => !going.has(index)),
          targets,
        ) !== null
      );
    });
  }

  /**
   * Moves a piece to a vertex by a legal move; false if there is none.
   * @param {Piece} piece
   * @param {number} vertex
   */
  play(piece, vertex) {
    const game = /** @type {Game} */ (this.game);
    const id = this.here();
    const position = game.position(id);
    if (piece.side !== position.turn) return false;
    if (game.pieces(piece.side).count === 1) {
      const move = (this.moves() ?? []).find((move) => game.pieceMoves(id, move.to)[0]?.[1] === vertex);
      if (move === undefined) return false;
      this.go(move.to);
      return true;
    }
    const going = new Map(this.going).set(piece.index, vertex);
    const origin = position.cats[piece.index] ?? vertex;
    if (origin !== vertex && !game.cats.reached(origin).includes(vertex)) return false;
    const moves = this.agreeing(going);
    const [only] = moves;
    if (only === undefined) return false;
    const places = new Set(moves.map((move) => move.to));
    if (places.size === 1) {
      this.go(only.to);
      return true;
    }
    this.going = going;
    this.selected = null;
    this.message = `${game.label(origin)}→${game.label(vertex)} is part of ${places.size} moves: choose what the other cats do.`;
    this.refresh();
    return true;
  }

  /** @param {number} vertex */
  choose(vertex) {
    const game = /** @type {Game} */ (this.game);
    const position = game.position(this.here());
    if (this.onChoose !== null) {
      this.onChoose(vertex);
      return;
    }
    this.board?.focusable(vertex);
    /** @type {Piece[]} */
    const here = [];
    if (position.mouse === vertex) here.push({ side: "mouse", index: 0 });
    for (const [index, cat] of position.cats.entries()) if (cat === vertex) here.push({ side: "cat", index });
    const same = (/** @type {Piece} */ piece) =>
      piece.side === this.selected?.side && piece.index === this.selected.index;
    if (this.placing) {
      const next = here[here.findIndex(same) + 1];
      if (this.selected !== null && !here.some(same)) this.put(this.selected, vertex);
      else this.select(next ?? null);
      return;
    }
    if (this.ended() !== null) {
      this.illegal(vertex);
      return;
    }
    const mover = position.turn;
    if (game.pieces(mover).count === 1) {
      if (!this.play({ side: mover, index: 0 }, vertex)) this.illegal(vertex);
      return;
    }
    if (this.selected !== null) {
      if (!this.play(this.selected, vertex)) {
        const other = here.find((piece) => piece.side === mover && !same(piece) && !this.going?.has(piece.index));
        if (other === undefined) this.illegal(vertex);
        else this.select(other);
      }
      return;
    }
    const cat = here.find((piece) => piece.side === mover && !this.going?.has(piece.index));
    if (cat !== undefined) {
      this.select(cat);
      return;
    }
    const able = [...position.cats.keys()].filter(
      (index) => !this.going?.has(index) && game.cats.reached(position.cats[index] ?? -1).includes(vertex),
    );
    const [index] = able;
    if (index === undefined || !this.play({ side: "cat", index }, vertex)) this.illegal(vertex);
  }

  /**
   * @param {Piece} piece
   * @param {number} vertex
   */
  drop(piece, vertex) {
    if (this.onChoose !== null) {
      // A click with a slightly moved pointer is still a click.
      const { mouse, cats } = /** @type {Game} */ (this.game).position(this.here());
      const at = piece.side === "mouse" ? mouse : cats[piece.index];
      if (at === vertex) this.onChoose(vertex);
      else this.say("Pieces are dragged only while a click plays.");
      return;
    }
    if (this.placing) this.put(piece, vertex);
    else if (!this.play(piece, vertex)) this.illegal(vertex);
  }

  /** @param {Piece | null} piece */
  select(piece) {
    this.selected = piece;
    this.message = "";
    this.refresh();
  }

  /**
   * Shows a message below the board.
   * @param {string} message
   */
  say(message) {
    this.message = message;
    this.showHint();
  }

  /** @param {number} vertex */
  illegal(vertex) {
    const game = /** @type {Game} */ (this.game);
    const mover = game.position(this.here()).turn === "mouse" ? "The Mouse" : "The Cat";
    const over = (this.moves() ?? []).length === 0;
    this.message = over
      ? `${this.ended() ?? "There is not a legal move here."} “Place pieces” puts them anywhere.`
      : `${mover} is to move and cannot go to ${game.label(vertex)}. “Place pieces” puts pieces anywhere.`;
    this.selected = null;
    this.refresh();
  }

  // ---- Showing the position.

  refresh() {
    const game = /** @type {Game} */ (this.game);
    const data = /** @type {Data} */ (this.data);
    const id = this.here();
    const position = game.position(id);
    const worth = game.worth(id);
    const end = this.ended();
    const moves = this.moves();
    const over = end !== null || (worth?.by === "play" && worth.distance === 0);
    const mover = position.turn === "mouse" ? "The Mouse" : "The Cat";
    const cats = position.cats.map((cat) => game.label(cat)).join(", ");
    const where = `Mouse on ${game.label(position.mouse)}, ${position.cats.length === 1 ? "cat" : "cats"} on ${cats}.`;
    const turn = over ? "" : ` ${mover} is to move.`;
    if (this.status) {
      this.status.textContent = `${where}${turn} ${end === null ? verdict(game, worth) : "The game is over."}`;
      this.status.dataset["outcome"] = worth?.outcome ?? "";
      this.status.dataset["distance"] = String(worth?.distance ?? "");
    }
    this.showHint();
    this.placeButton?.setAttribute("aria-pressed", String(this.placing));
    if (this.backButton) this.backButton.disabled = this.past?.length === 0;
    if (this.againButton) this.againButton.disabled = this.future?.length === 0;
    this.showBoard(game, position, moves);
    this.showMoves(game, moves, over);
    this.showLine(data);
    for (const { piece, input } of this.inputs ?? []) {
      const vertex = piece.side === "mouse" ? position.mouse : (position.cats[piece.index] ?? 0);
      input.value = input instanceof HTMLSelectElement ? String(vertex) : game.label(vertex);
    }
    if (this.turnInput) this.turnInput.value = position.turn;
    if (this.addressInput) this.addressInput.value = location.href;
  }

  showHint() {
    const placing = this.placing ? "Choose a piece, then a vertex to put it on." : "";
    if (this.hint) this.hint.textContent = this.message || this.ended() || placing;
  }

  /**
   * @param {Game} game
   * @param {Position} position
   * @param {Move[] | null} moves
   */
  showBoard(game, position, moves) {
    const id = this.here();
    const team = game.pieces(position.turn).count > 1;
    const listed = team ? this.agreeing(this.going ?? new Map()) : (moves ?? []);
    /** The best move for each step of a piece, by from and to. @type {Map<string, { from: number, to: number, move: Move }>} */
    const steps = new Map();
    for (const move of listed) {
      for (const [from, to] of game.pieceMoves(id, move.to)) {
        const key = `${from} ${to}`;
        if (!steps.has(key)) steps.set(key, { from, to, move });
      }
    }
    const selected = this.selected;
    const origin =
      selected === null || this.placing
        ? null
        : selected.side === "cat"
          ? position.cats[selected.index]
          : position.mouse;
    const offered = [...steps.values()].filter(
      ({ from }) => origin === null || origin === undefined || from === origin,
    );
    /** The best move that leads a piece to each vertex. @type {Map<number, Move>} */
    const targets = new Map();
    for (const { to, move } of offered) if (!targets.has(to)) targets.set(to, move);
    const going = [...(this.going ?? new Map())].map(([index, to]) => ({ from: position.cats[index] ?? to, to }));
    const chosen = (/** @type {{ from: number, to: number }} */ step) =>
      going.some((other) => other.from === step.from && other.to === step.to);
    /** @type {(vertex: number) => Display} */
    const sight = (vertex) => {
      const move = targets.get(vertex);
      const leads = move !== undefined && !this.placing;
      const there = move === undefined ? null : move.worth;
      const distance = move === undefined ? null : game.distanceBefore(move);
      const spokenMove = leads ? `a move leads here; ${this.spoken(game, there, distance)}` : "";
      if (this.shown === "moves") {
        return {
          outcome: leads ? (there?.outcome ?? null) : null,
          text: leads && there !== null ? mark(there.outcome, distance) : "",
          target: leads,
          spoken: spokenMove,
        };
      }
      const side = this.shown === "cat" ? "cat" : "mouse";
      const instead = game.id(side === "mouse" ? { ...position, mouse: vertex } : { ...position, cats: [vertex] });
      const worth = game.worth(instead);
      const mapped =
        worth === null
          ? ""
          : `with the ${side === "mouse" ? "mouse" : "cat"} here ${this.spoken(game, worth, worth.distance)}`;
      return {
        outcome: worth?.outcome ?? null,
        text: worth === null ? "" : mark(worth.outcome, worth.distance),
        target: leads,
        spoken: [mapped, spokenMove].filter((text) => text !== "").join("; "),
      };
    };
    const arrows = this.placing
      ? []
      : offered.map((step) => ({
          from: step.from,
          to: step.to,
          outcome: step.move.worth?.outcome ?? null,
          chosen: chosen(step),
        }));
    this.board?.show(position, sight, arrows, selected);
  }

  /**
   * @param {Game} game
   * @param {Worth | null} worth
   * @param {number | null} distance
   */
  spoken(game, worth, distance) {
    if (worth === null) return "its worth is not in this page";
    const result = { mouse: "the Mouse wins", cat: "the Cat wins", draw: "a draw" }[worth.outcome];
    if (distance === null) return worth.outcome === "draw" ? result : `${result}, no end is forced`;
    if (distance === 0) return `${result} at once`;
    return game.data.measure === "cost" ? `${result} at cost ${distance}` : `${result} in ${plies(distance)}`;
  }

  /**
   * @param {Game} game
   * @param {Move[] | null} moves
   * @param {boolean} over
   */
  showMoves(game, moves, over) {
    const id = this.here();
    const going = this.going ?? new Map();
    const listed = going.size > 0 ? this.agreeing(going) : (moves ?? []);
    let note = "";
    if (moves === null) note = "The moves from here are not in this page.";
    else if (over) note = "The game is over.";
    else if (moves.length === 0) note = "There is no legal move.";
    else if (listed.length > MAX_LISTED) note = `The best ${MAX_LISTED} of ${listed.length} moves.`;
    if (this.movesNote) this.movesNote.textContent = note;
    const items = listed.slice(0, MAX_LISTED).map((move) => {
      const distance = game.distanceBefore(move);
      const outcome = move.worth?.outcome ?? null;
      const made = element(
        "button",
        {
          type: "button",
          class: "move",
          "data-to": String(move.to),
          "data-outcome": outcome ?? "",
          "data-distance": String(move.worth?.distance ?? ""),
          "data-best": String(move.best),
        },
        element(
          "span",
          { class: `mark ${outcome ?? "plain"}`, "aria-hidden": "true" },
          outcome === null ? "?" : mark(outcome, distance),
        ),
        element("span", { class: "step" }, game.step(id, move.to)),
        element(
          "span",
          { class: "worth-text" },
          `${this.spoken(game, move.worth, distance)}${move.best ? ", best" : ""}`,
        ),
      );
      made.addEventListener("click", () => {
        this.go(move.to);
        // The button is gone: focus the first of the next moves.
        const next = this.movesList?.querySelector("button");
        if (next instanceof HTMLElement) next.focus();
      });
      return element("li", {}, made);
    });
    this.movesList?.replaceChildren(...items);
  }

  /** @param {Data} data */
  showLine(data) {
    const ply = this.ply();
    for (const [index, made] of (this.lineButtons ?? []).entries()) {
      if (index + 1 === ply) made.setAttribute("aria-current", "step");
      else made.removeAttribute("aria-current");
    }
    const list = this.root.querySelector("#line");
    const current = ply > 0 ? this.lineButtons?.[ply - 1]?.parentElement : null;
    if (list instanceof HTMLElement && current) {
      const [top, bottom] = [
        current.offsetTop - list.offsetTop,
        current.offsetTop - list.offsetTop + current.offsetHeight,
      ];
      if (top < list.scrollTop) list.scrollTop = top;
      else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
    }
    const last = data.line.length;
    if (this.stepButtons) {
      this.stepButtons.first.disabled = ply === 0;
      this.stepButtons.back.disabled = ply <= 0;
      this.stepButtons.forward.disabled = ply < 0 || ply === last;
      this.stepButtons.end.disabled = last === 0 || ply === last;
    }
    for (const moment of this.curve?.querySelectorAll("[data-ply]") ?? []) {
      moment.classList.toggle("now", Number(moment.getAttribute("data-ply")) === ply);
    }
  }
}
