// The tab of the map: the colours on the board, and where the pieces stand.

/**
 * The display at the vertices: the outcomes of moves, or of a piece standing there instead.
 * @typedef {"moves" | "mouse" | "cat"} Shown
 */

/** The greatest number of vertices in a drop-down list. */
const MAX_OPTIONS = 1500;

class MapPanel {
  /** @param {View} view */
  constructor(view) {
    this.view = view;
    /** @type {Shown} */
    this.shown = "moves";
    this.choices = element("fieldset", { class: "bar" });
    this.places = element("div", { class: "form" });
    const keys = ["mouse", "cat", "draw"].map((outcome) =>
      element(
        "li",
        {},
        element("span", { class: `swatch ${outcome}`, "aria-hidden": "true" }),
        outcome === "mouse" ? "M: the Mouse wins" : outcome === "cat" ? "C: the Cat wins" : "=: a draw",
      ),
    );
    this.counted = element("p", { class: "faint" });
    this.map = element(
      "div",
      {},
      this.choices,
      element("ul", { class: "legend" }, ...keys),
      this.counted,
      element("h2", { class: "part" }, "What if"),
      this.places,
    );
    this.root = element("div", {}, this.map);
    /** The film that is shown instead. @type {Film | null} */
    this.film = null;
  }

  /**
   * @param {Data} data
   * @param {Game} game
   */
  show(data, game) {
    const { view } = this;
    const film = game.film(view);
    // The film is what a reader looks at first.
    if (film !== null && this.film === null) view.frame.shownTab = "map";
    this.film = film;
    this.root.replaceChildren(film?.root ?? this.map);
    view.frame.openers.get("map")?.replaceChildren(film === null ? "Map" : "Film");
    if (film !== null) this.shown = "moves";
    const choice = (/** @type {Shown} */ value, /** @type {string} */ text) => {
      const input = element("input", { type: "radio", name: "shown", value });
      input.checked = this.shown === value;
      input.addEventListener("change", () => {
        this.shown = value;
        view.refresh();
      });
      return element("label", {}, input, ` ${text}`);
    };
    if (game.cats.count > 1 && this.shown === "cat") this.shown = "moves";
    const choices = [choice("moves", "what moves lead to"), choice("mouse", "where the Mouse may stand")];
    if (game.cats.count === 1) choices.push(choice("cat", "where the Cat may stand"));
    this.choices.replaceChildren(element("legend", {}, "The colours show"), ...choices);
    this.counted.textContent = `${
      data.measure === "cost"
        ? "The number is the cost to the forced end; on a move, its own included."
        : "The number counts the plies to the forced end; on a move, from the position after it."
    } – where no end is forced.`;
    /** @type {{ piece: Piece, input: HTMLSelectElement | HTMLInputElement }[]} */
    this.inputs = [];
    const rows = [];
    const short = (/** @type {string} */ label) => (label.length > 40 ? `${label.slice(0, 39)}…` : label);
    for (const side of /** @type {Side[]} */ (["mouse", "cat"])) {
      const { vertices, count } = game.pieces(side);
      for (let index = 0; index < count; index++) {
        const id = `at-${side}-${index}`;
        const name = side === "mouse" ? "The mouse at" : count === 1 ? "The cat at" : `Cat ${index + 1} at`;
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
          view.put({ side, index }, vertex);
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
      const position = game.position(view.play.here);
      view.goTo({ ...position, turn: turn.value === "mouse" ? "mouse" : "cat" });
    });
    this.turn = turn;
    this.places.replaceChildren(...rows, element("label", { for: "turn" }, "To move"), turn);
    if (view.addressed) this.places.append(...this.address());
  }

  address() {
    const input = element("input", { id: "address", type: "text", readonly: "" });
    this.input = input;
    const copy = button("copy", "Copy the address", () => this.view.copy(input.value, input));
    return [element("label", { for: "address" }, "The address of this position"), input, copy];
  }

  /**
   * @param {Game} game
   * @param {Position} position
   */
  refresh(game, position) {
    for (const { piece, input } of this.inputs ?? []) {
      const vertex = piece.side === "mouse" ? position.mouse : (position.cats[piece.index] ?? 0);
      input.value = input instanceof HTMLSelectElement ? String(vertex) : game.label(vertex);
    }
    if (this.turn) this.turn.value = position.turn;
    if (this.input) this.input.value = location.href;
  }
}
