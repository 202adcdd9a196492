// The tab of the moves: each with its outcome and distance; and who plays against the computer.

/** The greatest number of listed moves. */
const MAX_LISTED = 400;

class MovesPanel {
  /** @param {View} view */
  constructor(view) {
    this.view = view;
    this.note = element("p", { id: "moves-note" });
    this.list = element("ol", { id: "moves", class: "moves" });
    this.side = element("select", { id: "computer" });
    for (const [value = "", text = ""] of [
      ["", "nobody"],
      ["mouse", "the Mouse"],
      ["cat", "the Cat"],
    ])
      this.side.append(element("option", { value }, text));
    this.side.addEventListener("change", () => {
      const { value } = this.side;
      view.oppose(value === "mouse" || value === "cat" ? value : null);
    });
    this.level = element("select", { id: "level" });
    this.opponent = element(
      "div",
      { class: "form" },
      element("label", { for: "computer" }, "The computer plays"),
      this.side,
      element("label", { for: "level" }, "How well"),
      this.level,
    );
    const blind = element(
      "p",
      { class: "bar" },
      button("play-mouse", "Play the Mouse, values hidden", () => view.challenge.begin("mouse")),
      button("play-cat", "Play the Cat, values hidden", () => view.challenge.begin("cat")),
    );
    const title = element("h2", { class: "part" }, "Play against it");
    this.against = element("div", {}, title, this.opponent, blind);
    this.root = element("div", {}, this.note, this.list, this.against);
  }

  /** @param {Data} data */
  show(data) {
    const { value } = this.level;
    this.level.replaceChildren(
      ...data.levels.map(({ name, says }) => element("option", { value: name }, `${name}: ${says}`)),
    );
    if (data.levels.some(({ name }) => name === value)) this.level.value = value;
    this.opponent.hidden = data.levels.length === 0;
    // A mouse that hides is hunted from the tab of the film.
    this.against.hidden = Boolean(data.unseen);
  }

  /**
   * @param {Move[] | null} moves
   * @param {boolean} over
   */
  refresh(moves, over) {
    const { view } = this;
    const { game, play } = view;
    this.side.value = play.computer ?? "";
    const listed = view.going.size > 0 ? view.agreeing(view.going) : (moves ?? []);
    let note = "";
    if (moves === null) note = "The moves from here are not in this page.";
    else if (over) note = "The game is over.";
    else if (moves.length === 0) note = "There is no legal move.";
    else if (listed.length > MAX_LISTED) note = `The best ${MAX_LISTED} of ${listed.length} moves.`;
    this.note.textContent = note;
    this.list.replaceChildren(
      ...listed.slice(0, MAX_LISTED).map((move) => element("li", {}, this.move(game, play.here, move))),
    );
  }

  /**
   * @param {Game} game
   * @param {number} id
   * @param {Move} move
   */
  move(game, id, move) {
    const distance = game.distanceBefore(move);
    const outcome = move.worth?.outcome ?? null;
    const targets = game.pieceMoves(id, move).map(([, to]) => to);
    const made = element(
      "button",
      {
        type: "button",
        class: "move",
        "data-to": String(move.to),
        "data-outcome": outcome ?? "",
        "data-distance": String(move.worth?.distance ?? ""),
        "data-best": String(move.best),
        "data-lights": targets.join(" "),
      },
      element(
        "span",
        { class: `mark ${outcome ?? "plain"}`, "aria-hidden": "true" },
        outcome === null ? "?" : mark(outcome, distance),
      ),
      element("span", { class: "step" }, game.step(id, move)),
      element("span", { class: "worth-text" }, `${spoken(game, move.worth, distance)}${move.best ? ", best" : ""}`),
    );
    made.addEventListener("click", () => {
      this.view.move(move);
      // The button is gone: focus the first of the next moves.
      this.list.querySelector("button")?.focus();
    });
    return made;
  }
}
